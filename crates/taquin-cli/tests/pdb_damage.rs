//! Files of tables that something has happened to.

use crate::pdb::{cache, overwrite, pdb, tables};
use std::fs;

/// Builds the tables of 3x3, changes the first and tells what the program says to it. What is damaged is replaced, and
/// anything else left alone.
fn spoil(change: impl FnOnce(&mut Vec<u8>), message: &str, is_replaced: bool) {
    let cache = cache();
    assert_eq!(pdb(cache.path(), "build 3x3").0, 0);
    let file = &tables(cache.path())[0];
    let mut bytes = fs::read(file).unwrap();
    change(&mut bytes);
    overwrite(file, &bytes);
    let name = file.file_name().unwrap().to_str().unwrap();

    let (code, out, _) = pdb(cache.path(), "list");
    assert_eq!(code, 1);
    assert!(out.lines().any(|line| line.contains(name) && line.contains(message)), "{message}: {out}");
    let (code, out, _) = pdb(cache.path(), "list --json");
    assert_eq!(code, 1);
    assert!(out.contains(message), "{message}: {out}");
    let (code, out, _) = pdb(cache.path(), "verify");
    assert_eq!(code, 1);
    assert!(out.contains(message) && out.contains("right"), "{message}: {out}");
    let (code, out, err) = pdb(cache.path(), "build 3x3");
    if is_replaced {
        assert_eq!(code, 0, "{err}");
        assert!(err.contains(&format!("{name} is damaged or out of date and will be replaced")), "{err}");
        assert!(out.contains("  built  ") && out.contains("  there already\n"), "{out}");
    } else {
        assert_eq!(code, 2);
        assert!(err.contains(name) && err.contains(message), "{message}: {err}");
        assert_eq!(fs::read(file).unwrap(), bytes, "it may be worth something");
        assert_eq!(pdb(cache.path(), &format!("remove {name}")).0, 0);
        assert_eq!(pdb(cache.path(), "build 3x3").0, 0);
    }
    assert_eq!(pdb(cache.path(), "verify").0, 0);
}

#[test]
fn a_flipped_byte_in_the_entries_is_found() {
    spoil(
        |bytes| bytes[4096 + 1000] ^= 1,
        "damaged, its entries do not have the checksum of its header",
        true,
    );
}

#[test]
fn a_flipped_byte_in_the_header_is_found() {
    spoil(|bytes| bytes[130] ^= 1, "its header is damaged: remove it and build the table again", true);
}

#[test]
fn a_truncated_file_is_found() {
    spoil(|bytes| bytes.truncate(10_000), "truncated, 10000 of 69632 bytes are there", true);
}

#[test]
fn a_foreign_file_is_found() {
    let foreign = |bytes: &mut Vec<u8>| *bytes = b"PNG or something else".to_vec();
    spoil(foreign, "not a table: move it elsewhere or remove it", false);
}

#[test]
fn a_file_of_a_newer_program_is_found() {
    spoil(|bytes| bytes[8] = 9, "in format 9, and this program reads format 2: take a newer program", false);
}

/// CRC-32 by its definition, slowly.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

#[test]
fn a_wrong_entry_with_right_checksums_is_found_by_verify() {
    let cache = cache();
    assert_eq!(pdb(cache.path(), "build 3x3").0, 0);
    let file = &tables(cache.path())[0];
    let mut bytes = fs::read(file).unwrap();
    let entry = 4096 + 0x4567;
    bytes[entry] ^= 1;
    let entries = crc32(&bytes[4096..]);
    bytes[40..44].copy_from_slice(&entries.to_le_bytes());
    let header = crc32(&bytes[..4092]);
    bytes[4092..4096].copy_from_slice(&header.to_le_bytes());
    overwrite(file, &bytes);
    assert_eq!(pdb(cache.path(), "list").0, 0, "it looks good");
    let (code, out, _) = pdb(cache.path(), "verify");
    assert_eq!(code, 1);
    assert!(out.contains("wrong: ") && out.contains("build the table again"), "{out}");
}
