#pragma once
// A game file as files that people read and edit, and back: NAME.json, with NAME.png (NAME.0.png …) where it
// has pixels. unpack and pack call it. Packing what was unpacked gives the same bytes: where the readable
// form alone wouldn't (another gzip, other run-length packets), the original lies beside it as NAME.original
// and counts as long as nothing was edited.

#include <functional>

#include "base/code_page.h"
#include "emi/data/file_kind.h"

namespace rekindle::emi {

struct NamedBytes {
    std::string name;
    Bytes bytes;
};

bool has_text_form(FileKind kind);
// Of the stored bytes of a file of such a kind. `page`: of a string table's texts.
Expected<std::vector<NamedBytes>> text_form(ByteView stored, std::string_view name,
                                            CodePage page = CodePage::windows_1252);
// `read` gives the files of the readable form by name: NAME.json …
Expected<Bytes> from_text_form(std::string_view name,
                               const std::function<Expected<Bytes>(const std::string&)>& read);

} // namespace rekindle::emi
