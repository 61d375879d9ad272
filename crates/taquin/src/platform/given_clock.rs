//! Moments by a clock that the caller gives, for targets whose standard library has none: there `Instant::now` panics.

use std::ops::Sub;
use std::sync::OnceLock;
use std::time::Duration;

static CLOCK: OnceLock<super::Clock> = OnceLock::new();

/// The first clock stays, so that moments can be compared.
pub(super) fn set(clock: super::Clock) {
    let _ = CLOCK.set(clock);
}

pub(super) fn is_set() -> bool {
    CLOCK.get().is_some()
}

/// A moment; it has what the library uses of [`std::time::Instant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    /// This moment; without a clock always the same.
    pub fn now() -> Instant {
        Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
    }

    /// The time that has passed since.
    pub fn elapsed(self) -> Duration {
        Instant::now() - self
    }

    /// A later moment.
    pub fn checked_add(self, time: Duration) -> Option<Instant> {
        self.0.checked_add(time).map(Instant)
    }
}

impl Sub for Instant {
    type Output = Duration;

    /// A clock that was put back counts as one that stood still.
    fn sub(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    static SECONDS: AtomicU64 = AtomicU64::new(100);

    #[test]
    fn time_stands_still_until_there_is_a_clock_and_never_goes_backwards() {
        let seconds = Duration::from_secs;
        let before = Instant::now();
        assert_eq!((is_set(), before.elapsed()), (false, Duration::ZERO));
        set(|| Duration::from_secs(SECONDS.load(Ordering::Relaxed)));
        set(|| Duration::ZERO);
        assert!(is_set());
        let started = Instant::now();
        assert_eq!(started - before, seconds(100));
        SECONDS.store(107, Ordering::Relaxed);
        assert_eq!(started.elapsed(), seconds(7));
        assert!(Instant::now() >= started.checked_add(seconds(7)).unwrap());
        assert_eq!(started.checked_add(Duration::MAX), None);
        SECONDS.store(3, Ordering::Relaxed);
        assert_eq!(started.elapsed(), Duration::ZERO);
    }
}
