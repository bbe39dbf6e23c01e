#pragma once
// The levels of a data set, loaded when first asked for and kept.

#include <map>
#include <memory>

#include "flashback/data/data_set.h"
#include "flashback/data/level.h"
#include "flashback/data/load_level.h"

namespace rekindle::flashback::oracle {

class Levels {
  public:
    explicit Levels(const DataSet& data) : data_(data) {}

    const DataSet& data() const { return data_; }
    // Index 0..6; the level lives as long as this object.
    Expected<const Level*> get(int index) {
        std::unique_ptr<Level>& kept = levels_[index];
        if (!kept) {
            RK_TRY(Level level, load_level(data_, index));
            kept = std::make_unique<Level>(std::move(level));
        }
        return kept.get();
    }

  private:
    const DataSet& data_;
    std::map<int, std::unique_ptr<Level>> levels_;
};

} // namespace rekindle::flashback::oracle
