//! A quick hash for tables made while a search prepares itself or checks its answer.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Multiplies and folds; its keys are positions, which no adversary chooses.
#[derive(Default)]
pub(crate) struct FastHasher(u64);

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte as u64);
        }
    }
    fn write_u8(&mut self, value: u8) {
        self.write_u64(value as u64);
    }
    fn write_u32(&mut self, value: u32) {
        self.write_u64(value as u64);
    }
    fn write_u64(&mut self, value: u64) {
        let product = u128::from(self.0 ^ value ^ 0xf39c_c060_5ced_c835) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product ^ product >> 64) as u64;
    }
    fn write_u128(&mut self, value: u128) {
        self.write_u64(value as u64);
        self.write_u64((value >> 64) as u64);
    }
}

pub(crate) type FastSet<T> = HashSet<T, BuildHasherDefault<FastHasher>>;
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;
