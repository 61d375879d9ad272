//! Makes tables of the shifts across lines that some tiles need.

const UNKNOWN: u8 = u8::MAX;
/// The most tiles of a table.
const MOST_TILES: usize = 16;

/// Makes tables of the shifts across lines that some tiles need. Where these shifts take tiles is looked up for two of them
/// at a time.
pub(crate) struct WordTables {
    lines: usize,
    places: usize,
    /// Tiles of a table.
    tiles: usize,
    /// By the blank's line.
    shifts: Vec<Vec<Shift>>,
}

/// A shift across lines: the blank's line after it, and by place and by pair of places those after it.
struct Shift {
    to: usize,
    places: Vec<u32>,
    pairs: Vec<u32>,
}

impl WordTables {
    /// For lines of one length and tables of so many tiles.
    pub(crate) fn new(lines: usize, length: usize, tiles: usize) -> WordTables {
        let places = lines * length - 1;
        let shifts = |line: usize| {
            let others = (0..lines).filter(move |&to| to != line);
            let all = others.flat_map(|to| (0..length).map(move |column| (to, column)));
            all.map(|(to, column)| {
                let after = |place: usize| place_after(place, line, to, column, length) as u32;
                let places: Vec<u32> = (0..places).map(after).collect();
                let count = places.len();
                let pair = |pair: usize| places[pair % count] + places[pair / count] * count as u32;
                Shift { to, pairs: (0..count * count).map(pair).collect(), places }
            })
            .collect()
        };
        WordTables { lines, places, tiles, shifts: (0..lines).map(shifts).collect() }
    }

    /// Breadth-first search from the goal's word, with the blank's line there and the places of the tiles. An entry is the
    /// sum of places, each times a power of the number of places, times the number of lines, and the blank's line.
    pub(crate) fn build(&self, home: usize, tiles: &[usize]) -> Vec<u8> {
        let (lines, places) = (self.lines, self.places);
        let mut table = vec![UNKNOWN; places.pow(self.tiles as u32) * lines];
        let start = tiles.iter().rev().fold(0, |index, &tile| index * places + tile) * lines + home;
        table[start] = 0;
        let mut level = vec![start as u32];
        for depth in 1.. {
            let mut next = Vec::new();
            for entry in level {
                let (index, line) = (entry as usize / lines, entry as usize % lines);
                self.for_each(index, line, |index, line| {
                    let entry = index * lines + line;
                    if table[entry] == UNKNOWN {
                        table[entry] = depth;
                        next.push(entry as u32);
                    }
                });
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        // Two tiles in one place, and words of boards that cannot be solved.
        table.iter_mut().filter(|entry| **entry == UNKNOWN).for_each(|entry| *entry = 0);
        table
    }

    /// Calls for every shift from an index and a line.
    #[inline(always)]
    fn for_each(&self, index: usize, line: usize, mut call: impl FnMut(usize, usize)) {
        let pairs = self.places * self.places;
        let mut digits = [0; MOST_TILES / 2];
        let digits = &mut digits[..self.tiles / 2];
        let mut rest = index;
        for digit in digits.iter_mut() {
            (*digit, rest) = (rest % pairs, rest / pairs);
        }
        let is_odd = !self.tiles.is_multiple_of(2);
        for shift in &self.shifts[line] {
            let first = if is_odd { shift.places[rest] as usize } else { 0 };
            let after = |index: usize, &digit: &usize| index * pairs + shift.pairs[digit] as usize;
            call(digits.iter().rev().fold(first, after), shift.to);
        }
    }
}

/// A tile's place in the word after the blank has gone from one line to another along a column.
fn place_after(mut place: usize, from: usize, to: usize, column: usize, length: usize) -> usize {
    let mut line = from;
    while line != to {
        let forward = to > line;
        let begin = if forward { line * length + column } else { (line - 1) * length + column };
        if (begin..begin + length).contains(&place) {
            let turned = if forward { place - begin + 1 } else { place - begin + length - 1 };
            place = begin + turned % length;
        }
        line = if forward { line + 1 } else { line - 1 };
    }
    place
}
