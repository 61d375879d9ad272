//! CRC-32 of many bytes, on two threads or in parts.
//!
//! The check itself runs at ten gigabytes a second; what takes longer is that the system hands out the pages of
//! a mapped file, and that goes on several threads at a time.

use crate::platform;
use crc32fast::Hasher;
use std::thread;

/// More threads than this do not make memory faster.
const MOST_THREADS: usize = 2;
/// What is worth a thread.
const FEW: usize = 4 << 20;
/// Bytes of a part.
const PART: usize = 4 << 20;

/// The checksum of some bytes.
pub(super) fn of(bytes: &[u8]) -> u32 {
    if bytes.len() < MOST_THREADS * FEW {
        return crc32fast::hash(bytes);
    }
    let hash = |bytes: &[u8]| {
        let mut hasher = Hasher::new();
        hasher.update(bytes);
        hasher
    };
    let (first, second) = bytes.split_at(bytes.len() / MOST_THREADS);
    thread::scope(|scope| {
        // Without a thread to help it takes a little longer.
        let helper = platform::spawn_scoped(scope, || hash(second));
        let mut hasher = hash(first);
        match helper.map(|helper| helper.join()) {
            Ok(Ok(rest)) => hasher.combine(&rest),
            _ => hasher.update(second),
        }
        hasher.finalize()
    })
}

/// The checksum of some bytes, a part after the other; `None` if `stop` says so between two of them.
pub(super) fn unless_stopped(bytes: &[u8], stop: &dyn Fn() -> bool) -> Option<u32> {
    let mut hasher = Hasher::new();
    for part in bytes.chunks(PART) {
        if stop() {
            return None;
        }
        hasher.update(part);
    }
    Some(hasher.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_and_parts_have_the_checksum_of_the_whole() {
        let bytes: Vec<u8> = (0..9_000_001u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let whole = crc32fast::hash(&bytes);
        assert_eq!(of(&bytes), whole);
        assert_eq!(unless_stopped(&bytes, &|| false), Some(whole));
        assert_eq!(unless_stopped(&bytes, &|| true), None);
    }
}
