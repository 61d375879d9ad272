//! The bytes of a table, wherever they are: in memory of our own or in a file mapped into it.

use super::file::{FileError, Origin};
use memmap2::{Mmap, MmapMut};
use std::fmt;
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
        Ok(Entries { map: self.0.make_read_only()?, begin: 0, origin: None })
    }
}

impl Entries {
    /// Bytes of a file's map from `begin` on.
    pub(super) fn mapped(map: Mmap, begin: usize, origin: Origin) -> Entries {
        assert!(begin <= map.len());
        Entries { map, begin, origin: Some(origin) }
    }

    /// Whether they are a file's.
    pub(crate) fn is_mapped(&self) -> bool {
        self.origin.is_some()
    }

    /// Whether they are a file's that has been written to since it was opened.
    pub(crate) fn have_changed(&self) -> bool {
        self.origin.as_ref().is_some_and(Origin::has_changed)
    }

    /// Whether their checksum has been computed since they were made or opened.
    pub(super) fn is_checked(&self) -> bool {
        self.origin.as_ref().is_none_or(Origin::is_checked)
    }

    /// Compares those of a file with their checksum; `stop` is asked now and then whether to leave off.
    pub(super) fn recheck(&self, stop: &dyn Fn() -> bool) -> Result<(), FileError> {
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

impl AsRef<[u8]> for Entries {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.is_mapped() { "of a file" } else { "in memory" };
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
        // SAFETY: a hint never faults, whatever the address, and changes nothing that a program sees: nothing has to
        // be checked. The instruction is part of SSE, which `target_arch` says every x86_64 processor has.
        unsafe { _mm_prefetch(place.cast(), _MM_HINT_T0) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
