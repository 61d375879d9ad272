//! Entries without files: always in memory of our own.

use crate::pdb::file_error::FileError;
use std::io::{self, ErrorKind};
use std::ops::Deref;

/// Some bytes that are only read.
pub struct Entries(Vec<u8>);

/// Bytes of our own that are still being written.
pub(in crate::pdb) struct Draft(Vec<u8>);

impl Draft {
    /// This many zeros.
    pub(in crate::pdb) fn zeroed(bytes: usize) -> io::Result<Draft> {
        let mut zeros = Vec::new();
        zeros.try_reserve_exact(bytes).map_err(|_| ErrorKind::OutOfMemory)?;
        zeros.resize(bytes, 0);
        Ok(Draft(zeros))
    }

    /// The bytes to write.
    pub(in crate::pdb) fn bytes(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// What was written, for reading.
    pub(in crate::pdb) fn finish(self) -> io::Result<Entries> {
        Ok(Entries(self.0))
    }
}

impl Entries {
    /// The same in other memory.
    pub(in crate::pdb) fn copied(&self) -> io::Result<Entries> {
        let mut draft = Draft::zeroed(self.len())?;
        draft.bytes().copy_from_slice(self);
        draft.finish()
    }

    /// Whether they are a file's.
    pub(crate) fn is_mapped(&self) -> bool {
        false
    }

    /// Whether they are a file's that has been written to since it was opened.
    pub(crate) fn have_changed(&self) -> bool {
        false
    }

    /// A checksum of them, by FNV-1a.
    pub(in crate::pdb) fn checksum(&self) -> u32 {
        self.0.iter().fold(0x811c_9dc5, |sum: u32, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    /// Whether their checksum has been computed since they were made or opened.
    pub(in crate::pdb) fn is_checked(&self) -> bool {
        true
    }

    /// Compares those of a file with their checksum.
    pub(in crate::pdb) fn recheck(&self, _: &dyn Fn() -> bool) -> Result<(), FileError> {
        Ok(())
    }
}

impl Deref for Entries {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}
