//! What is left of a level for the way back: 4 bytes for each board.

use crate::search::StopReason;

/// Neighbours of a cell are told apart by so many bits: there are six at most.
const BITS: u32 = 3;

/// The widest beam: the place of a parent and a neighbour are one number.
pub(super) const WIDEST: usize = 1 << (u32::BITS - BITS);

/// By board of a level, the place of its parent on the level before and which neighbour of its blank's cell the blank
/// came from.
#[derive(Default)]
pub(super) struct Trail(Vec<u32>);

impl Trail {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Bytes for so many boards.
    pub(super) fn bytes(boards: usize) -> u64 {
        (boards * size_of::<u32>()) as u64
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn make_room(&mut self, boards: usize) -> Result<(), StopReason> {
        self.0.try_reserve_exact(boards).map_err(|_| StopReason::Memory)
    }

    #[inline]
    pub(super) fn push(&mut self, parent: usize, neighbour: usize) {
        self.0.push((parent << BITS | neighbour) as u32);
    }

    /// Takes over the boards of another trail.
    pub(super) fn append(&mut self, other: &mut Trail) {
        self.0.append(&mut other.0);
    }

    /// The place of a board's parent.
    pub(super) fn parent(&self, place: usize) -> usize {
        self.back(place).0
    }

    /// The parent's place, and the number of the neighbour.
    fn back(&self, place: usize) -> (usize, usize) {
        let step = self.0[place] as usize;
        (step >> BITS, step & ((1 << BITS) - 1))
    }
}

/// The cells that the blank visits on the way to a place on the last level, where it is in `blank`.
pub(super) fn way(trails: &[Trail], place: usize, blank: u8, neighbours: &[Vec<u8>]) -> Vec<u8> {
    let (mut place, mut blank) = (place, blank);
    let mut way = Vec::with_capacity(trails.len());
    for trail in trails.iter().rev() {
        way.push(blank);
        let (parent, neighbour) = trail.back(place);
        (place, blank) = (parent, neighbours[usize::from(blank)][neighbour]);
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_back_is_turned_round() {
        // A strip of four cells: the blank goes from 0 to 3.
        let neighbours = [vec![1], vec![0, 2], vec![1, 3], vec![2]];
        let trails = [(vec![(0, 0)]), vec![(0, 1), (0, 0)], vec![(0, 1), (1, 0)]].map(|steps| {
            let mut trail = Trail::default();
            steps.into_iter().for_each(|(parent, neighbour)| trail.push(parent, neighbour));
            trail
        });
        assert_eq!(way(&trails, 1, 3, &neighbours), [1, 2, 3]);
        assert_eq!(trails[2].back(0), (0, 1));
    }
}
