//! How fast all processes are, in a line now and then: their own terminals are elsewhere.

use crate::ui::Ui;
use indicatif::HumanCount;
use std::time::{Duration, Instant};

/// A line comes about this often.
const EVERY: Duration = Duration::from_secs(10);
/// The rates of so many processes are told one by one.
const MOST_TOLD: usize = 16;

/// Nodes of all processes at the last line.
pub(super) struct Rates {
    at: Instant,
    nodes: Vec<u64>,
}

impl Rates {
    pub(super) fn new(processes: usize) -> Rates {
        Rates { at: Instant::now(), nodes: vec![0; processes] }
    }

    /// Says how fast all are if it is time, and they search anything together.
    pub(super) fn tell(&mut self, nodes: &[u64], ui: &Ui) {
        let elapsed = self.at.elapsed();
        if elapsed < EVERY {
            return;
        }
        let rates: Vec<f64> = nodes
            .iter()
            .zip(&self.nodes)
            .map(|(now, before)| (now - before) as f64 / elapsed.as_secs_f64())
            .collect();
        self.at = Instant::now();
        self.nodes = nodes.to_vec();
        if rates.iter().any(|&rate| rate > 0.0) {
            ui.note(format_args!("{} · {}", ui.search_in_a_line(), in_words(&rates)));
        }
    }
}

/// The rate of all, and those of each.
fn in_words(rates: &[f64]) -> String {
    let millions = |rate: f64| format!("{:.1}", rate / 1e6);
    let sum = HumanCount(rates.iter().sum::<f64>() as u64);
    let (least, most) = rates.iter().fold((f64::MAX, 0f64), |(a, b), &rate| (a.min(rate), b.max(rate)));
    let each = match rates.len() {
        0..=MOST_TOLD => rates.iter().map(|&rate| millions(rate)).collect::<Vec<_>>().join(" "),
        _ => format!("{} to {}", millions(least), millions(most)),
    };
    format!(
        "{sum} nodes/s by {} ({each} M/s)",
        match rates.len() {
            1 => "1 process".to_string(),
            many => format!("{many} processes"),
        }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_processes_are_told_one_by_one() {
        assert_eq!(in_words(&[1.25e6, 3e6]), "4,250,000 nodes/s by 2 processes (1.2 3.0 M/s)");
        let many: Vec<f64> = (0..20).map(|number| f64::from(number) * 1e6).collect();
        assert_eq!(in_words(&many), "190,000,000 nodes/s by 20 processes (0.0 to 19.0 M/s)");
    }
}
