//! Whatever is changed in a table, one of the rules does not hold any more.

use super::*;
use crate::pdb::{Pattern, build};
use crate::shape::Cell;

fn table(shape: &str, blank: u16, tiles: &[u16]) -> Table {
    let tiles: Vec<Cell> = tiles.iter().map(|&cell| Cell(cell)).collect();
    let pattern = Pattern::new(shape.parse().unwrap(), Cell(blank), &tiles).unwrap();
    build(&pattern, 1, &mut |_| ControlFlow::Continue(())).unwrap()
}

fn verified(table: &Table, threads: usize) -> Result<(), Wrong> {
    verify(table, threads, &mut |_| ControlFlow::Continue(()))
}

#[test]
fn tables_are_right() {
    for (shape, blank, tiles) in [
        ("3x2", 4, &[1, 5, 2][..]),
        ("3x3", 0, &[1, 2, 3, 4]),
        ("3x3", 4, &[0, 1, 3]),
        ("4x3", 0, &[1, 4, 11]),
        ("2x2x2", 7, &[1, 2, 3, 4, 5]),
        ("5x5", 0, &[1, 5, 6, 24]),
        ("3x3x3", 13, &[4, 26, 12]),
    ] {
        let table = table(shape, blank, tiles);
        assert_eq!(verified(&table, 1), Ok(()), "{shape} {tiles:?}");
        assert_eq!(verified(&table, 2), Ok(()), "{shape} {tiles:?}");
    }
}

#[test]
fn a_flipped_bit_is_found_wherever_it_is() {
    let table = table("3x2", 4, &[1, 5, 2]);
    let mut entries = table.entries().to_vec();
    for number in 0..entries.len() {
        for bit in 0..8 {
            entries[number] ^= 1 << bit;
            let found = Proof::new(&table, &entries).run(1, &mut |_| ControlFlow::Continue(()));
            assert!(found.is_err(), "bit {bit} of entry {number}");
            entries[number] ^= 1 << bit;
        }
    }
}

#[test]
fn several_flipped_bits_are_found_in_a_larger_box() {
    let table = table("3x3x2", 0, &[1, 9, 17]);
    let mut entries = table.entries().to_vec();
    for number in (0..entries.len()).step_by(97) {
        entries[number] ^= 0xff;
        let found = Proof::new(&table, &entries).run(2, &mut |_| ControlFlow::Continue(()));
        assert!(found.is_err(), "entry {number}");
        entries[number] ^= 0xff;
    }
}

#[test]
fn it_can_be_stopped() {
    let table = table("3x3", 0, &[1, 2, 3, 4]);
    assert_eq!(verify(&table, 2, &mut |_| ControlFlow::Break(())), Err(Wrong::Stopped));
}
