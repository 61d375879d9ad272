//! Files of tables: a header made from the input, any entries behind it, checksums right. What opens is walked:
//! every walk ends, with a distance or an error.

#![no_main]

use libfuzzer_sys::fuzz_target;
use taquin::pdb::{Pattern, Store, Table};
use taquin::{Cell, Shape};

/// The layout of crates/taquin/src/pdb/file.rs.
const HEADER: usize = 4096;
const MAGIC: &[u8] = b"\x89TAQUIN\n";
const VERSION: u32 = 2;
/// Tables beyond this only make it slow.
const MOST_BYTES: u64 = 1 << 16;

/// What the input says: sides, the blank's cell, how many tiles, their cells, then the histogram's length and
/// entries that are repeated until they fill the table.
fn pattern(input: &mut impl Iterator<Item = u8>) -> Option<Pattern> {
    let sides = [(); 3].map(|()| input.next().map_or(1, |byte| usize::from(byte % 5 + 1)));
    let shape = Shape::new(sides[0], sides[1], sides[2].min(2)).ok()?;
    let mut cell = || shape.all_cells().nth(usize::from(input.next()?) % shape.cells());
    let blank = cell()?;
    let count = cell()?.index() % 6;
    let tiles: Vec<Cell> = (0..count).map_while(|_| cell()).collect();
    Pattern::new(shape, blank, &tiles).ok()
}

fn file(pattern: &Pattern, distances: u8, entries: &[u8]) -> Vec<u8> {
    let mut file = vec![0; HEADER];
    let mut put = |at: usize, bytes: &[u8]| file[at..at + bytes.len()].copy_from_slice(bytes);
    let shape = pattern.shape();
    put(0, MAGIC);
    put(8, &VERSION.to_le_bytes());
    put(12, &1u32.to_le_bytes());
    put(16, &[shape.width() as u8, shape.height() as u8, shape.depth() as u8]);
    put(20, &(pattern.blank().index() as u16).to_le_bytes());
    put(22, &(pattern.tiles().len() as u16).to_le_bytes());
    put(24, &1u32.to_le_bytes());
    put(28, &u32::from(distances).to_le_bytes());
    put(32, &(entries.len() as u64).to_le_bytes());
    put(40, &crc32fast::hash(entries).to_le_bytes());
    for (i, tile) in pattern.tiles().iter().enumerate() {
        put(56 + 2 * i, &(tile.index() as u16).to_le_bytes());
    }
    let checksum = crc32fast::hash(&file[..HEADER - 4]);
    file[HEADER - 4..].copy_from_slice(&checksum.to_le_bytes());
    file.extend_from_slice(entries);
    file
}

/// Looks up a few arrangements.
fn walk(table: &Table) {
    let cells = table.pattern().shape().cells() as u8;
    let tiles = table.pattern().tiles().len() as u8;
    for first in 0..cells {
        let arrangement: Vec<u8> = (0..tiles).map(|i| (first + i) % cells).collect();
        let free = (0..cells).find(|cell| !arrangement.contains(cell));
        if let Some(blank) = free {
            let _ = table.distance(&arrangement, blank);
        }
    }
}

fuzz_target!(|input: &[u8]| {
    let mut bytes = input.iter().copied();
    let Some(pattern) = pattern(&mut bytes) else { return };
    let length = Table::bytes_of(&pattern);
    let distances = bytes.next().unwrap_or(1);
    let noise: Vec<u8> = bytes.collect();
    if length > MOST_BYTES || noise.is_empty() {
        return;
    }
    let entries: Vec<u8> = noise.iter().copied().cycle().take(length as usize).collect();
    let directory = tempfile::tempdir().expect("a temporary directory");
    let store = Store::in_directory(directory.path());
    let path = store.path_of(&pattern.to_string());
    std::fs::write(&path, file(&pattern, distances, &entries)).expect("a small file");
    if let Ok(Some(table)) = store.table_at(&path) {
        walk(&table);
    }
});
