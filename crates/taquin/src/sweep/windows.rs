//! How moves change ranks.
//!
//! A move along a row leaves the sequence of tiles, and so the rank, as it is. A move over a stride
//! of s cells takes one element past s−1 others: a window of s neighbouring digits changes, in a
//! way that depends on these digits only. It is looked up in a table indexed by the window's digits.
//!
//! Where the window reaches the digit that is not kept, that digit follows from the parity of the
//! digits before the window: there are two tables, one for each parity.

use super::ranking::{Ranking, from_digits};
use crate::shape::{Cell, Direction};

/// A move of the blank into a cell: how the ranks of the cell it comes from change.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) from: Cell,
    pub(super) change: Change,
}

#[derive(Debug)]
pub(super) enum Change {
    /// The sequence stays.
    Nothing,
    /// A window of digits changes.
    Window(Window),
}

/// Digits that change together: the rank is `(high · size + digits) · low_size + low`. What stands
/// before the low digits is a block.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) low_size: u32,
    size: u32,
    /// The digits after the move; twice as long, the half for an odd sum of the high digits second,
    /// where the window reaches the digit that is not kept.
    table: Vec<u32>,
    /// For each high part whether the sum of its digits is odd; empty if it does not matter.
    high_is_odd: Vec<bool>,
}

impl Window {
    /// The block that a block becomes.
    #[inline]
    pub(super) fn after(&self, block: u32) -> u32 {
        let (high, digits) = (block / self.size, block % self.size);
        let second_half = self.high_is_odd.get(high as usize).is_some_and(|&odd| odd);
        high * self.size + self.table[(digits + u32::from(second_half) * self.size) as usize]
    }
}

/// Windows that reach the end are widened to this many elements, so that there are few high parts.
const WIDE: usize = 6;

/// For each cell, the moves of the blank into it.
pub(super) fn arrivals(ranking: &Ranking) -> Vec<Vec<Arrival>> {
    let shape = ranking.shape();
    shape
        .all_cells()
        .map(|to| {
            Direction::ALL
                .into_iter()
                .filter_map(|direction| shape.neighbour(to, direction))
                .map(|from| Arrival { from, change: change(ranking, from, to) })
                .collect()
        })
        .collect()
}

/// How ranks change when the blank goes from one cell to its neighbour.
fn change(ranking: &Ranking, from: Cell, to: Cell) -> Change {
    let tiles = ranking.shape().tiles();
    let (first, last) = (from.min(to).index(), from.max(to).index() - 1);
    if first == last {
        return Change::Nothing;
    }
    // Forwards, the last element of the window comes first; backwards, the first comes last.
    let rotate = |window: &mut [u16]| if from < to { window.rotate_right(1) } else { window.rotate_left(1) };
    if last < tiles - 2 {
        let radices: Vec<u32> = (first..=last).map(|digit| (tiles - digit) as u32).collect();
        let size: u32 = radices.iter().product();
        let table = (0..size)
            .map(|value| {
                let mut code = to_code(value, &radices);
                let kept = code.len();
                code.resize(tiles - first, 0);
                let mut places = from_digits(&code);
                rotate(&mut places[..=last - first]);
                let after: Vec<u32> = digits(&places).take(kept).collect();
                from_code(&after, &radices)
            })
            .collect();
        let low_size = ranking.units()[last];
        return Change::Window(Window { low_size, size, table, high_is_odd: Vec::new() });
    }
    let wide_first = first.min(tiles.saturating_sub(WIDE));
    let radices: Vec<u32> = (wide_first..tiles - 2).map(|digit| (tiles - digit) as u32).collect();
    let size: u32 = radices.iter().product();
    let mut table = Vec::with_capacity(2 * size as usize);
    for high_is_odd in [false, true] {
        for value in 0..size {
            let mut code = to_code(value, &radices);
            let sum = code.iter().sum::<u32>() + u32::from(high_is_odd);
            code.push((sum + u32::from(ranking.is_odd(from))) % 2);
            code.push(0);
            let mut places = from_digits(&code);
            rotate(&mut places[first - wide_first..=last - wide_first]);
            let after: Vec<u32> = digits(&places).take(radices.len()).collect();
            table.push(from_code(&after, &radices));
        }
    }
    let high_radices: Vec<u32> = (0..wide_first).map(|digit| (tiles - digit) as u32).collect();
    let high_is_odd = (0..ranking.ranks() / size)
        .map(|high| to_code(high, &high_radices).iter().sum::<u32>() % 2 == 1)
        .collect();
    Change::Window(Window { low_size: 1, size, table, high_is_odd })
}

/// The digits of a sequence: for each element how many later ones are smaller.
fn digits(places: &[u16]) -> impl Iterator<Item = u32> + '_ {
    places
        .iter()
        .enumerate()
        .map(|(i, place)| places[i + 1..].iter().filter(|later| *later < place).count() as u32)
}

fn to_code(mut value: u32, radices: &[u32]) -> Vec<u32> {
    let mut code = vec![0; radices.len()];
    for (digit, radix) in code.iter_mut().zip(radices).rev() {
        *digit = value % radix;
        value /= radix;
    }
    code
}

fn from_code(code: &[u32], radices: &[u32]) -> u32 {
    code.iter().zip(radices).fold(0, |value, (digit, radix)| value * radix + digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::NamedGoal;
    use crate::scramble::Scrambler;
    use crate::shape::Shape;

    #[test]
    fn a_window_moves_the_rank_as_a_slide_moves_the_board() {
        for text in ["2x2", "3x2", "2x4", "3x3", "2x2x2", "4x3", "6x2", "2x3x2"] {
            let shape: Shape = text.parse().unwrap();
            let goal = Scrambler::new(NamedGoal::BlankLast.board(shape).unwrap(), 5).uniform();
            let ranking = Ranking::new(&goal);
            let arrivals = arrivals(&ranking);
            let mut scrambler = Scrambler::new(goal, 11);
            for _ in 0..2000 {
                let board = scrambler.uniform();
                let (blank, rank) = ranking.locate(&board).unwrap();
                for (_, to) in board.moves() {
                    let mut after = board.clone();
                    after.slide_blank_to(to);
                    let arrival = arrivals[to.index()].iter().find(|arrival| arrival.from == blank);
                    let moved = match &arrival.unwrap().change {
                        Change::Nothing => rank,
                        Change::Window(window) => {
                            window.after(rank / window.low_size) * window.low_size + rank % window.low_size
                        }
                    };
                    assert_eq!(Some((to, moved)), ranking.locate(&after), "{board} → {after}");
                }
            }
        }
    }
}
