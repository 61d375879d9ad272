//! The bytes of a table, wherever they are: in memory of our own or in a file mapped into it.

use memmap2::{Mmap, MmapMut};
use std::fmt;
use std::io;
use std::ops::Deref;

/// Some bytes that are only read.
pub struct Entries {
    map: Mmap,
    /// Where the entries begin in the map.
    begin: usize,
    is_file: bool,
}

/// Bytes of our own that are still being written.
pub(super) struct Draft(MmapMut);

impl Draft {
    /// This many zeros. They are on large pages where the system gives them: reading a table is jumping
    /// about in it.
    pub(super) fn zeroed(bytes: usize) -> io::Result<Draft> {
        let map = MmapMut::map_anon(bytes)?;
        #[cfg(target_os = "linux")]
        {
            // Without large pages everything works, only slower.
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        Ok(Draft(map))
    }

    /// The bytes to write.
    pub(super) fn bytes(&mut self) -> &mut [u8] {
        &mut self.0
    }

    /// What was written, for reading.
    pub(super) fn finish(self) -> io::Result<Entries> {
        Ok(Entries { map: self.0.make_read_only()?, begin: 0, is_file: false })
    }
}

impl Entries {
    /// Bytes of a file's map from `begin` on.
    pub(super) fn mapped(map: Mmap, begin: usize) -> Entries {
        assert!(begin <= map.len());
        Entries { map, begin, is_file: true }
    }

    /// Whether they are a file's.
    pub(super) fn is_mapped(&self) -> bool {
        self.is_file
    }
}

impl Deref for Entries {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        &self.map[self.begin..]
    }
}

impl AsRef<[u8]> for Entries {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.is_file { "of a file" } else { "in memory" };
        write!(f, "{} bytes {place}", self.len())
    }
}

/// Sends for something that is going to be read soon.
#[inline(always)]
#[expect(
    unsafe_code,
    reason = "the processor's hint, a part of beginning children ahead: see docs/experiments.md"
)]
pub(crate) fn prefetch<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a hint never faults, whatever the address, and changes nothing that a program sees.
        unsafe { _mm_prefetch(place.cast(), _MM_HINT_T0) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
