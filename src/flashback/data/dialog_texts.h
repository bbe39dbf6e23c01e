#pragma once
// The 45 dialogs. They are part of the original program, not of its data files: the English table can be read
// from the user's FB.EXE of the DOS demo, otherwise our own wording of the same conversations is used, with
// the same segments and colours. Who draws them: engine spec §3.6, §11.7. Formats spec §16.3.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace rekindle::flashback {

inline constexpr int dialog_count = 45;
inline constexpr Byte dialog_color_start = 0xE8; // at the start of every dialog
inline constexpr Byte dialog_color_other = 0xEB, dialog_color_conrad = 0xE9;

struct DialogColor {
    Byte text = 0;   // pixel value
    Byte shadow = 0; // kept, without effect
    bool operator==(const DialogColor&) const = default;
};

// What is shown at a time, until a key is pressed.
struct DialogSegment {
    std::optional<DialogColor> color; // nothing: as in the segment before
    std::vector<std::string> lines;   // at least one
    bool operator==(const DialogSegment&) const = default;
};

using Dialog = std::vector<DialogSegment>; // at least one segment
using DialogTexts = std::vector<Dialog>;   // dialog_count

// The table by itself. `end`: offset behind it.
Expected<DialogTexts> read_dialog_texts(ByteView bytes, std::string_view file, std::size_t* end = nullptr);
Expected<Bytes> write_dialog_texts(const DialogTexts& texts);

// The table inside the demo's program; an error when this program does not have it at the known place.
inline constexpr std::size_t dialog_table_in_program = 0x1CCA4;
Expected<DialogTexts> read_dialog_texts_of_program(ByteView program, std::string_view file);

DialogTexts own_dialog_texts();

} // namespace rekindle::flashback
