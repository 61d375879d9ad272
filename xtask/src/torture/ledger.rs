//! What was tried, what failed, and the table of both.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Failures of one round that are told at length; the table counts all.
const MOST_PRINTED: u32 = 6;

/// One row of the table.
#[derive(Default)]
struct Row {
    tried: u64,
    failed: u64,
    /// What else happened, and how often.
    counts: BTreeMap<&'static str, u64>,
    /// What was measured, with its unit.
    measured: BTreeMap<&'static str, Vec<f64>>,
    /// Why nothing was tried.
    skipped: Option<String>,
}

/// The rows of all parts, in the order in which they were first met.
pub(super) struct Ledger {
    /// The command that failures extend to say how they are repeated.
    command: String,
    part: &'static str,
    round: u64,
    round_failed: bool,
    /// Failures of this round that have been printed.
    printed: u32,
    rows: Vec<(&'static str, &'static str, Row)>,
}

impl Ledger {
    pub(super) fn new(command: String) -> Ledger {
        Ledger { command, part: "", round: 0, round_failed: false, printed: 0, rows: Vec::new() }
    }

    /// What follows belongs to this round.
    pub(super) fn begin(&mut self, part: &'static str, round: u64) {
        (self.part, self.round, self.round_failed, self.printed) = (part, round, false, 0);
    }

    pub(super) fn round_failed(&self) -> bool {
        self.round_failed
    }

    pub(super) fn failures(&self) -> u64 {
        self.rows.iter().map(|(_, _, row)| row.failed).sum()
    }

    fn row(&mut self, test: &'static str) -> &mut Row {
        let place = self.rows.iter().position(|(part, name, _)| *part == self.part && *name == test);
        let place = place.unwrap_or_else(|| {
            self.rows.push((self.part, test, Row::default()));
            self.rows.len() - 1
        });
        &mut self.rows[place].2
    }

    /// One more try of a test, good unless `complaint` says otherwise; `command` repeats it by hand.
    pub(super) fn tried(&mut self, test: &'static str, command: &str, complaint: Option<String>) {
        self.row(test).tried += 1;
        let Some(complaint) = complaint else { return };
        self.row(test).failed += 1;
        self.round_failed = true;
        self.printed += 1;
        if self.printed > MOST_PRINTED {
            return;
        }
        println!("FAILED {}, round {}: {test}: {complaint}", self.part, self.round);
        println!("       by hand: {command}");
        println!("       again:   {} --part {} --round {}", self.command, self.part, self.round);
    }

    /// Something worth knowing happened once more.
    pub(super) fn count(&mut self, test: &'static str, what: &'static str) {
        *self.row(test).counts.entry(what).or_default() += 1;
    }

    pub(super) fn measured(&mut self, test: &'static str, what: &'static str, value: f64) {
        self.row(test).measured.entry(what).or_default().push(value);
    }

    /// A test cannot be made here.
    pub(super) fn skipped(&mut self, test: &'static str, why: &str) {
        self.row(test).skipped = Some(why.to_string());
    }

    /// The table, in Markdown.
    pub(super) fn table(&self) -> String {
        let mut table = String::from("| # | test | tried | failed | remark |\n|---|---|---|---|---|\n");
        for (part, test, row) in &self.rows {
            let _ =
                writeln!(table, "| {part} | {test} | {} | {} | {} |", row.tried, row.failed, row.remark());
        }
        table
    }
}

impl Row {
    fn remark(&self) -> String {
        let counts = self.counts.iter().map(|(what, times)| format!("{times} {what}"));
        let measured = self.measured.iter().map(|(what, values)| {
            let mut values = values.clone();
            values.sort_by(f64::total_cmp);
            let at = |part: usize| values[(values.len() - 1) * part / 100];
            format!("{what}: p50 {:.2}, p90 {:.2}, max {:.2}", at(50), at(90), at(100))
        });
        let skipped = self.skipped.iter().map(|why| format!("skipped: {why}"));
        skipped.chain(counts).chain(measured).collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_and_failures_say_how_to_repeat_them() {
        let mut ledger = Ledger::new("torture".into());
        ledger.begin("kills", 3);
        ledger.tried("build", "taquin pdb build", None);
        ledger.count("build", "killed alive");
        assert!(!ledger.round_failed());
        ledger.tried("build", "taquin pdb build", Some("left a file".into()));
        assert!(ledger.round_failed());
        ledger.begin("limits", 0);
        ledger.measured("time", "overshoot in s", 0.25);
        ledger.skipped("space", "not root");
        assert_eq!(ledger.failures(), 1);
        let table = ledger.table();
        assert!(table.contains("| kills | build | 2 | 1 | 1 killed alive |"), "{table}");
        assert!(table.contains("overshoot in s: p50 0.25, p90 0.25, max 0.25"), "{table}");
        assert!(table.contains("| limits | space | 0 | 0 | skipped: not root |"), "{table}");
    }
}
