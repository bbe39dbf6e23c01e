#include "emi/data/set.h"

namespace rekindle::emi {
namespace {

void describe_setup(Fields& f, SetSetup& setup) {
    f.fixed({"name"}, setup.name, 128);
    f.text({"background", "picture (.til), opened as written"}, setup.background);
    f.vec3({"position"}, setup.position);
    f.quat({"rotation", "camera to world; identity looks along +z, x right, y up"}, setup.rotation);
    f.f32({"fov", "degrees, horizontal"}, setup.fov);
    f.usual(setup.fov > 0 && setup.fov < 180, "a field of view between 0 and 180 degrees");
    f.f32({"near"}, setup.near_plane);
    f.usual(setup.near_plane > 0, "a near plane in front of the camera");
    f.f32({"far"}, setup.far_plane);
    f.usual(setup.far_plane > setup.near_plane, "a far plane behind the near plane");
}

void describe_light(Fields& f, SetLight& light) {
    f.fixed({"name", "scripts compare it case-sensitively"}, light.name, 32);
    f.vec3({"position"}, light.position);
    f.quat({"rotation", "(0,0,-1) turned by it points towards where the light comes from"}, light.rotation);
    f.i32({"type", "1 omni, 2 spot, 3 direct, 4 ambient"}, light.type);
    f.usual(light.type >= 1 && light.type <= 4, "a light type from 1 to 4");
    f.f32({"intensity", "1 = full colour"}, light.intensity);
    f.i32({"zero"}, light.zero);
    f.usual(light.zero == 0, "zero before the colour of a light");
    f.ints({"color", "red, green, blue, 0 to 255"}, light.color);
    f.usual(std::all_of(light.color.begin(), light.color.end(), [](auto c) { return c >= 0 && c <= 255; }),
            "light colours from 0 to 255");
    f.f32({"falloff_near", "full strength up to here"}, light.falloff_near);
    f.f32({"falloff_far", "nothing from here, linear between"}, light.falloff_far);
    f.usual(light.type > 2 || light.falloff_far >= light.falloff_near, "a far falloff behind the near one");
    f.f32({"umbra", "spot: radians, full inside"}, light.umbra);
    f.f32({"penumbra", "spot: radians, nothing outside"}, light.penumbra);
    f.usual(light.type != 2 || light.umbra <= light.penumbra, "an umbra within the penumbra");
}

void describe_sector(Fields& f, SetSector& sector) {
    f.list({"vertices", "normal = (v1-v0) x (last-v0)"}, sector.vertices, 12,
           [&f](Vec3& vertex) { f.vec3({""}, vertex); });
    f.require(!sector.vertices.empty(), "a sector with vertices", 0);
    f.usual(sector.vertices.size() >= 3, "at least three vertices of a sector");
    f.text({"name", "compared case-sensitively"}, sector.name);
    f.require(sector.name.size() <= 127, "a sector name of at most 127 characters", sector.name.size());
    f.u32({"id"}, sector.id);
    f.u8({"visible", "0 no, else yes"}, sector.visible);
    f.u32({"type", "bits: 0x1000 walk, 0x1100 funnel, 0x2000 camera, 0x4000 special, 0x8000 hot"},
          sector.type);
    f.usual((sector.type & ~0xF100u) == 0, "no sector type bits outside 0xF100");
    f.list({"sort_planes", "drawing order of actors here, one a setup"}, sector.sort_planes, 4,
           [&f](std::int32_t& plane) { f.i32({""}, plane); });
    f.f32({"height",
           "a point belongs if its distance from the plane is at most this + 0.01; from 9000 on: any"},
          sector.height);
}

void describe_shadow(Fields& f, SetShadow& shadow) {
    f.text({"name"}, shadow.name);
    f.counted_bytes({"light", "its position replaces the point; may be empty"}, shadow.light);
    f.vec3({"point"}, shadow.point);
    f.list({"sectors", "names"}, shadow.sectors, 4, [&f](std::string& name) { f.text({""}, name); });
    f.u32({"unknown"}, shadow.unknown);
    f.ints({"color", "red, green, blue"}, shadow.color);
}

} // namespace

void describe(Fields& f, Set& set) {
    f.list({"setups", "cameras; the first is current after loading"}, set.setups, 128 + 4 + 40,
           [&f](SetSetup& setup) { describe_setup(f, setup); });
    f.require(!set.setups.empty(), "at least one setup", 0);
    if (!f.goes_on({"has_lights"}, set.has_lights)) return;
    f.list({"lights"}, set.lights, 100, [&f](SetLight& light) { describe_light(f, light); });
    if (!f.goes_on({"has_sectors"}, set.has_sectors)) return;
    f.list({"sectors"}, set.sectors, 25, [&f](SetSector& sector) { describe_sector(f, sector); });
    if (!f.goes_on({"has_shadows"}, set.has_shadows)) return;
    f.list({"shadows"}, set.shadows, 40, [&f](SetShadow& shadow) { describe_shadow(f, shadow); });
    f.tail(set.tail);
}

Expected<Set> read_set(ByteView bytes, std::string_view file, Notes* notes) {
    constexpr std::string_view text_set = "section";
    if (bytes.size() >= text_set.size() && std::equal(text_set.begin(), text_set.end(), bytes.begin())) {
        return tl::unexpected(Error{.kind = ErrorKind::bad_data,
                                    .file = std::string(file),
                                    .expected = "a binary set",
                                    .found = "a text set of the predecessor game",
                                    .cure = "Text sets are not supported"});
    }
    return read_fields<Set>(bytes, file, notes);
}

Expected<Bytes> write_set(const Set& set) { return write_fields(set, "set"); }

} // namespace rekindle::emi
