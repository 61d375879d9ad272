//! Tables that lie with right checksums. The layout is that of crates/taquin/src/pdb/file.rs; if it changes,
//! [`mend`] finds that an untouched table has other checksums than it computes, and says so.

use crate::arguments::Stop;

const HEADER: usize = 4096;
const ENTRIES_CHECKSUM: usize = 40;
const HEADER_CHECKSUM: usize = HEADER - 4;

/// Makes both checksums of a table right again.
pub(super) fn mend(file: &mut [u8]) {
    let entries = crc32(&file[HEADER..]);
    file[ENTRIES_CHECKSUM..ENTRIES_CHECKSUM + 4].copy_from_slice(&entries.to_le_bytes());
    let header = crc32(&file[..HEADER_CHECKSUM]);
    file[HEADER_CHECKSUM..HEADER].copy_from_slice(&header.to_le_bytes());
}

/// Where the entries of a table are, after a look at whether we still know the layout.
pub(super) fn entries(untouched: &[u8]) -> Result<std::ops::Range<usize>, Stop> {
    let mut mended = untouched.to_vec();
    if untouched.len() <= HEADER {
        return Err(Stop::failed(
            "a table has no entries: the layout in xtask/src/torture/forge.rs is out of date",
        ));
    }
    mend(&mut mended);
    if mended != untouched {
        return Err(Stop::failed(
            "checksums are elsewhere: the layout in xtask/src/torture/forge.rs is out of date",
        ));
    }
    Ok(HEADER..untouched.len())
}

/// CRC-32 as in Ethernet and gzip, with a table of 256 entries.
fn crc32(bytes: &[u8]) -> u32 {
    let mut table = [0u32; 256];
    for (byte, entry) in (0u32..).zip(&mut table) {
        *entry = (0..8).fold(byte, |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 });
    }
    !bytes.iter().fold(!0, |crc, &byte| crc >> 8 ^ table[usize::from(crc as u8 ^ byte)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
