#pragma once
// The run-length code of MAP room pictures and SGD shapes (formats §11.1): a signed byte c; c >= 0: c + 1
// literal bytes follow; c < 0: the next byte stands 1 - c times (2...129).

#include "base/bytes.h"

namespace rekindle::flashback {

// Unpacks all of `in`, whose first byte lies at `base` of `file` (for errors). More than `most` bytes of
// output are an error. `cut_last`: a literal run that goes beyond the end of `in` is cut there (SGD), else it
// is an error.
Expected<Bytes> run_length_unpack(ByteView in, std::size_t most, bool cut_last, std::string_view file,
                                  std::size_t base);

// Short and the same everywhere; run_length_unpack() gives `data` again.
Bytes run_length_pack(ByteView data);

} // namespace rekindle::flashback
