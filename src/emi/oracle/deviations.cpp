#include <array>

#include "emi/oracle/report.h"

namespace rekindle::emi::oracle {

std::span<const Deviation> deviations() {
    static constexpr std::string_view attaching = "attaching keeps the world orientation; the measured "
                                                  "engine does only where both are turned by yaw alone";
    static constexpr std::array all{
        Deviation{"math", "", "child_attached with pitch and roll", "R46", 2, attaching},
        Deviation{"math", "", "child_after_parent_move with pitch and roll", "R46", 2, attaching},
    };
    return all;
}

} // namespace rekindle::emi::oracle
