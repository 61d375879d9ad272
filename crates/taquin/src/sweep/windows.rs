//! How moves change ranks.
//!
//! A move along a row leaves the sequence of tiles, and so the rank, as it is. A move over a stride
//! of s cells takes one element past s−1 others: a window of s neighbouring digits changes, in a
//! way that depends on these digits only. It is looked up in a table indexed by the window's digits.
//!
//! Where the window reaches the digit that is not kept, that digit follows from the parity of the
//! digits before the window: there are two tables, one for each parity.

use super::bits::Bits;
use super::ranking::Ranking;
use crate::shape::{Cell, Direction};

/// A move of the blank into a cell: how the ranks of the cell it comes from change.
#[derive(Debug)]
pub(super) struct Arrival {
    pub(super) from: Cell,
    change: Change,
}

#[derive(Debug)]
enum Change {
    /// The sequence stays.
    Nothing,
    /// A window of digits changes that does not reach the end.
    Window(Window),
    /// All digits from some place on change.
    Tail(Tail),
}

/// Digits that change together: the rank is `(high · size + digits) · low_size + low`. Ranks with
/// the same high part and the same digits move together.
#[derive(Debug)]
struct Window {
    low_size: u32,
    size: u32,
    /// The digits after the move.
    table: Vec<u32>,
}

/// Digits to the end: the rank is `high · size + digits`.
#[derive(Debug)]
struct Tail {
    size: u32,
    /// The digits after the move, for an even and for an odd sum of the high digits; the first serves
    /// both where it makes no difference.
    tables: [Vec<u32>; 2],
    /// For each high part whether the second table is needed.
    second: Vec<bool>,
}

/// Windows that are followed by fewer ranks than this are taken as tails, if their tables do not
/// grow too large.
const SHORT_BLOCK: u32 = 32;
const LARGEST_TAIL: u32 = 50_000;

/// Tails have at least this many elements: then a word of bits touches no more than two.
const SHORTEST_TAIL: usize = 6;

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
    let turn = |code: &mut [u32]| {
        if from < to {
            (1..code.len()).rev().for_each(|i| swap(code, i - 1));
        } else {
            (1..code.len()).for_each(|i| swap(code, i - 1));
        }
    };
    let radix = |digit: usize| (tiles - digit) as u32;
    let start = first.min(tiles.saturating_sub(SHORTEST_TAIL));
    let tail_size: u32 = (start..tiles - 2).map(radix).product();
    let low_size = ranking.units()[last];
    if low_size >= SHORT_BLOCK || low_size > 0 && tail_size > LARGEST_TAIL {
        let radices: Vec<u32> = (first..=last).map(radix).collect();
        let size = radices.iter().product();
        let mut table = Vec::with_capacity(size as usize);
        for_each_code(&radices, |code| {
            let mut window = [0; super::MOST_CELLS];
            let window = &mut window[..code.len()];
            window.copy_from_slice(code);
            turn(window);
            table.push(from_code(window, &radices));
        });
        return Change::Window(Window { low_size, size, table });
    }
    let radices: Vec<u32> = (start..tiles - 2).map(radix).collect();
    // The digit that is not kept makes a difference where the window reaches it.
    let reaches_end = last >= tiles - 2;
    let tables = [0, 1].map(|high_sum| {
        let mut table = Vec::new();
        if high_sum == 1 && !reaches_end {
            return table;
        }
        for_each_code(&radices, |code| {
            let sum = code.iter().sum::<u32>() + high_sum;
            let mut whole = [0; super::MOST_CELLS];
            whole[..code.len()].copy_from_slice(code);
            whole[code.len()] = (sum + u32::from(ranking.is_odd(from))) % 2;
            turn(&mut whole[first - start..=last - start]);
            table.push(from_code(&whole[..code.len()], &radices));
        });
        table
    });
    let high_radices: Vec<u32> = (0..start).map(radix).collect();
    let mut second = Vec::with_capacity((ranking.ranks() / tail_size) as usize);
    for_each_code(&high_radices, |code| {
        second.push(reaches_end && code.iter().sum::<u32>() % 2 == 1);
    });
    Change::Tail(Tail { size: tail_size, tables, second })
}

/// Swaps two neighbouring elements of a sequence that is given by its digits: the smaller of the two
/// is passed by the larger, which loses it or gets it among the smaller ones that follow.
fn swap(code: &mut [u32], i: usize) {
    let (first, second) = (code[i], code[i + 1]);
    let falls = u32::from(first > second);
    code[i] = second + 1 - falls;
    code[i + 1] = first - falls;
}

/// Counts through all digits of these radices, the last fastest.
fn for_each_code(radices: &[u32], mut work: impl FnMut(&[u32])) {
    let mut room = [0; super::MOST_CELLS];
    let code = &mut room[..radices.len()];
    for _ in 0..radices.iter().product::<u32>() {
        work(code);
        for (digit, radix) in code.iter_mut().zip(radices).rev() {
            *digit += 1;
            if *digit < *radix {
                break;
            }
            *digit = 0;
        }
    }
}

fn from_code(code: &[u32], radices: &[u32]) -> u32 {
    code.iter().zip(radices).fold(0, |value, (digit, radix)| value * radix + digit)
}

impl Arrival {
    /// Adds the boards that the move makes of some.
    pub(super) fn arrive(&self, from: &Bits, to: &mut Bits) {
        match &self.change {
            Change::Nothing => to.add(from),
            Change::Window(window) if window.low_size < SHORT_BLOCK => {
                from.for_each_word(|first, word| {
                    let mut left = word;
                    while left != 0 {
                        let rank = first + left.trailing_zeros();
                        left &= left - 1;
                        let (block, low) = (rank / window.low_size, rank % window.low_size);
                        to.set(window.after(block) * window.low_size + low);
                    }
                });
            }
            Change::Window(window) => {
                let blocks = from.as_words().len() as u64 * 64 / u64::from(window.low_size);
                for block in 0..blocks as u32 {
                    let bits = from.words(block * window.low_size, window.low_size);
                    to.or(window.after(block) * window.low_size, bits);
                }
            }
            Change::Tail(tail) => {
                from.for_each_word(|first, word| tail.arrive(first, word, to));
            }
        }
    }
}

impl Window {
    /// The block of ranks that a block becomes.
    #[inline]
    fn after(&self, block: u32) -> u32 {
        let (high, digits) = (block / self.size, block % self.size);
        high * self.size + self.table[digits as usize]
    }
}

impl Tail {
    /// The same for a word of ranks.
    #[inline]
    fn arrive(&self, first: u32, word: u64, to: &mut Bits) {
        let high = first / self.size;
        let (base, end) = (high * self.size, (high + 1) * self.size - first);
        let here = if end < 64 { word & ((1 << end) - 1) } else { word };
        self.arrive_in(high, base, first, here, to);
        if here != word {
            self.arrive_in(high + 1, base + self.size, first, word ^ here, to);
        }
    }

    #[inline]
    fn arrive_in(&self, high: u32, base: u32, first: u32, word: u64, to: &mut Bits) {
        let table = &self.tables[usize::from(self.second[high as usize])];
        let mut left = word;
        while left != 0 {
            let rank = first + left.trailing_zeros();
            left &= left - 1;
            to.set(base + table[(rank - base) as usize]);
        }
    }
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
            let mut board = goal.clone();
            for (to, arrivals) in shape.all_cells().zip(arrivals(&ranking)) {
                for arrival in arrivals {
                    let mut before = Bits::empty(ranking.ranks());
                    let mut expected = Bits::empty(ranking.ranks());
                    for rank in (0..ranking.ranks()).step_by(ranking.ranks() as usize / 3000 + 1) {
                        before.set(rank);
                        ranking.load(arrival.from, rank, &mut board);
                        board.slide_blank_to(to);
                        let (blank, rank) = ranking.locate(&board).unwrap();
                        assert_eq!(blank, to);
                        expected.set(rank);
                    }
                    let mut after = Bits::empty(ranking.ranks());
                    arrival.arrive(&before, &mut after);
                    assert_eq!(after.as_words(), expected.as_words(), "{text}: {:?} to {to:?}", arrival.from);
                }
            }
        }
    }
}
