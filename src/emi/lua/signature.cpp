#include "emi/lua/signature.h"

namespace rekindle::lua {

std::vector<Parameter> parse_parameters(std::string_view types) {
    std::vector<Parameter> parameters;
    bool optional = false;
    for (std::size_t at = 0; at < types.size();) {
        const std::size_t end = std::min(types.find(' ', at), types.size());
        Parameter parameter;
        for (std::size_t i = at; i < end; ++i) {
            switch (types[i]) {
            case '?': optional = true; break;
            case '+': parameter.repeated = true; break;
            case 'n': parameter.number = true; break;
            case 's': parameter.text = true; break;
            case 't': parameter.table = true; break;
            case 'f': parameter.function = true; break;
            case 'k': parameter.task = true; break;
            case '0': parameter.nil = true; break;
            case '@':
                for (int n = 0; n < 4; ++n) {
                    const char c = i + 1 < end ? types[++i] : ' ';
                    parameter.object = parameter.object * 256 + (c == '_' ? ' ' : c);
                }
                break;
            default: parameter.any = true; break;
            }
        }
        parameter.optional = optional;
        parameters.push_back(parameter);
        at = end + 1;
    }
    return parameters;
}

} // namespace rekindle::lua
