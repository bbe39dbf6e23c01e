#pragma once
// Bytes of the old one-byte code pages as UTF-8 and back, without loss: bytes that a page doesn't define
// stand for the control characters of the same number. Used for string tables and wherever names of files
// become text.

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace rekindle {

enum class CodePage { windows_1252, windows_1250, windows_1251, windows_1253, windows_1254 };

// "1252", "windows-1252" …; nothing for others.
std::optional<CodePage> code_page(std::string_view name);
std::string_view code_page_name(CodePage page);

std::string to_utf8(std::string_view bytes, CodePage page = CodePage::windows_1252);
// Refuses text that isn't UTF-8 or has characters that the page lacks; `file` names it in the error.
Expected<std::string> from_utf8(std::string_view text, std::string_view file,
                                CodePage page = CodePage::windows_1252);

} // namespace rekindle
