//! The bytes of a table, wherever they are: in memory of our own or, with the feature `store`, in a file mapped into it.

#[cfg(feature = "store")]
mod mapped;
#[cfg(not(feature = "store"))]
mod owned;

#[cfg(feature = "store")]
pub use mapped::Entries;
#[cfg(not(feature = "store"))]
pub use owned::Entries;

#[cfg(feature = "store")]
pub(super) use mapped::Draft;
#[cfg(not(feature = "store"))]
pub(super) use owned::Draft;

use std::fmt;

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
#[cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "the processor's hint, a part of beginning children ahead: see docs/experiments.md"
    )
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
