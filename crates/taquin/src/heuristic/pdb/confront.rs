//! Compares a way to the goal with what tables say of it.
//!
//! Along the way every slide of a tile of a pattern changes the distance of the pattern by one, up or down as two entries
//! say, and other slides change nothing. It begins with the distance that a walk down from the start finds. If it
//! ends with 0 at the goal and was never below, it was never above the slides that were left either: each takes
//! away one at most. So a table that passes has claimed nothing that the way contradicts.

use super::{PatternDatabases, Sum};
use crate::board::Board;
use crate::contradiction::{Contradiction, ContradictionKind};
use crate::shape::Direction;
use crate::solution::Solution;

/// A part of a sum, followed along a way.
struct Followed<'a> {
    sum: &'a Sum,
    part: usize,
    distance: u32,
    bit: bool,
    /// The number of its arrangement.
    number: usize,
}

impl Followed<'_> {
    fn note(&self, kind: ContradictionKind) -> Contradiction {
        self.sum.parts[self.part].table.note(kind)
    }
}

impl PatternDatabases {
    /// Follows a solution with all tables.
    pub(super) fn confront_way(&self, solution: &Solution) -> Result<(), Contradiction> {
        let (_, followed) = self.follow(solution.start(), solution.moves())?;
        match followed.iter().find(|followed| followed.distance != 0) {
            None => Ok(()),
            Some(wrong) => Err(wrong.note(ContradictionKind::NotHome(wrong.distance))),
        }
    }

    /// Notes which table led a search by these moves to a board that it took for the goal.
    pub(crate) fn blame(&self, start: &Board, moves: &[Direction]) -> Option<Contradiction> {
        let (board, followed) = match self.follow(start, moves) {
            Ok(end) => end,
            Err(contradiction) => return Some(contradiction),
        };
        // A search that has no moves left takes a sum to be 0.
        let wrong = followed.iter().find(|Followed { sum, part, distance, .. }| {
            *distance == 0 && sum.distance(*part, &board) != Ok(0)
        });
        wrong.or(followed.first()).map(|wrong| wrong.note(ContradictionKind::WrongGoal))
    }

    fn follow(
        &self,
        start: &Board,
        moves: &[Direction],
    ) -> Result<(Board, Vec<Followed<'_>>), Contradiction> {
        let mut followed = Vec::new();
        for sum in &*self.sums {
            for part in 0..sum.parts.len() {
                let distance = sum.distance(part, start)?;
                let (number, bit) = (sum.number(part, start), sum.bit(part, start));
                followed.push(Followed { sum, part, distance, bit, number });
            }
        }
        let mut board = start.clone();
        for &direction in moves {
            let slide = board.slide(direction).expect("a way goes from neighbour to neighbour");
            // Without tables there are no distances either.
            let away = || {
                let distances = &self.distances[slide.tile().index()];
                distances[slide.to().index()] > distances[slide.from().index()]
            };
            for followed in &mut followed {
                let before = std::mem::replace(&mut followed.bit, followed.sum.bit(followed.part, &board));
                let differ = before ^ followed.bit;
                let number =
                    std::mem::replace(&mut followed.number, followed.sum.number(followed.part, &board));
                if usize::from(followed.sum.part_of[slide.tile().index()]) != followed.part {
                    if differ {
                        return Err(followed.note(ContradictionKind::Region));
                    }
                    continue;
                }
                let (distance, rises) = (followed.distance, away() ^ differ);
                // A search may have gone by what is said beside the table.
                if followed.sum.raises(followed.part, number, slide).is_some_and(|said| said != rises) {
                    return Err(followed.note(ContradictionKind::Rises));
                }
                let after = if rises { distance.checked_add(1) } else { distance.checked_sub(1) };
                followed.distance = after.ok_or_else(|| followed.note(ContradictionKind::OutOfRange))?;
            }
        }
        Ok((board, followed))
    }
}
