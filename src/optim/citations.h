// Papers that methods of more than one family cite.
#pragma once

namespace sagitta {

inline constexpr char kSchmidt2015[] =
    "Schmidt, Babanezhad, Ahmed, Defazio, Clifton, Sarkar: Non-Uniform Stochastic Average Gradient "
    "Method for Training Conditional Random Fields. AISTATS 2015";

}  // namespace sagitta
