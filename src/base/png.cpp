// PNG through libpng's simplified and classic interfaces. The classic one reports errors by longjmp; every
// object with a destructor lives outside the functions that call it.
#include <csetjmp>

#include <fmt/format.h>
#include <png.h>

#include "base/picture.h"

namespace rekindle {
namespace {

constexpr int largest_side = 16384;

void append(png_structp png, png_bytep data, std::size_t size) {
    auto* bytes = static_cast<Bytes*>(png_get_io_ptr(png));
    bytes->insert(bytes->end(), data, data + size);
}

struct Source {
    ByteView bytes;
    std::size_t offset = 0;
};

void take(png_structp png, png_bytep data, std::size_t size) {
    auto* source = static_cast<Source*>(png_get_io_ptr(png));
    if (size > source->bytes.size() - source->offset) png_error(png, "more bytes than the file has");
    std::copy_n(source->bytes.data() + source->offset, size, data);
    source->offset += size;
}

struct Trouble {
    char text[120] = {};
};

[[noreturn]] void note_error(png_structp png, png_const_charp message) {
    auto* trouble = static_cast<Trouble*>(png_get_error_ptr(png));
    for (std::size_t i = 0; i + 1 < sizeof trouble->text && message[i] != 0; ++i)
        trouble->text[i] = message[i];
    png_longjmp(png, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

struct Image {
    const Byte* pixels;
    int width, height, color_type, bytes_per_pixel;
    const Palette* palette;
    std::optional<Byte> transparent;
};

bool write_png(const Image& image, Bytes& out, Trouble& trouble) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &trouble, note_error, ignore_warning);
    if (png == nullptr) return false;
    png_infop info = png_create_info_struct(png);
    if (info == nullptr || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, &out, append, nullptr);
    png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height), 8,
                 image.color_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_color colors[256];
    if (image.palette != nullptr) {
        for (std::size_t i = 0; i < 256; ++i)
            colors[i] = {(*image.palette)[i].r, (*image.palette)[i].g, (*image.palette)[i].b};
        png_set_PLTE(png, info, colors, 256);
        if (image.transparent) {
            png_byte alpha[256];
            std::fill_n(alpha, 256, png_byte{255});
            alpha[*image.transparent] = 0;
            png_set_tRNS(png, info, alpha, *image.transparent + 1, nullptr);
        }
    }
    png_write_info(png, info);
    const std::size_t stride =
        static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.bytes_per_pixel);
    for (int y = 0; y < image.height; ++y)
        png_write_row(png, image.pixels + static_cast<std::size_t>(y) * stride);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return true;
}

Expected<Bytes> encode(const Image& image) {
    Bytes out;
    Trouble trouble;
    if (image.width < 1 || image.height < 1 || !write_png(image, out, trouble))
        return usage_error("a picture of at least one pixel", trouble.text);
    return out;
}

// Reads indexed when `palette` is given, else RGBA. `pixels` is sized here, before any row is read.
bool read_png(Source& source, Bytes& pixels, int& width, int& height, Palette* palette, Trouble& trouble) {
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &trouble, note_error, ignore_warning);
    if (png == nullptr) return false;
    png_infop info = png_create_info_struct(png);
    if (info == nullptr || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_read_struct(&png, &info, nullptr);
        return false;
    }
    png_set_user_limits(png, largest_side, largest_side);
    png_set_read_fn(png, &source, take);
    png_read_info(png, info);
    width = static_cast<int>(png_get_image_width(png, info));
    height = static_cast<int>(png_get_image_height(png, info));
    // A row can't be packed tighter than a thousand to one: refuse sizes that the file can't hold.
    if (static_cast<std::size_t>(width) * static_cast<std::size_t>(height) / 1100 > source.bytes.size())
        png_error(png, "a picture larger than the file can hold");
    if (palette != nullptr) {
        if (png_get_color_type(png, info) != PNG_COLOR_TYPE_PALETTE)
            png_error(png, "a picture without palette");
        png_set_packing(png);
        png_colorp colors = nullptr;
        int count = 0;
        png_get_PLTE(png, info, &colors, &count);
        for (int i = 0; i < count && i < 256; ++i)
            (*palette)[static_cast<std::size_t>(i)] = {colors[i].red, colors[i].green, colors[i].blue};
    } else {
        png_set_expand(png);
        png_set_scale_16(png);
        png_set_gray_to_rgb(png);
        png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
    }
    const int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    const std::size_t stride = png_get_rowbytes(png, info);
    pixels.assign(stride * static_cast<std::size_t>(height), 0);
    for (int pass = 0; pass < passes; ++pass)
        for (int y = 0; y < height; ++y)
            png_read_row(png, pixels.data() + static_cast<std::size_t>(y) * stride, nullptr);
    png_read_end(png, nullptr);
    png_destroy_read_struct(&png, &info, nullptr);
    return true;
}

tl::unexpected<Error> broken(std::string_view file, const Source& source, const Trouble& trouble,
                             std::string_view expected) {
    return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                .file = std::string(file),
                                .offset = source.offset,
                                .expected = std::string(expected),
                                .found = trouble.text[0] != 0 ? trouble.text : "something else",
                                .cure = {}});
}

} // namespace

Expected<Bytes> encode_png(const IndexedPicture& picture, const Palette& palette,
                           std::optional<Byte> transparent) {
    return encode({picture.pixels.data(), picture.width, picture.height, PNG_COLOR_TYPE_PALETTE, 1, &palette,
                   transparent});
}

Expected<Bytes> encode_png(const RgbaPicture& picture) {
    return encode({picture.pixels.data(), picture.width, picture.height, PNG_COLOR_TYPE_RGB_ALPHA, 4, nullptr,
                   std::nullopt});
}

Expected<RgbaPicture> decode_png(ByteView bytes, std::string_view file) {
    Source source{bytes};
    Trouble trouble;
    RgbaPicture picture;
    if (!read_png(source, picture.pixels, picture.width, picture.height, nullptr, trouble))
        return broken(file, source, trouble, "a PNG picture");
    return picture;
}

Expected<IndexedPng> decode_indexed_png(ByteView bytes, std::string_view file) {
    Source source{bytes};
    Trouble trouble;
    IndexedPng result;
    if (!read_png(source, result.picture.pixels, result.picture.width, result.picture.height, &result.palette,
                  trouble))
        return broken(file, source, trouble, "a PNG picture with palette");
    return result;
}

} // namespace rekindle
