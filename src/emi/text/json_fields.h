#pragma once
// Formats as JSON both ways, from the same description that reads their bytes. Strings are UTF-8
// (windows-1252 in the files), unknown and padding bytes are hexadecimal and left out where they are zero;
// pixels stay outside (blob()).

#include <memory>

#include "emi/data/fields.h"

namespace rekindle::emi {

// Struct → JSON.
class JsonWriter {
  public:
    JsonWriter();
    ~JsonWriter();
    Fields& fields();
    // An extra member of the whole object.
    void set(const char* name, std::string_view value);
    std::string take(); // indented, short arrays on one line

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// JSON → struct. Missing, unknown or wrong members are errors that name the place ("room.setb.json:
// setups[0].fov").
class JsonReader {
  public:
    JsonReader(std::string_view text, std::string_view file);
    ~JsonReader();
    Fields& fields();
    std::string get(const char* name); // an extra member of the whole object; "" if there is none
    // After describe(): the first error, or one for members that nobody asked for.
    Expected<void> finish();

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

template <typename T>
std::string to_json(const T& value) {
    JsonWriter writer;
    look_at(writer.fields(), value);
    return writer.take();
}

template <typename T>
Expected<T> from_json(std::string_view text, std::string_view file) {
    JsonReader reader(text, file);
    T value;
    describe(reader.fields(), value);
    RK_CHECK(reader.finish());
    return value;
}

} // namespace rekindle::emi
