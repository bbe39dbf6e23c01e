#include "emi/game/save.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/zstd.h"
#include "emi/game/fields.h"
#include "emi/game/whole.h"

namespace rekindle::emi {
namespace saved {
namespace {

constexpr Endian le = Endian::little;
constexpr std::string_view mark = "RKES";
constexpr std::size_t most_state = std::size_t{256} << 20;

// A field that was added to one of these and not to fields.h would be lost in saved games.
#if defined(__GLIBCXX__) && defined(__x86_64__)
static_assert(sizeof(Actor) == 1184 && sizeof(Stage) == 488 && sizeof(WornCostume) == 240 &&
                  sizeof(SetState) == 120 && sizeof(Text) == 104 && sizeof(Motion) == 80 &&
                  sizeof(Extras) == 272 && sizeof(Audio) == 120,
              "new fields also belong into emi/game/fields.h");
#endif

const auto& shelf_of(const Cast& cast, Ref<CostumeResource>) { return cast.costumes(); }
const auto& shelf_of(const Cast& cast, Ref<TextureResource>) { return cast.textures(); }
const auto& shelf_of(const Cast& cast, Ref<SetResource>) { return cast.sets(); }
const auto& shelf_of(const Cast& cast, Ref<LayerResource>) { return cast.layer_pictures(); }
const auto& shelf_of(const Cast& cast, Ref<FontResource>) { return cast.fonts(); }
const auto& shelf_of(const Cast& cast, Ref<LipResource>) { return cast.lips(); }
void load(Cast& cast, std::string_view name, Ref<CostumeResource>& ref) { ref = cast.costume(name); }
void load(Cast& cast, std::string_view name, Ref<TextureResource>& ref) { ref = cast.texture(name); }
void load(Cast& cast, std::string_view name, Ref<SetResource>& ref) { ref = cast.set(name); }
void load(Cast& cast, std::string_view name, Ref<LayerResource>& ref) { ref = cast.layers(name); }
void load(Cast& cast, std::string_view name, Ref<FontResource>& ref) { ref = cast.font(name); }
void load(Cast& cast, std::string_view name, Ref<LipResource>& ref) { ref = cast.lip(name); }

template <typename T>
concept Plain = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class SavingVisitor {
  public:
    SavingVisitor(Writer& out, const Cast& cast) : out_(out), cast_(cast) {}
    template <typename... T>
    void operator()(T&... x) {
        (put(x), ...);
    }

  private:
    template <Plain T>
    void put(T x) {
        if constexpr (std::is_enum_v<T>)
            put(static_cast<std::underlying_type_t<T>>(x));
        else if constexpr (std::is_same_v<T, float>)
            out_.f32(x, le);
        else if constexpr (sizeof(T) == 8)
            out_.u32(static_cast<std::uint32_t>(x), le), out_.u32(static_cast<std::uint32_t>(x >> 32), le);
        else if constexpr (sizeof(T) == 4)
            out_.u32(static_cast<std::uint32_t>(x), le);
        else
            out_.u8(static_cast<std::uint8_t>(x));
    }
    void put(std::string& x) { text(x); }
    void text(std::string_view x) {
        out_.u32(static_cast<std::uint32_t>(x.size()), le);
        out_.text(x);
    }
    template <typename T>
    void put(std::vector<T>& x) {
        out_.u32(static_cast<std::uint32_t>(x.size()), le);
        for (T& each : x) put(each);
    }
    template <typename T, std::size_t n>
    void put(std::array<T, n>& x) {
        for (T& each : x) put(each);
    }
    template <typename T>
    void put(Ref<T>& x) {
        const T* item = shelf_of(cast_, x).get(x);
        text(item == nullptr ? std::string_view() : item->file);
    }
    template <int n, typename T>
    void put(glm::vec<n, T>& x) {
        for (int i = 0; i < n; ++i) put(x[i]);
    }
    void put(glm::quat& x) { (*this)(x.x, x.y, x.z, x.w); }
    template <int n>
    void put(glm::mat<n, n, float>& x) {
        for (int i = 0; i < n; ++i) put(x[i]);
    }
    template <typename T>
    requires(std::is_class_v<T>) void put(T& x) { fields(*this, x); }

    Writer& out_;
    const Cast& cast_;
};

class LoadingVisitor {
  public:
    LoadingVisitor(Reader& in, Cast& cast) : in_(in), cast_(cast) {}
    template <typename... T>
    void operator()(T&... x) {
        (get(x), ...);
    }
    const std::vector<std::string>& missing() const { return missing_; }

  private:
    template <Plain T>
    void get(T& x) {
        if constexpr (std::is_enum_v<T>) {
            std::underlying_type_t<T> value{};
            get(value);
            if constexpr (sizeof(T) == 1)
                in_.expect(value <= 7, "a number that stands for a kind", static_cast<std::uint8_t>(value));
            x = static_cast<T>(value);
        } else if constexpr (std::is_same_v<T, float>) {
            x = in_.f32(le);
        } else if constexpr (std::is_same_v<T, bool>) {
            const std::uint8_t value = in_.u8();
            in_.expect(value <= 1, "0 or 1", value);
            x = value == 1;
        } else if constexpr (sizeof(T) == 8) {
            const std::uint64_t low = in_.u32(le);
            x = low | std::uint64_t{in_.u32(le)} << 32;
        } else if constexpr (sizeof(T) == 4) {
            x = static_cast<T>(in_.u32(le));
        } else {
            x = static_cast<T>(in_.u8());
        }
    }
    std::uint32_t count() {
        const std::uint32_t n = in_.u32(le);
        return in_.expect(n <= in_.remaining(), "no more items than bytes", n) ? n : 0;
    }
    void get(std::string& x) { x = in_.text(count()); }
    template <typename T>
    void get(std::vector<T>& x) {
        x.clear();
        for (std::uint32_t n = count(); n > 0 && in_.ok(); --n) {
            x.emplace_back();
            get(x.back());
        }
    }
    template <typename T, std::size_t n>
    void get(std::array<T, n>& x) {
        for (T& each : x) get(each);
    }
    template <typename T>
    void get(Ref<T>& x) {
        std::string name;
        get(name);
        x = {};
        if (name.empty() || !in_.ok()) return;
        load(cast_, name, x);
        if (!x && missing_.size() < 50) missing_.push_back(std::move(name));
    }
    template <int n, typename T>
    void get(glm::vec<n, T>& x) {
        for (int i = 0; i < n; ++i) get(x[i]);
    }
    void get(glm::quat& x) { (*this)(x.x, x.y, x.z, x.w); }
    template <int n>
    void get(glm::mat<n, n, float>& x) {
        for (int i = 0; i < n; ++i) get(x[i]);
    }
    template <typename T>
    requires(std::is_class_v<T>) void get(T& x) { fields(*this, x); }

    Reader& in_;
    Cast& cast_;
    std::vector<std::string> missing_;
};

void u64(Writer& out, std::uint64_t value) {
    out.u32(static_cast<std::uint32_t>(value), le);
    out.u32(static_cast<std::uint32_t>(value >> 32), le);
}
std::uint64_t u64(Reader& in) {
    const std::uint64_t low = in.u32(le);
    return low | std::uint64_t{in.u32(le)} << 32;
}

// Everything but what only a saved game has.
Expected<Bytes> state_bytes(const Game& game) {
    Writer out;
    SavingVisitor visit(out, game.cast());
    // Visitors take what they may change; this one doesn't.
    visit(const_cast<Stage&>(game.stage()), const_cast<Audio&>(game.audio()),
          const_cast<Controls&>(game.controls()), const_cast<Extras&>(game.extras()));
    RK_TRY(const Bytes scripts, game.machine().save());
    out.u32(static_cast<std::uint32_t>(scripts.size()), le);
    out.bytes(scripts);
    return out.take();
}

// The file's head, checked; the reader stands behind it.
struct Head {
    std::uint64_t data = 0;
    std::vector<std::string> texts;
};
Expected<Head> read_head(Reader& in) {
    const std::size_t size = in.size();
    if (size < mark.size() + 24 || in.text(mark.size()) != mark)
        return bad_data(in.file(), 0, "a saved game of Rekindle's emi engine (RKES)",
                        size < 4 ? "a few bytes" : "something else");
    const std::uint32_t version = in.u32(le);
    if (version != save_version)
        return bad_data(in.file(), 4, fmt::format("saved games of version {}", save_version),
                        fmt::format("version {}", version));
    Reader tail(in.data(), in.file());
    tail.seek(size - 8);
    if (u64(tail) != hash64(in.data().first(size - 8)))
        return bad_data(in.file(), size - 8, "the hash of an undamaged saved game", "another one");
    Head head;
    head.data = u64(in);
    const std::uint32_t texts = in.u32(le);
    in.expect(texts <= 1000, "at most 1000 texts", texts);
    for (std::uint32_t i = 0; i < texts && in.ok(); ++i) head.texts.emplace_back(in.text(in.u32(le)));
    if (!in.ok()) return in.unexpected();
    return head;
}

} // namespace
} // namespace saved

Expected<Bytes> save_game(const Game& game, std::span<const std::string> texts) {
    using namespace saved;
    RK_TRY(const Bytes state, state_bytes(game));
    const Bytes packed = zstd_compress(state, 3);
    Writer out;
    out.text(mark);
    out.u32(save_version, le);
    u64(out, game.resources().id());
    out.u32(static_cast<std::uint32_t>(texts.size()), le);
    for (const std::string& text : texts) {
        out.u32(static_cast<std::uint32_t>(text.size()), le);
        out.text(text);
    }
    out.u32(static_cast<std::uint32_t>(packed.size()), le);
    out.bytes(packed);
    u64(out, hash64(out.view()));
    return out.take();
}

Expected<void> load_game(Game& game, ByteView bytes, std::string_view file) {
    using namespace saved;
    Reader in(bytes, file);
    RK_TRY(const Head head, read_head(in));
    if (head.data != game.resources().id())
        return bad_data(file, 8, "a game saved with " + game.resources().files().title(),
                        "one of other data");
    const ByteView packed = in.bytes(in.u32(le));
    if (!in.ok()) return in.unexpected();
    RK_TRY(const Bytes state, zstd_decompress(packed, file, most_state));

    Reader inner(state, file);
    LoadingVisitor visit(inner, game.cast());
    Moment moment;
    visit(moment.stage, moment.audio, moment.controls, moment.extras);
    const ByteView scripts = inner.bytes(inner.u32(le));
    inner.expect_end();
    if (!inner.ok()) return inner.unexpected();
    if (!visit.missing().empty())
        return missing(std::string(file), fmt::format("the files that this saved game needs: {}",
                                                      fmt::join(visit.missing(), ", ")));
    RK_CHECK(check_whole(moment.stage, game.cast(), file));
    RK_CHECK(check_whole(moment.audio, moment.controls, moment.extras, file));
    RK_CHECK(game.machine().restore(scripts, file));
    moment.scripts = game.machine().state();
    game.go_to(std::move(moment));
    return {};
}

std::uint64_t hash_game(const Game& game) {
    const auto state = saved::state_bytes(game);
    return state ? hash64(*state) : 0;
}

Expected<std::vector<std::string>> saved_texts(ByteView bytes, std::string_view file) {
    Reader in(bytes, file);
    RK_TRY(saved::Head head, saved::read_head(in));
    return std::move(head.texts);
}

} // namespace rekindle::emi
