//! Which sums of pattern databases are worth asking on one board.
//!
//! More sums mean fewer nodes and dearer ones, and which sums cut depends on the board: one partition may be worth ten
//! others on one board and nothing on the next. So small searches of the board itself decide. Each sum is admissible, so
//! any choice gives shortest solutions.
//!
//! 1. A search by all sums tells for every child beyond the bound which sums say so. A greedy cover puts the sums into
//!    an order: first the one that cuts most, then the one that cuts most of what is left, and so on.
//! 2. Searches by the first so many of them, for every number, tell their nodes. What a node costs is known from
//!    measurements, and the cheapest choice is taken.

use std::collections::HashMap;

/// A search by all sums has at most so many nodes.
const SAMPLE: u64 = 60_000;
/// So many sums are asked if not even the first bound can be searched.
const FEW: usize = 4;
/// What a node costs, and what every sum adds to it: about nanoseconds.
const NODE_COST: u64 = 40;
const SUM_COST: u64 = 6;

/// A set of sums, a bit for each.
pub(crate) type Set = u16;

/// A kernel that asks all sums and tells what each says.
pub(crate) trait Sampler {
    /// How many sums there are.
    fn sums(&self) -> usize;
    /// The largest estimate.
    fn estimate(&self) -> u32;
    /// Searches below a bound by a set of sums. Tells the nodes; nothing if there are more than `most`, or the goal is
    /// found. `cut` is told the sums that are above the bound for each child that is cut off.
    fn search(&self, bound: u32, sums: Set, most: u64, cut: &mut dyn FnMut(Set)) -> Option<u64>;
}

/// The numbers of the sums worth asking, the one that cuts most first.
///
/// If `stop` says so the sums found so far are taken: any choice is sound.
pub(crate) fn worth_asking(sampler: &dyn Sampler, stop: &dyn Fn() -> bool) -> Vec<usize> {
    let all: Vec<usize> = (0..sampler.sums()).collect();
    let mut next = sampler.estimate();
    let mut searched = None;
    let mut cuts = HashMap::new();
    loop {
        let mut more = HashMap::new();
        let mut count = |set: Set| *more.entry(set).or_insert(0) += 1;
        let nodes = sampler.search(next, set_of(&all), SAMPLE, &mut count);
        if nodes.is_some() || searched.is_none() {
            cuts = more;
        }
        if nodes.is_none() || stop() {
            break;
        }
        searched = Some(next);
        next += 2;
    }
    let mut order = in_order(cuts, all.len());
    let Some(bound) = searched else {
        order.truncate(FEW);
        return order;
    };
    let cost = |sums: &[usize], most: u64| {
        let each = NODE_COST + SUM_COST * sums.len() as u64;
        let nodes = sampler.search(bound, set_of(sums), most / each, &mut |_| ());
        nodes.map_or(u64::MAX, |nodes| nodes * each)
    };
    let mut best = (u64::MAX, order.clone());
    for length in 1..=order.len() {
        if stop() {
            break;
        }
        let tried = order[..length].to_vec();
        let cost = cost(&tried, best.0.min(100 * SAMPLE * NODE_COST));
        if cost < best.0 {
            best = (cost, tried);
        }
    }
    best.1
}

fn set_of(sums: &[usize]) -> Set {
    sums.iter().fold(0, |set, &sum| set | 1 << sum)
}

/// Sums in the order of a greedy cover of what is cut; those that add nothing are left out.
fn in_order(cuts: HashMap<Set, u64>, sums: usize) -> Vec<usize> {
    let mut left: Vec<(Set, u64)> = cuts.into_iter().collect();
    let mut order = Vec::new();
    while !left.is_empty() {
        let cut_by = |sum: usize| {
            left.iter().filter(|(set, _)| set >> sum & 1 == 1).map(|(_, count)| count).sum::<u64>()
        };
        let best =
            (0..sums).max_by_key(|&sum| (cut_by(sum), std::cmp::Reverse(sum))).expect("there are sums");
        order.push(best);
        left.retain(|(set, _)| set >> best & 1 == 0);
    }
    if order.is_empty() { vec![0] } else { order }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Children cut off by sets of sums, and nodes of a search that grow as fewer of them are.
    struct Known(Vec<(Set, u64)>);

    impl Sampler for Known {
        fn sums(&self) -> usize {
            3
        }
        fn estimate(&self) -> u32 {
            10
        }
        fn search(&self, bound: u32, sums: Set, most: u64, cut: &mut dyn FnMut(Set)) -> Option<u64> {
            let scale = 10u64.pow((bound - 10) / 2);
            let mut nodes = 0;
            assert!(bound >= self.estimate());
            for &(set, count) in &self.0 {
                (0..count).filter(|_| set & sums != 0).for_each(|_| cut(set & sums));
                nodes += scale * if set & sums == 0 { 10 * count } else { count };
            }
            (nodes <= most).then_some(nodes)
        }
    }

    #[test]
    fn sums_that_cut_nothing_of_their_own_are_not_asked() {
        // The second cuts most, the third some of what it does not, the first nothing else.
        let known = Known(vec![(0b011, 50), (0b010, 30), (0b100, 20)]);
        assert_eq!(worth_asking(&known, &|| false), [1, 2]);
    }

    #[test]
    fn boards_that_are_too_hard_for_a_sample_have_their_sums_in_order() {
        let known = Known(vec![(0b011, 50_000), (0b010, 30_000), (0b100, 20_000)]);
        assert_eq!(worth_asking(&known, &|| false), [1, 2]);
    }

    #[test]
    fn one_sum_is_asked_where_nothing_is_cut() {
        assert_eq!(worth_asking(&Known(vec![(0, 7)]), &|| false), [0]);
    }
}
