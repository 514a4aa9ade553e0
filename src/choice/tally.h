// How often each alternative of each site was taken. An alternative that is never taken in many programs is a
// dead feature that nobody would notice otherwise. A tally knows a site once it is reached; sites that are
// never reached are found by handing in the list of all of them.
#pragma once

#include "choice/pointer_table.h"
#include "choice/site.h"

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::choice {

class Tally {
  public:
    struct Count {
        std::string site;
        std::string alternative;
        std::uint64_t taken = 0;
        bool wanted = false; // its weight was above 0 in some session

        bool operator==(const Count&) const = default;
    };

    // Adds what another tally counted, for example that of another program or thread.
    void merge(const Tally& other);

    // By name of the site, then as declared.
    std::vector<Count> counts() const;
    std::uint64_t taken(std::string_view site, std::string_view alternative) const;

    // Alternatives with a weight above 0 that were never taken: of the sites reached, and with a list of all
    // sites also of those never reached (then the declared weight decides). By name, then as declared.
    std::vector<Count> never_taken() const;
    std::vector<Count> never_taken(std::span<const Site* const> all) const;

    // One line for each alternative: count, site, alternative.
    std::string to_text() const;

    // Makes the site known and returns its counters, one for each alternative. They stay where they are for
    // as long as the tally, also when it is moved. Two sites of one name must have the same alternatives.
    std::uint64_t* counters(const Site& site, std::span<const std::uint32_t> weights);

  private:
    struct Row {
        std::string site;
        std::vector<std::string> names;
        std::vector<std::uint64_t> taken;
        std::vector<bool> wanted;
    };
    size_t row(std::string_view site, const std::vector<std::string>& names);
    const Row* find(std::string_view site) const;
    static std::uint64_t* known_weights(Row& row, std::span<const std::uint32_t> weights);

    std::deque<Row> rows_;
    std::map<std::string, size_t, std::less<>> by_name_;
    PointerTable<size_t> by_site_; // those met before; what lies at an address may have changed since
};

} // namespace assay::choice
