// How deep a derivation must go at least, and which alternatives come back to a rule: what generation needs
// to steer out of recursion. A rule from which no derivation ends is an error of the grammar.
#pragma once

#include "generate/derive/grammar/grammar.h"

#include <vector>

namespace assay::generate::derive {

class Depths {
  public:
    static constexpr int kNoWayOut = 1'000'000;
    static constexpr int kDeepest = 500; // what derives a sentence goes down rule by rule

    static base::Result<Depths> of(const Grammar& grammar);
    // The same where rules without a way out are no error: nobody will take them.
    static Depths measure(const Grammar& grammar);

    // A literal or character is 0 deep, a rule one more than the shallowest of its alternatives.
    int rule(int index) const { return rules_[static_cast<size_t>(index)]; }
    int alternative(const Alternative& alternative) const;
    // Whether something derived from the alternative may be the rule again.
    bool comes_back(const Alternative& alternative, int rule) const;

  private:
    void find_ways_out(const Grammar& grammar, const std::vector<std::vector<int>>& users);
    void find_reach(const std::vector<std::vector<int>>& uses);
    int element(const Element& element) const;
    bool reaches(int from, int to) const {
        return reach_[static_cast<size_t>(from)][static_cast<size_t>(to)];
    }

    std::vector<int> rules_;
    std::vector<std::vector<bool>> reach_; // reach_[a][b]: b can be met below a
};

} // namespace assay::generate::derive
