//! Conflicts within one line of cells, as a table.
//!
//! A tile *belongs* to a line that holds its goal cell. The code of a line has three bits per cell: 1 + the place where
//! the cell's tile belongs if it belongs to this line, else 0. The conflict of a line is the number of its own tiles less
//! the longest run of them that is in order: so many have to leave the line and come back.

/// Longest line whose codes are tabulated.
pub(crate) const LONGEST: usize = 4;
/// Bits of a code. A shorter line is a line of four with cells that are never taken.
pub(crate) const BITS: usize = 3 * LONGEST;

/// One bit per question: does this slide make the estimate smaller, given the content of the line its tile belongs to?
pub(crate) type LineTable = [u64; 1 << BITS];

/// The question of a slide that no line has a say in.
pub(crate) fn question_plain(good: bool) -> u8 {
    31 + 32 * good as u8
}

/// The question of a slide away from its own line, from this cell of it. Bad, unless it ends a conflict.
pub(crate) fn question_leaving(cell: usize) -> u8 {
    cell as u8
}

/// The question of a slide of the tile that belongs at `place` into its own line, to this cell. Good, unless it starts
/// a conflict.
pub(crate) fn question_coming(cell: usize, place: usize) -> u8 {
    32 + (LONGEST + LONGEST * cell + place) as u8
}

/// How many own tiles have to leave the line.
pub(crate) fn conflict(code: usize) -> u32 {
    let places: Vec<usize> =
        (0..LONGEST).map(|cell| code >> (3 * cell) & 7).filter(|&place| place > 0).collect();
    let mut longest = vec![1; places.len()];
    for (last, &place) in places.iter().enumerate() {
        for before in 0..last {
            if places[before] < place {
                longest[last] = longest[last].max(longest[before] + 1);
            }
        }
    }
    places.len() as u32 - longest.iter().copied().max().unwrap_or(0)
}

/// The answers for every code.
pub(crate) fn table() -> Box<LineTable> {
    let conflicts: Vec<u32> = (0..1 << BITS).map(conflict).collect();
    let mut table: Box<LineTable> =
        vec![0; 1 << BITS].into_boxed_slice().try_into().expect("length is fixed");
    for (code, answers) in table.iter_mut().enumerate() {
        *answers |= 1 << question_plain(true);
        for cell in 0..LONGEST {
            let without = code & !(7 << (3 * cell));
            if conflicts[without] < conflicts[code] {
                *answers |= 1 << question_leaving(cell);
            }
            for place in 0..LONGEST {
                let with = without | (place + 1) << (3 * cell);
                if conflicts[with] == conflicts[without] {
                    *answers |= 1 << question_coming(cell, place);
                }
            }
        }
    }
    table
}
