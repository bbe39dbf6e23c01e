#pragma once
// Numbered texts: 16-bit offsets, then strings that end with a zero. TBN files (names of items and places of
// one level, and their French, German, … brothers) are one such table; the program's dialogs lie in another
// (dialog_texts.h). Formats spec §16.1, §16.3.

#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback {

using TextTable = std::vector<std::string>;

// Strings may lie anywhere behind the offsets. `end` gets the offset behind the last of them.
Expected<TextTable> read_text_table(ByteView bytes, std::string_view file, Endian endian = Endian::little,
                                    std::size_t* end = nullptr);
// In the plain layout: string by string, in order. Refused (usage): no text, a text with a zero in it, more
// than 16-bit offsets reach.
Expected<Bytes> write_text_table(std::span<const std::string> texts, Endian endian = Endian::little);

} // namespace rekindle::flashback
