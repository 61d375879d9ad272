//! Children that compete for the places of the next level.

use crate::search::StopReason;
use crate::search::common::room::filled;

/// A child that has no board yet.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) hash: u64,
    /// The place of its parent in the parent's shard.
    pub(super) place: u32,
    /// The score, shifted and cut off.
    pub(super) rank: u16,
    /// The shard of its parent.
    pub(super) shard: u8,
    /// The cell that the blank goes to.
    pub(super) blank: u8,
}

/// Candidates by rank; those with equal ranks keep their order.
pub(super) fn ranked<'c>(
    lists: impl Iterator<Item = &'c [Candidate]> + Clone,
) -> Result<Vec<Candidate>, StopReason> {
    let (mut lowest, mut highest, mut count) = (u16::MAX, 0, 0);
    for list in lists.clone() {
        count += list.len();
        for candidate in list {
            lowest = lowest.min(candidate.rank);
            highest = highest.max(candidate.rank);
        }
    }
    if count == 0 {
        return Ok(Vec::new());
    }
    let mut places = filled(0, usize::from(highest - lowest) + 2)?;
    for list in lists.clone() {
        for candidate in list {
            places[usize::from(candidate.rank - lowest) + 1] += 1;
        }
    }
    for rank in 1..places.len() {
        places[rank] += places[rank - 1];
    }
    let none = Candidate { hash: 0, place: 0, rank: 0, shard: 0, blank: 0 };
    let mut ranked = filled(none, count)?;
    for list in lists {
        for candidate in list {
            let place = &mut places[usize::from(candidate.rank - lowest)];
            ranked[*place] = *candidate;
            *place += 1;
        }
    }
    Ok(ranked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_of_one_rank_keep_their_order() {
        let candidate = |rank, place| Candidate { hash: 0, place, rank, shard: 0, blank: 0 };
        let lists = [vec![candidate(9, 0), candidate(3, 1)], vec![], vec![candidate(3, 2), candidate(4, 3)]];
        let ranked = ranked(lists.iter().map(Vec::as_slice)).unwrap();
        assert_eq!(ranked.iter().map(|candidate| candidate.place).collect::<Vec<_>>(), [1, 2, 3, 0]);
    }
}
