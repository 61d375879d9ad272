//! Exact distances of all boards of a small shape, by the plainest breadth-first search there is. It shares no
//! code with the library, so that both cannot be wrong in the same way.

use super::boards::{Cells, Geometry};
use super::random::Random;
use std::collections::HashMap;

/// The distance of every board from one goal. Boards are packed, four bits a cell, the first cell lowest.
pub(super) struct Truth {
    geometry: Geometry,
    distances: HashMap<u64, u32>,
    /// The boards in the order in which they were met: by distance.
    order: Vec<u64>,
}

impl Truth {
    /// All boards from which a goal of up to 16 cells can be reached; meant for up to 10.
    pub(super) fn new(geometry: Geometry, goal: &Cells) -> Truth {
        assert!(geometry.cells() <= 16, "four bits a cell");
        let neighbours: Vec<Vec<usize>> =
            (0..geometry.cells()).map(|cell| geometry.neighbours(cell)).collect();
        let goal = pack(goal);
        let mut distances = HashMap::from([(goal, 0)]);
        let mut order = vec![goal];
        let mut next = 0;
        while let Some(&board) = order.get(next) {
            next += 1;
            let distance = distances[&board] + 1;
            let blank = (0..geometry.cells()).find(|cell| board >> (4 * cell) & 15 == 0).unwrap_or(0);
            for cell in &neighbours[blank] {
                let tile = board >> (4 * cell) & 15;
                let slid = board ^ tile << (4 * cell) ^ tile << (4 * blank);
                distances.entry(slid).or_insert_with(|| {
                    order.push(slid);
                    distance
                });
            }
        }
        Truth { geometry, distances, order }
    }

    /// The distance of a board; `None` if it cannot be solved.
    pub(super) fn distance(&self, board: &Cells) -> Option<u32> {
        self.distances.get(&pack(board)).copied()
    }

    /// Boards to try: the goal, one of the farthest, and random ones.
    pub(super) fn samples(&self, count: usize, random: &mut Random) -> Vec<Cells> {
        let ends = [self.order[0], self.order[self.order.len() - 1]];
        let picked = (2..count).map(|_| *random.pick(&self.order));
        ends.into_iter().chain(picked).map(|board| self.unpack(board)).collect()
    }

    fn unpack(&self, board: u64) -> Cells {
        (0..self.geometry.cells()).map(|cell| (board >> (4 * cell) & 15) as u16).collect()
    }
}

fn pack(board: &Cells) -> u64 {
    board.iter().enumerate().map(|(cell, &number)| u64::from(number) << (4 * cell)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known counts: 2x2 has 12 boards to depth 6, 3x2 360 to 21, 2x2x2 20,160 to 19.
    #[test]
    fn small_spaces_have_their_known_sizes_and_depths() {
        let shapes = [
            (Geometry::flat(2, 2), 12, 6),
            (Geometry::flat(3, 2), 360, 21),
            (Geometry::solid(2, 2, 2), 20_160, 19),
        ];
        for (geometry, boards, deepest) in shapes {
            let truth = Truth::new(geometry, &geometry.blank_last());
            assert_eq!(truth.order.len(), boards);
            assert_eq!(truth.distances.values().max(), Some(&deepest));
        }
    }

    #[test]
    fn scrambled_boards_can_be_solved() {
        let geometry = Geometry::flat(3, 2);
        let mut random = Random::new(1, "truth", 0);
        for _ in 0..50 {
            let goal = geometry.shuffled(&mut random);
            let start = geometry.scrambled(&goal, &mut random);
            assert!(Truth::new(geometry, &goal).distance(&start).is_some());
        }
    }
}
