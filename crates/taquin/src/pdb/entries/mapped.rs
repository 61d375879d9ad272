//! Entries in memory that the system gives in large pages, or in a file that is mapped.

use crate::pdb::file::Origin;
use crate::pdb::file_error::FileError;
use memmap2::{Mmap, MmapMut};
use std::io;
use std::ops::Deref;

/// Some bytes that are only read.
pub struct Entries {
    map: Mmap,
    /// Where the entries begin in the map.
    begin: usize,
    /// The file that is mapped.
    origin: Option<Origin>,
}

/// Bytes of our own that are still being written.
pub(in crate::pdb) struct Draft(MmapMut);

impl Draft {
    /// This many zeros. They are on large pages where the system gives them: reading a table is jumping
    /// about in it.
    pub(in crate::pdb) fn zeroed(bytes: usize) -> io::Result<Draft> {
        let map = MmapMut::map_anon(bytes)?;
        #[cfg(target_os = "linux")]
        {
            // Without large pages everything works, only slower.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Draft(map))
    }

    /// The bytes to write.
    pub(in crate::pdb) fn bytes(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// What was written, for reading.
    pub(in crate::pdb) fn finish(self) -> io::Result<Entries> {
        Ok(Entries { map: self.0.make_read_only()?, begin: 0, origin: None })
    }
}

impl Entries {
    /// Bytes of a file's map from `begin` on.
    pub(in crate::pdb) fn mapped(map: Mmap, begin: usize, origin: Origin) -> Entries {
        assert!(begin <= map.len());
        Entries { map, begin, origin: Some(origin) }
    }

    /// The same in memory of our own.
    pub(in crate::pdb) fn copied(&self) -> io::Result<Entries> {
        let mut draft = Draft::zeroed(self.len())?;
        #[cfg(target_os = "linux")]
        {
            // A page at a time, reading takes as long as all the rest. Old systems do not know the advice.
            let _ = self.map.advise(memmap2::Advice::PopulateRead);
        }
        draft.bytes().copy_from_slice(self);
        draft.finish()
    }

    /// Whether they are a file's.
    pub(crate) fn is_mapped(&self) -> bool {
        self.origin.is_some()
    }

    /// Whether they are a file's that has been written to since it was opened.
    pub(crate) fn have_changed(&self) -> bool {
        self.origin.as_ref().is_some_and(Origin::has_changed)
    }

    /// Their checksum: that of their file, or computed now.
    pub(in crate::pdb) fn checksum(&self) -> u32 {
        self.origin.as_ref().map_or_else(|| crc32fast::hash(self), Origin::checksum)
    }

    /// Whether their checksum has been computed since they were made or opened.
    pub(in crate::pdb) fn is_checked(&self) -> bool {
        self.origin.as_ref().is_none_or(Origin::is_checked)
    }

    /// Compares those of a file with their checksum; `stop` is asked now and then whether to leave off.
    pub(in crate::pdb) fn recheck(&self, stop: &dyn Fn() -> bool) -> Result<(), FileError> {
        self.origin.as_ref().map_or(Ok(()), |origin| origin.recheck(self, stop))
    }
}

impl Deref for Entries {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.map[self.begin..]
    }
}
