//! Hashes of boards (Zobrist 1970): a random number for every tile in every cell; a board's hash is their exclusive or, so that
//! a slide changes it by four of them.

/// A pseudo-random number for a thing in a cell, always the same (SplitMix64; Steele, Lea and Flood 2014).
pub(crate) fn key(thing: u8, cell: u8) -> u64 {
    mixed(u64::from(thing) << 8 | u64::from(cell))
}

/// The same on boards with more than 256 cells.
pub(crate) fn wide_key(thing: u16, cell: u16) -> u64 {
    mixed(u64::from(thing) << 16 | u64::from(cell))
}

fn mixed(number: u64) -> u64 {
    let mut x = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
