//! Duplicate pruning learned by search (Taylor and Korf 1993).
//!
//! A *word* is a start cell of the blank and a sequence of moves. Words with the same start that lead to the same board
//! are equal in effect, whatever the tiles. Order words by length, then by their first different move. A word is *least*
//! if no smaller word has its effect; all others are forbidden.
//!
//! Why forbidding them is sound with iterative deepening: take the least of all shortest solutions. If it held a forbidden
//! piece, putting the smaller word of the same effect in its place would give a solution that is shorter, or as long and
//! smaller: neither exists. So this solution is never pruned by the rule, and with an admissible estimate never by a
//! bound of at least its length. The blank's cell is part of a word's start, so the smaller word can always be walked.
//!
//! How it is learned. 1. All least words up to a length are listed per start cell, breadth first; every piece of a least
//! word is least, so each is a least word and one more move. 2. A word that is not least, but whose two longest pieces are,
//! is a *shortest forbidden* word; "there and back" is one. 3. Prefixes of those words are the states of a machine that
//! remembers the longest end of the path that is such a prefix (Aho and Corasick 1975). 4. States that allow the same
//! futures are merged.

use std::sync::{Arc, Mutex, OnceLock, TryLockError};
use std::time::Duration;

use super::packed::PackedAutomaton;
use crate::fast_hash::{FastMap, FastSet};
use crate::platform;
use crate::search::common::outcome::StopReason;
use crate::search::idastar::grid::Grid;
use crate::shape::Shape;

/// Most neighbours a cell has, in three dimensions.
pub(super) const MOST: usize = 6;
/// Longest words that fit: three bits per move.
const LONGEST: usize = 20;
/// Marks a forbidden move in [`Automaton::next`].
pub(crate) const FORBIDDEN: u32 = u32::MAX;

/// A word: start cell, length, and the moves as numbers of neighbours, first move highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Word {
    start: u8,
    length: u8,
    moves: u64,
}

impl Word {
    fn then(self, step: usize) -> Word {
        Word { start: self.start, length: self.length + 1, moves: self.moves << 3 | step as u64 }
    }

    fn step(self, at: usize) -> usize {
        (self.moves >> (3 * (self.length as usize - 1 - at)) & 7) as usize
    }

    /// The word without its first move.
    fn tail(self, grid: &Grid) -> Word {
        let start = grid.neighbours(self.start as usize)[self.step(0)] as u8;
        let length = self.length - 1;
        Word { start, length, moves: self.moves & ((1 << (3 * length)) - 1) }
    }
}

/// A board as a key: the lower four bits of every cell's content, and the fifth.
type Key = (u128, u32);

/// Exchanges the blank with its neighbour.
fn slide((low, high): Key, blank: usize, cell: usize) -> Key {
    let swap_low = (low >> (4 * blank) ^ low >> (4 * cell)) & 15;
    let swap_high = (high >> blank ^ high >> cell) & 1;
    (
        low ^ (swap_low << (4 * blank) | swap_low << (4 * cell)),
        high ^ (swap_high << blank | swap_high << cell),
    )
}

/// A machine over moves of the blank, for boards of any shape up to 32 cells.
#[derive(Clone, Debug)]
pub(crate) struct Automaton {
    /// By state and number of the neighbour: the next state, or [`FORBIDDEN`].
    pub(crate) next: Vec<[u32; MOST]>,
    /// The blank's cell.
    pub(crate) cell: Vec<u8>,
    /// The cell the blank came from; its own at the start.
    pub(crate) came_from: Vec<u8>,
    /// By cell: the state before the first move.
    pub(crate) start: Vec<u32>,
    /// The same for boards of at most 16 cells, once it was asked for.
    pub(super) packed: OnceLock<PackedAutomaton>,
}

/// Machines learned so far, with the length of words asked for: they follow from both alone.
static LEARNED: Mutex<Vec<(Shape, usize, Arc<Automaton>)>> = Mutex::new(Vec::new());
/// Memory that learning may take.
pub(crate) const LEARNING_BYTES: u64 = 256 << 20;
/// Memory that learning longer words may take.
pub(crate) const LONGER_BYTES: u64 = 1 << 30;
/// Words that learning may list. With the lengths below it takes a fraction of a second.
const MOST_WORDS: usize = 1 << 21;
/// The most states of a usual machine: their numbers fit into 16 bits.
const MOST_STATES: usize = 1 << 16;

/// Asked now and then while a machine is learned: why to stop, if so.
pub(crate) type Stop<'a> = &'a dyn Fn() -> Option<StopReason>;

fn unless_over(stop: Stop<'_>) -> Result<(), StopReason> {
    stop().map_or(Ok(()), Err)
}

/// Asks at every so many thousandth step: some milliseconds of work.
fn now_and_then(step: usize, stop: Stop<'_>) -> Result<(), StopReason> {
    if step.is_multiple_of(1 << 13) { unless_over(stop) } else { Ok(()) }
}

impl Automaton {
    /// The machine for a shape, learned once; nothing for boards of more than 32 cells.
    ///
    /// # Errors
    /// If `stop` says so while it is learned.
    pub(crate) fn of(shape: Shape, stop: Stop<'_>) -> Result<Option<Arc<Automaton>>, StopReason> {
        let learn = |grid: &Grid| {
            let mut length = usual_length(shape);
            loop {
                let machine = Automaton::learn(grid, length, MOST_WORDS, stop)?;
                if machine.next.len() <= MOST_STATES {
                    return Ok(machine);
                }
                length -= 2;
            }
        };
        if shape.cells() > 32 {
            return Ok(None);
        }
        Automaton::known(shape, usual_length(shape), stop, learn).map(Some)
    }

    /// A machine of longer words, for searches so long that some seconds do not matter; flat boards of 17 to 32
    /// cells have one.
    ///
    /// # Errors
    /// If `stop` says so while it is learned.
    pub(crate) fn longer(shape: Shape, stop: Stop<'_>) -> Result<Option<Arc<Automaton>>, StopReason> {
        let length = usual_length(shape) + 2;
        if !(17..=32).contains(&shape.cells()) || shape.long_axes().count() != 2 {
            return Ok(None);
        }
        let learn = |grid: &Grid| Automaton::learn(grid, length, usize::MAX, stop);
        Automaton::known(shape, length, stop, learn).map(Some)
    }

    /// A machine learned before, or one learned now. A search that needs one that another search is learning waits.
    fn known(
        shape: Shape,
        length: usize,
        stop: Stop<'_>,
        learn: impl FnOnce(&Grid) -> Result<Automaton, StopReason>,
    ) -> Result<Arc<Automaton>, StopReason> {
        let mut learned = loop {
            match LEARNED.try_lock() {
                Ok(learned) => break learned,
                Err(TryLockError::Poisoned(error)) => break error.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    unless_over(stop)?;
                    platform::sleep(Duration::from_millis(1));
                }
            }
        };
        if let Some((.., machine)) =
            learned.iter().find(|(known, long, _)| (*known, *long) == (shape, length))
        {
            return Ok(machine.clone());
        }
        let machine = Arc::new(learn(&Grid::new(shape))?);
        learned.push((shape, length, machine.clone()));
        Ok(machine)
    }

    /// Bytes of its tables.
    pub(crate) fn bytes(&self) -> usize {
        self.next.len() * (size_of::<[u32; MOST]>() + 2) + self.start.len() * 4
    }

    /// Learns words up to this length, or less if there are more than `most_words` to list.
    ///
    /// # Errors
    /// If `stop` says so.
    pub(crate) fn learn(
        grid: &Grid,
        length: usize,
        most_words: usize,
        stop: Stop<'_>,
    ) -> Result<Automaton, StopReason> {
        let words = shortest_forbidden(grid, length.min(LONGEST), most_words, stop)?;
        Automaton::from_words(grid, &words, stop)?.merge(stop)
    }

    fn from_words(grid: &Grid, words: &[Word], stop: Stop<'_>) -> Result<Automaton, StopReason> {
        let prefixes = proper_prefixes(grid, words, stop)?;
        let full: FastSet<Word> = words.iter().copied().collect();
        let mut ids: FastMap<Word, u32> = FastMap::default();
        for (id, &prefix) in prefixes.iter().enumerate() {
            now_and_then(id, stop)?;
            ids.insert(prefix, id as u32);
        }
        let mut machine = Automaton {
            next: vec![[FORBIDDEN; MOST]; prefixes.len()],
            cell: vec![0; prefixes.len()],
            came_from: vec![0; prefixes.len()],
            start: (0..grid.cells() as u32).collect(),
            packed: OnceLock::new(),
        };
        for (id, &prefix) in prefixes.iter().enumerate() {
            now_and_then(id, stop)?;
            let (mut cell, mut came_from) = (prefix.start as usize, prefix.start as usize);
            for at in 0..prefix.length as usize {
                (came_from, cell) = (cell, grid.neighbours(cell)[prefix.step(at)]);
            }
            machine.cell[id] = cell as u8;
            machine.came_from[id] = came_from as u8;
            // The longest proper end of this prefix that is a prefix too.
            let shorter = (prefix.length > 0).then(|| {
                let mut end = prefix.tail(grid);
                loop {
                    if let Some(&id) = ids.get(&end) {
                        break id;
                    }
                    end = end.tail(grid);
                }
            });
            for (step, &to) in grid.neighbours(cell).iter().enumerate() {
                let longer = prefix.then(step);
                machine.next[id][step] = if full.contains(&longer) {
                    FORBIDDEN
                } else if let Some(&id) = ids.get(&longer) {
                    id
                } else if let Some(shorter) = shorter {
                    machine.next[shorter as usize][step]
                } else {
                    ids[&Word { start: to as u8, length: 0, moves: 0 }]
                };
            }
        }
        Ok(machine)
    }

    /// Merges states with the same futures, keeping cell and last move apart (Moore 1956).
    fn merge(self, stop: Stop<'_>) -> Result<Automaton, StopReason> {
        let states = self.next.len();
        let mut class: Vec<u32> = vec![0; states];
        let mut classes = 0;
        let mut first: FastMap<(u32, [u32; MOST]), u32> = FastMap::default();
        for (state, class) in class.iter_mut().enumerate() {
            now_and_then(state, stop)?;
            let allowed = self.next[state].map(|next| (next == FORBIDDEN) as u32);
            let key = ((self.cell[state] as u32) << 8 | self.came_from[state] as u32, allowed);
            let fresh = first.len() as u32;
            *class = *first.entry(key).or_insert(fresh);
        }
        while first.len() > classes {
            classes = first.len();
            first.clear();
            let mut finer = vec![0; states];
            for state in 0..states {
                now_and_then(state, stop)?;
                let to = self.next[state]
                    .map(|next| if next == FORBIDDEN { FORBIDDEN } else { class[next as usize] });
                let fresh = first.len() as u32;
                finer[state] = *first.entry((class[state], to)).or_insert(fresh);
            }
            class = finer;
        }
        let mut merged = Automaton {
            next: vec![[FORBIDDEN; MOST]; classes],
            cell: vec![0; classes],
            came_from: vec![0; classes],
            start: self.start.iter().map(|&state| class[state as usize]).collect(),
            packed: OnceLock::new(),
        };
        for state in 0..states {
            let to = class[state] as usize;
            merged.next[to] =
                self.next[state].map(|next| if next == FORBIDDEN { FORBIDDEN } else { class[next as usize] });
            merged.cell[to] = self.cell[state];
            merged.came_from[to] = self.came_from[state];
        }
        Ok(merged)
    }
}

/// The beginnings of some words, the words themselves left out, shortest first: an end of a prefix that is a prefix too
/// comes before it.
fn proper_prefixes(grid: &Grid, words: &[Word], stop: Stop<'_>) -> Result<Vec<Word>, StopReason> {
    let mut prefixes: Vec<Word> =
        (0..grid.cells()).map(|cell| Word { start: cell as u8, length: 0, moves: 0 }).collect();
    let mut seen: FastSet<Word> = prefixes.iter().copied().collect();
    for (number, word) in words.iter().enumerate() {
        now_and_then(number, stop)?;
        for length in 1..word.length {
            let moves = word.moves >> (3 * (word.length - length));
            let prefix = Word { start: word.start, length, moves };
            if seen.insert(prefix) {
                prefixes.push(prefix);
            }
        }
    }
    prefixes.sort_by_key(|word| word.length);
    Ok(prefixes)
}

/// How long words are learned. Longer ones prune more but take longer to learn, and their machines
/// do not fit the processor's caches.
fn usual_length(shape: Shape) -> usize {
    match (shape.long_axes().count(), shape.cells()) {
        (..=2, _) => 12,
        (_, ..=16) => 10,
        _ => 8,
    }
}

/// All shortest forbidden words up to this length.
fn shortest_forbidden(
    grid: &Grid,
    length: usize,
    most_words: usize,
    stop: Stop<'_>,
) -> Result<Vec<Word>, StopReason> {
    let cells = grid.cells();
    let solved: Key = (0..cells).fold((0, 0), |(low, high), cell| {
        (low | ((cell & 15) as u128) << (4 * cell), high | ((cell >> 4) as u32) << cell)
    });
    let mut seen: Vec<FastSet<Key>> = vec![FastSet::default(); cells];
    // Least words of the present length with board and blank, in order, per start.
    let mut least: Vec<Vec<(Word, Key, u8)>> = (0..cells)
        .map(|cell| vec![(Word { start: cell as u8, length: 0, moves: 0 }, solved, cell as u8)])
        .collect();
    let mut forbidden: FastSet<Word> = FastSet::default();
    let mut listed = vec![];
    let mut words = 0;
    for seen in &mut seen {
        seen.insert(solved);
    }
    for now in 1..=length {
        let due: usize = least.iter().map(Vec::len).sum();
        if words + 2 * due > most_words {
            break;
        }
        words += due;
        let mut fresh = vec![];
        for start in 0..cells {
            let mut longer = Vec::with_capacity(2 * least[start].len());
            for (number, &(word, key, blank)) in least[start].iter().enumerate() {
                now_and_then(number, stop)?;
                for (step, &to) in grid.neighbours(blank as usize).iter().enumerate() {
                    let (word, key) = (word.then(step), slide(key, blank as usize, to));
                    if seen[start].insert(key) {
                        longer.push((word, key, to as u8));
                        continue;
                    }
                    // Not least. Its beginning is; if no end of it is forbidden it is a shortest one.
                    let mut end = word;
                    let mut known = false;
                    while end.length > 2 && !known {
                        end = end.tail(grid);
                        known = forbidden.contains(&end);
                    }
                    if !known {
                        fresh.push(word);
                    }
                }
            }
            least[start] = longer;
        }
        debug_assert!(fresh.iter().all(|word| word.length as usize == now));
        forbidden.extend(fresh.iter().copied());
        listed.extend(fresh);
    }
    Ok(listed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn learning_ends_at_the_look_at_which_it_is_told_to() {
        let grid = Grid::new(Shape::PUZZLE_15);
        let looks = Cell::new(0);
        let learn = |last: usize| {
            looks.set(0);
            let stop = || {
                looks.set(looks.get() + 1);
                (looks.get() == last).then_some(StopReason::Time)
            };
            Automaton::learn(&grid, 12, usize::MAX, &stop).err()
        };
        assert_eq!(learn(usize::MAX), None);
        let all = looks.get();
        assert!(all > 200, "{all} looks");
        for last in [1, all / 2, all] {
            assert_eq!((learn(last), looks.get()), (Some(StopReason::Time), last));
        }
    }
}
