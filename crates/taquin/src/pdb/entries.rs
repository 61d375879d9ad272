//! The bytes of a table, wherever they are: in memory of our own or in a file mapped into it.

use memmap2::{Mmap, MmapMut};
use std::fmt;
use std::io;
use std::ops::Deref;

/// Some bytes that are only read.
pub struct Entries(Kind);

enum Kind {
    Memory(MmapMut),
    /// A map and where the entries begin in it.
    File(Mmap, usize),
}

impl Entries {
    /// Bytes of a map from `begin` on.
    pub(super) fn mapped(map: Mmap, begin: usize) -> Entries {
        assert!(begin <= map.len());
        Entries(Kind::File(map, begin))
    }

    /// This many zeros, to be filled before they are used. They are on large pages where the system
    /// gives them: reading a table is jumping about in it.
    pub(super) fn zeroed(bytes: usize) -> io::Result<Entries> {
        let map = MmapMut::map_anon(bytes)?;
        #[cfg(target_os = "linux")]
        {
            // Without large pages everything works, only slower.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Entries(Kind::Memory(map)))
    }

    /// The bytes for writing; nothing if they are a file's.
    pub(super) fn as_mut(&mut self) -> Option<&mut [u8]> {
        match &mut self.0 {
            Kind::Memory(map) => Some(map),
            Kind::File(..) => None,
        }
    }

    /// A copy in memory, on large pages where the system gives them: faster than a mapped file for long
    /// searches in large tables.
    pub(super) fn to_memory(&self) -> io::Result<Entries> {
        let mut copy = Entries::zeroed(self.len())?;
        copy.as_mut().expect("it is in memory").copy_from_slice(self);
        Ok(copy)
    }

    /// Whether they are a file's.
    pub(super) fn is_mapped(&self) -> bool {
        matches!(self.0, Kind::File(..))
    }
}

impl Deref for Entries {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Kind::Memory(map) => map,
            Kind::File(map, begin) => &map[*begin..],
        }
    }
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.is_mapped() { "mapped" } else { "in memory" };
        write!(f, "{} bytes {place}", self.len())
    }
}
