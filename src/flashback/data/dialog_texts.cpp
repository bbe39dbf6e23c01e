#include "flashback/data/dialog_texts.h"

#include "flashback/data/text_table.h"

namespace rekindle::flashback {

namespace {

constexpr char line_break = 0x0A, segment_break = 0x0B, color_mark = static_cast<char>(0xFF);

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t at = 0;;) {
        const std::size_t stop = text.find(separator, at);
        parts.emplace_back(text.substr(at, stop - at));
        if (stop == std::string_view::npos) return parts;
        at = stop + 1;
    }
}

} // namespace

Expected<DialogTexts> read_dialog_texts(ByteView bytes, std::string_view file, std::size_t* end) {
    RK_TRY(const TextTable table, read_text_table(bytes, file, Endian::little, end));
    Reader in(bytes, file);
    in.expect_at(table.size() == dialog_count, 0, "45 dialogs", table.size());
    DialogTexts texts;
    for (std::size_t i = 0; in && i < table.size(); ++i) {
        Dialog& dialog = texts.emplace_back();
        for (const std::string& part : split(table[i], segment_break)) {
            DialogSegment& segment = dialog.emplace_back();
            std::string_view words = part;
            if (words.starts_with(color_mark)) {
                in.expect_at(words.size() >= 3, 2 * i, "two colours behind 0xFF", words.size());
                if (!in) break;
                segment.color = DialogColor{static_cast<Byte>(words[1]), static_cast<Byte>(words[2])};
                words.remove_prefix(3);
            }
            segment.lines = split(words, line_break);
        }
    }
    if (!in) return in.unexpected();
    return texts;
}

Expected<Bytes> write_dialog_texts(const DialogTexts& texts) {
    if (texts.size() != dialog_count) return usage_error("45 dialogs", std::to_string(texts.size()));
    TextTable table;
    for (const Dialog& dialog : texts) {
        std::string& text = table.emplace_back();
        for (const DialogSegment& segment : dialog) {
            if (&segment != &dialog.front()) text += segment_break;
            if (segment.color) {
                text += color_mark;
                text += static_cast<char>(segment.color->text);
                text += static_cast<char>(segment.color->shadow);
            }
            for (const std::string& line : segment.lines) {
                if (&line != &segment.lines.front()) text += line_break;
                text += line;
            }
        }
    }
    return write_text_table(table);
}

Expected<DialogTexts> read_dialog_texts_of_program(ByteView program, std::string_view file) {
    Reader in(program, file);
    in.seek(dialog_table_in_program);
    if (!in) return in.unexpected();
    auto texts = read_dialog_texts(program.subspan(dialog_table_in_program), file);
    if (!texts) {
        texts.error().offset += dialog_table_in_program;
        texts.error().cure = "Only the program of the English DOS demo has its dialogs there.";
    }
    return texts;
}

} // namespace rekindle::flashback
