// Whether scaled forward probabilities can be relied on where the range of scores does not prove it
// (kernels/chain.h). In the terms of that file, let
//
//   R_t[k] = sum_i a_{t-1}[i] E[i][k],      a_t[k] = e_t[k] R_t[k] / z_{t-1}
//
// be as computed, u the smallest normal number. Besides relative rounding errors, which sums and
// products of positive numbers do not amplify, there are absolute ones, from underflow and from
// exponentials that were raised to the smallest: at most 2u in each e, E and a, so at most 6 K u in
// R_t[k] (no a_t sums to more than K). They do not matter where
//
//   R_t[k] >= theta,   theta many times u / epsilon,   that is   a_t[k] >= theta e_t[k] / z_{t-1}
//
// So if this holds for all t and all k with e_t[k] > 0, and z_t >= theta for all t, every R and z
// is right to rounding, and log Z = sum_t log z_t with them. One thing is excepted: a_t[k] = 0
// because no i with a_{t-1}[i] > 0 leads to k, which is no underflow but the truth.
//
// Where all steps are allowed the edges alone can promise this, however wide the scores of nodes
// are: E[i][k] >= m = exp(-range(A)) gives R_t[k] >= m z_{t-1}; one e_t[k] is 1, so
//
//   z_t >= R_t[k] / z_{t-1} >= m,      R_t[k] >= m^2 >= theta    if 2 range(A) <= -log theta
//
// Where some are forbidden a label of any probability, however small, can be all that the next
// token allows, and where steps are wider still no bound says much: the outcome must be looked at.
//
// The backward pass is then safe as well, once e_t[k] is 0 wherever a_t[k] is: no path gets there,
// so no marginal changes, and Q_t[k] = p(y_t = k) / R_t[k] <= 1 / theta is the largest number to
// occur. Underflow of a B_t[k] by u changes marginals by a_t[k] u only.
#pragma once

#include "kernels/chain.h"

namespace sagitta {

/// 2 range(A) may come up to this in Real whatever the scores of nodes are: -log theta.
template <class Real>
double StepRangeLimit();

/// The criterion above. REQUIRES: kernels::Forward went before. Cost T K, and up to K more for each
/// label that cannot be reached though its token allows it.
template <class Real>
bool ForwardIsAccurate(const kernels::ChainArrays<Real>& chain);

/// Makes node_exp[t][k], which are the chain's own exponentials, 0 wherever forward[t][k] is.
template <class Real>
void ForbidUnreachable(const kernels::ChainArrays<Real>& chain, Real* node_exp);

}  // namespace sagitta
