//! Numbers for all that can be along one axis: a matrix, and for every line how many of its tiles must still leave it.
//!
//! A matrix is written line by line, each line as a multiset of goal lines, and multisets are numbered (`ids`), those of a
//! whole line first, then those of the blank's. A tile must leave its line only if another one stays, so the demand
//! of a line with m of its own tiles is one of 0 to m - 1, or 0: that many values are the line's *radix*.
//!
//! A number is found in a walk along the lines. What matters of the lines passed is how many tiles of each goal line are
//! left for the others, and whether the blank was met: a *class*. For every class and next line a *step* knows how many
//! numbers go to smaller multisets, and the next class. The demands come last, so all demands of a matrix have numbers side
//! by side.

use crate::fast_hash::FastMap;

/// The most lines that an axis with a table has.
pub(crate) const MOST_LINES: usize = 6;
/// The most multisets: kernels keep them in a byte.
const MOST_IDS: usize = 1 << 8;
/// The largest table: that of a side of 5 has 379,584,504 entries.
const MOST_ENTRIES: u64 = 1 << 29;
/// No such multiset.
pub(crate) const NONE: u8 = u8::MAX;

/// A step of the walk along the lines.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Step {
    /// How many entries the multisets before this one have, for each way to the class.
    pub(crate) before: u32,
    /// Where the steps of the next class begin; the lowest byte is the radix of the line.
    packed: u32,
}

impl Step {
    /// The step that counts nothing and leads to a place.
    pub(crate) fn nothing(next: u32) -> Step {
        Step { before: 0, packed: next << 8 | 1 }
    }

    /// The same where the steps of the next line begin elsewhere.
    pub(crate) fn further(self, by: u32) -> Step {
        Step { packed: self.packed + (by << 8), ..self }
    }

    #[inline(always)]
    pub(crate) fn next(self) -> u32 {
        self.packed >> 8
    }

    #[inline(always)]
    pub(crate) fn radix(self) -> u32 {
        self.packed & 255
    }
}

/// The lines of an axis as multisets, and how many tiles must leave each of them. Lines that are not there are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) ids: [u8; MOST_LINES],
    pub(crate) demands: [u8; MOST_LINES],
}

/// The numbering of one axis.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    pub(crate) lines: usize,
    /// The line of the blank in the goal.
    pub(crate) blank_line: usize,
    goal: Lines,
    by_counts: FastMap<u128, u8>,
    /// By multiset of the blank's line: the one with a tile of a goal line more.
    pub(crate) with: Vec<[u8; MOST_LINES]>,
    /// By multiset of another line: the one with a tile of a goal line less.
    pub(crate) without: Vec<[u8; MOST_LINES]>,
    /// By multiset: how many tiles it has of each goal line.
    pub(crate) own: Vec<[u8; MOST_LINES]>,
    /// By line, then by class and multiset.
    pub(crate) steps: Vec<Vec<Step>>,
    pub(crate) entries: u64,
}

/// What is left for lines to come: tiles by goal line, and whether the blank was met.
type Class = (Vec<u8>, bool);

impl Numbering {
    /// Of an axis with so many lines of so many cells; `None` if there would be too many entries.
    pub(crate) fn new(lines: usize, cells: usize, blank_line: usize) -> Option<Numbering> {
        if !(2..=MOST_LINES).contains(&lines) || !(2..=255).contains(&cells) {
            return None;
        }
        // As many as there are ways to choose `lines - 1` of `cells + lines - 1` and of one less.
        let ways = |cells: usize| (1..lines).fold(1, |ways, k| ways * (cells + k) / k);
        if ways(cells) + ways(cells - 1) >= MOST_IDS {
            return None;
        }
        let mut counts = multisets(cells, lines);
        let whole = counts.len();
        counts.extend(multisets(cells - 1, lines));
        let by_counts: FastMap<u128, u8> =
            counts.iter().enumerate().map(|(id, counts)| (key(counts), id as u8)).collect();
        let other = |id: usize, line: usize, change: i16| {
            let mut counts = counts[id].clone();
            counts[line] = u8::try_from(i16::from(counts[line]) + change).ok()?;
            by_counts.get(&key(&counts)).copied()
        };
        let table = |of: &dyn Fn(usize) -> bool, change: i16| -> Vec<[u8; MOST_LINES]> {
            let by_line = |id: usize| {
                std::array::from_fn(|line| {
                    let exists = line < lines && of(id);
                    exists.then(|| other(id, line, change)).flatten().unwrap_or(NONE)
                })
            };
            (0..counts.len()).map(by_line).collect()
        };
        let (with, without) = (table(&|id| id >= whole, 1), table(&|id| id < whole, -1));
        let mut numbering = Numbering {
            lines,
            blank_line,
            goal: Lines::default(),
            own: counts
                .iter()
                .map(|counts| std::array::from_fn(|line| *counts.get(line).unwrap_or(&0)))
                .collect(),
            with,
            without,
            steps: Vec::new(),
            entries: 0,
            by_counts,
        };
        numbering.count(&counts, whole, cells)?;
        for line in 0..lines {
            let mut goal = vec![0; lines];
            goal[line] = (cells - usize::from(line == blank_line)) as u8;
            numbering.goal.ids[line] = numbering.id(&goal);
        }
        Some(numbering)
    }

    /// Fills in the steps, from the last line to the first.
    fn count(&mut self, counts: &[Vec<u8>], whole: usize, cells: usize) -> Option<()> {
        let after = |(left, met): &Class, id: usize| -> Option<Class> {
            let is_short = id >= whole;
            if is_short && *met {
                return None;
            }
            let left: Option<Vec<u8>> =
                left.iter().zip(&counts[id]).map(|(left, count)| left.checked_sub(*count)).collect();
            Some((left?, *met || is_short))
        };
        let mut all = vec![cells as u8; self.lines];
        all[self.blank_line] -= 1;
        let mut layers: Vec<Vec<Class>> = vec![vec![(all, false)]];
        let mut numbers: Vec<FastMap<Class, u32>> = Vec::new();
        for depth in 0..self.lines {
            let (mut layer, mut known) = (Vec::new(), FastMap::default());
            for class in &layers[depth] {
                for next in (0..counts.len()).filter_map(|id| after(class, id)) {
                    if let std::collections::hash_map::Entry::Vacant(entry) = known.entry(next) {
                        layer.push(entry.key().clone());
                        entry.insert(layer.len() as u32 - 1);
                    }
                }
            }
            layers.push(layer);
            numbers.push(known);
        }
        let is_whole = |(left, met): &Class| *met && left.iter().all(|&left| left == 0);
        let mut sizes: Vec<u64> = layers[self.lines].iter().map(|class| is_whole(class).into()).collect();
        self.steps = vec![Vec::new(); self.lines];
        for depth in (0..self.lines).rev() {
            let mut steps = vec![Step::default(); layers[depth].len() * counts.len()];
            let mut totals = Vec::with_capacity(layers[depth].len());
            for (class, steps) in layers[depth].iter().zip(steps.chunks_mut(counts.len())) {
                let mut before: u64 = 0;
                for (id, step) in steps.iter_mut().enumerate() {
                    let Some(next) = after(class, id) else { continue };
                    let next = numbers[depth][&next];
                    let radix = u32::from(counts[id][depth].max(1));
                    let place = next as usize * counts.len();
                    *step = Step {
                        before: u32::try_from(before).ok()?,
                        packed: u32::try_from(place << 8).ok()? | radix,
                    };
                    before += sizes[next as usize] * u64::from(radix);
                }
                totals.push(before);
            }
            self.steps[depth] = steps;
            sizes = totals;
        }
        self.entries = sizes[0];
        (self.entries <= MOST_ENTRIES).then_some(())
    }

    /// The number of a multiset, given by how many tiles of each goal line it has.
    pub(crate) fn id(&self, counts: &[u8]) -> u8 {
        self.by_counts[&key(counts)]
    }

    /// The goal.
    pub(crate) fn goal(&self) -> Lines {
        self.goal
    }

    /// Where the demands of a matrix begin, and where among them these are.
    #[inline(always)]
    pub(crate) fn place(&self, lines: &Lines) -> (u32, u32) {
        let (mut at, mut weight, mut begin, mut within) = (0, 1, 0, 0);
        for (line, steps) in self.steps.iter().enumerate() {
            let step = steps[(at + u32::from(lines.ids[line])) as usize];
            begin += weight * step.before;
            weight *= step.radix();
            within = within * step.radix() + u32::from(lines.demands[line]);
            at = step.next();
        }
        (begin, within)
    }

    /// The number of an entry.
    #[inline(always)]
    pub(crate) fn number(&self, lines: &Lines) -> u32 {
        let (begin, within) = self.place(lines);
        begin + within
    }

    /// The same matrix after the blank has gone from one line to another and a tile of a goal line come back; `None` if there is
    /// no such tile.
    #[inline(always)]
    pub(crate) fn moved(&self, lines: &Lines, blank: usize, other: usize, goal_line: usize) -> Option<Lines> {
        let rest = self.without[usize::from(lines.ids[other])][goal_line];
        (rest != NONE).then(|| {
            let mut moved = *lines;
            moved.ids[blank] = self.with[usize::from(lines.ids[blank])][goal_line];
            moved.ids[other] = rest;
            moved
        })
    }

    /// Bytes of its tables.
    pub(crate) fn bytes(&self) -> u64 {
        self.steps.iter().map(|steps| size_of_val(&steps[..]) as u64).sum()
    }
}

fn key(counts: &[u8]) -> u128 {
    counts.iter().fold(0, |key, &count| key << 8 | u128::from(count))
}

/// All ways to have so many tiles of so many kinds.
fn multisets(tiles: usize, kinds: usize) -> Vec<Vec<u8>> {
    if kinds == 1 {
        return vec![vec![tiles as u8]];
    }
    let with_first = |first: usize| {
        multisets(tiles - first, kinds - 1).into_iter().map(move |rest| [vec![first as u8], rest].concat())
    };
    (0..=tiles).flat_map(with_first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_known_axes() {
        for (lines, cells, entries) in [(3, 3, 242), (4, 4, 92_534), (4, 5, 725_667), (5, 5, 379_584_504)] {
            assert_eq!(Numbering::new(lines, cells, lines - 1).unwrap().entries, entries);
        }
        assert!(Numbering::new(6, 6, 5).is_none());
    }
}
