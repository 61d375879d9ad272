//! Signs of life: who has not been heard of for too long.

use std::time::{Duration, Instant};

/// A sign of life is given about this often.
const EVERY: Duration = Duration::from_secs(1);

/// A pause of one's own that is longer than this, as when the machine slept, tells nothing about the others.
const OWN_PAUSE: Duration = Duration::from_secs(2);

/// When each of some processes was heard of last.
pub(super) struct Pulse {
    patience: Duration,
    heard: Vec<Instant>,
    looked: Instant,
    given: Instant,
}

impl Pulse {
    /// For so many processes, each of which may be silent for so long.
    pub(super) fn new(processes: usize, patience: Duration) -> Pulse {
        let now = Instant::now();
        Pulse { patience, heard: vec![now; processes], looked: now, given: now }
    }

    /// A process has said something.
    pub(super) fn hear(&mut self, process: usize) {
        self.heard[process] = Instant::now();
    }

    /// Whether it is time for a sign of one's own.
    pub(super) fn is_due(&mut self) -> bool {
        let is_due = self.given.elapsed() >= EVERY;
        if is_due {
            self.given = Instant::now();
        }
        is_due
    }

    /// A process that has been silent for too long. To be asked all the time.
    pub(super) fn lost(&mut self) -> Option<usize> {
        self.lost_at(Instant::now())
    }

    fn lost_at(&mut self, now: Instant) -> Option<usize> {
        let pause = now - self.looked;
        self.looked = now;
        if pause > OWN_PAUSE {
            self.heard.iter_mut().for_each(|heard| *heard += pause);
        }
        self.heard.iter().position(|&heard| now.saturating_duration_since(heard) > self.patience)
    }

    /// How long a process may be silent.
    pub(super) fn patience(&self) -> Duration {
        self.patience
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_silent_is_lost_unless_all_were_stopped() {
        let mut pulse = Pulse::new(3, Duration::from_secs(10));
        let begin = pulse.looked;
        for second in 1..=10 {
            let now = begin + Duration::from_secs(second);
            pulse.heard[0] = now;
            pulse.heard[2] = now;
            assert_eq!(pulse.lost_at(now), None);
        }
        assert_eq!(pulse.lost_at(begin + Duration::from_secs(11)), Some(1));
        // A machine that slept for an hour has lost nobody by that.
        let mut pulse = Pulse::new(3, Duration::from_secs(10));
        assert_eq!(pulse.lost_at(begin + Duration::from_secs(3600)), None);
    }
}
