//! The file that entries are mapped from, as long as they are in use: whether it has been written to, and its
//! checksum once more.

use super::{Fault, FileError, HEADER_BYTES, checksum, stamp};
use std::fs::{File, Metadata};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// An open file and how it was when it was opened.
#[derive(Debug)]
pub(in crate::pdb) struct Origin {
    path: PathBuf,
    file: File,
    metadata: Metadata,
    checksum: u32,
    /// Whether the checksum has been computed since.
    checked: AtomicBool,
}

impl Origin {
    pub(super) fn new(path: &Path, file: File, metadata: Metadata, checksum: u32, checked: bool) -> Origin {
        Origin { path: path.to_path_buf(), file, metadata, checksum, checked: checked.into() }
    }

    /// Whether the file has been written to, or made shorter or longer.
    pub(in crate::pdb) fn has_changed(&self) -> bool {
        // The time of the last change of anything, say of its name, does not matter here.
        self.file.metadata().is_ok_and(|now| {
            now.len() != self.metadata.len() || now.modified().ok() != self.metadata.modified().ok()
        })
    }

    /// The checksum that the file has of its entries.
    pub(in crate::pdb) fn checksum(&self) -> u32 {
        self.checksum
    }

    pub(in crate::pdb) fn is_checked(&self) -> bool {
        self.checked.load(Ordering::Relaxed)
    }

    /// Says beside the file that it has been checked.
    pub(super) fn stamp(&self) {
        stamp::stamp(&self.path, &self.metadata, self.checksum);
    }

    /// Compares entries with the checksum of the header, unless `stop` says to leave off.
    pub(in crate::pdb) fn recheck(&self, entries: &[u8], stop: &dyn Fn() -> bool) -> Result<(), FileError> {
        let now = self.file.metadata().map_err(|error| FileError::new(&self.path, Fault::Read(error)))?;
        // Pages that are gone cannot be read.
        let expected = (HEADER_BYTES + entries.len()) as u64;
        if now.len() != expected {
            return Err(FileError::new(&self.path, Fault::Length { expected, found: now.len() }));
        }
        match checksum::unless_stopped(entries, stop) {
            Some(found) if found != self.checksum => Err(FileError::new(&self.path, Fault::Entries)),
            Some(_) => {
                self.checked.store(true, Ordering::Relaxed);
                self.stamp();
                Ok(())
            }
            None => Ok(()),
        }
    }
}
