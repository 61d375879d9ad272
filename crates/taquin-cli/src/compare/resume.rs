//! The rows of an earlier run, and which of them answer what is asked now.
//!
//! A row is taken for a run only if the run would come to the same: same boards, same way to search, same
//! version of Taquin, and limits that make no difference. A run that was stopped by a limit is made again
//! when that limit changes; one that ended by itself is good for all limits that it stays within.

use super::export::{self, Form};
use crate::failure::Failure;
use std::collections::HashMap;
use std::path::Path;
use taquin_json::Row;

/// The rows of an earlier run.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// In the order in which they were read.
    rows: Vec<Row>,
    /// Where the rows of each run are, by everything but the limits.
    places: HashMap<String, Vec<usize>>,
}

impl Known {
    /// Reads exports. A row that is in several of them is taken once.
    pub(crate) fn read<'a>(exports: impl Iterator<Item = (Form, &'a Path)>) -> Result<Known, Failure> {
        let mut known = Known::default();
        for (form, path) in exports {
            for row in export::read(form, path)? {
                known.add(row);
            }
        }
        Ok(known)
    }

    fn add(&mut self, row: Row) {
        let places = self.places.entry(run(&row)).or_default();
        let limits = |row: &Row| (row.time_limit, row.memory_limit, row.node_limit, row.exhaustive);
        if places.iter().all(|&place| limits(&self.rows[place]) != limits(&row)) {
            places.push(self.rows.len());
            self.rows.push(row);
        }
    }

    /// All rows.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The row of a run that has not been made, if it is known what would come of it.
    pub(crate) fn find(&self, wanted: &Row) -> Option<&Row> {
        let places = self.places.get(&run(wanted))?;
        places.iter().map(|&place| &self.rows[place]).find(|row| answers(row, wanted))
    }
}

/// Everything that could change a run but its limits.
fn run(row: &Row) -> String {
    let Row { start, goal, convention, algorithm, heuristic, weight, prune, width, version, metric, .. } =
        row;
    format!(
        "{start}|{goal}|{convention}|{algorithm}|{heuristic:?}|{weight:?}|{prune:?}|{width:?}|{version}|{metric}"
    )
}

/// Whether a row says what would come of the same run under other limits.
fn answers(row: &Row, wanted: &Row) -> bool {
    let stopped_by = |limit| row.stopped_by.as_deref() == Some(limit);
    // These search differently with more memory.
    let fills_memory = matches!(row.algorithm.as_str(), "hybrid" | "two-ended");
    (row.solvable || row.exhaustive == wanted.exhaustive)
        && makes_no_difference(row.seconds, row.time_limit, wanted.time_limit, stopped_by("time"))
        && makes_no_difference(row.expanded, row.node_limit, wanted.node_limit, stopped_by("nodes"))
        && makes_no_difference(
            row.peak_bytes,
            row.memory_limit,
            wanted.memory_limit,
            stopped_by("memory") || fills_memory,
        )
}

/// Whether a run that used this much under one limit is the same under another one.
fn makes_no_difference<T: PartialOrd>(used: T, had: Option<T>, has: Option<T>, it_mattered: bool) -> bool {
    had == has || !it_mattered && has.is_none_or(|has| used < has)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use taquin::Solver;
    use taquin::search::{Algorithm, Limits, Weight};
    use taquin::solver::{Convention, Plan};

    fn row(plan: &Plan, limits: &Limits) -> Row {
        let (start, goal) = ("1 2/0 3".parse().unwrap(), "1 2/3 0".parse().unwrap());
        Row::unsolvable(1, &start, &goal, plan, Convention::Standard).within(limits)
    }

    fn plan(algorithm: Algorithm) -> Plan {
        weighted(algorithm, "1.5")
    }

    fn weighted(algorithm: Algorithm, weight: &str) -> Plan {
        let goal = "1 2/3 0".parse().unwrap();
        let weight = weight.parse::<Weight>().unwrap();
        Solver::new().algorithm(algorithm).heuristic("manhattan").weight(weight).plan(&goal).unwrap()
    }

    fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    fn knows(row: Row, wanted: &Row) -> bool {
        let mut known = Known::default();
        known.add(row);
        known.find(wanted).is_some()
    }

    #[test]
    fn a_row_of_another_weight_version_or_way_to_count_is_another_run() {
        let usual = plan(Algorithm::WeightedAstar);
        let heavier = weighted(Algorithm::WeightedAstar, "5");
        let none = Limits::default();
        let made = || Row { solvable: true, solved: true, ..row(&usual, &none) };
        assert!(knows(made(), &row(&usual, &none)));
        assert!(!knows(made(), &row(&heavier, &none)));
        assert!(!knows(Row { version: "0.0.1".into(), ..made() }, &row(&usual, &none)));
        assert!(!knows(Row { convention: "classic-explored".into(), ..made() }, &row(&usual, &none)));
        // Other algorithms have no weight.
        let (astar, heavy_astar) = (plan(Algorithm::Astar), weighted(Algorithm::Astar, "5"));
        assert!(knows(row(&astar, &none), &row(&heavy_astar, &none)));
    }

    #[test]
    fn a_stopped_run_counts_for_the_limit_that_stopped_it_only() {
        let astar = plan(Algorithm::Astar);
        let stopped = || Row {
            solvable: true,
            expanded: 1000,
            stopped_by: Some("nodes".into()),
            ..row(&astar, &nodes(1000))
        };
        assert!(knows(stopped(), &row(&astar, &nodes(1000))));
        for other in [nodes(5000), nodes(100), Limits::default()] {
            assert!(!knows(stopped(), &row(&astar, &other)), "{other:?}");
        }
        let more_time = Limits { time: Some(Duration::from_secs(9)), ..nodes(1000) };
        assert!(knows(stopped(), &row(&astar, &more_time)), "time did not stop it");
    }

    #[test]
    fn a_run_that_ended_counts_for_all_limits_that_it_stays_within() {
        let astar = plan(Algorithm::Astar);
        let ended = || Row { solvable: true, solved: true, expanded: 500, ..row(&astar, &nodes(1000)) };
        assert!(knows(ended(), &row(&astar, &nodes(5000))));
        assert!(knows(ended(), &row(&astar, &nodes(501))));
        assert!(!knows(ended(), &row(&astar, &nodes(400))));
    }

    #[test]
    fn memory_matters_to_those_who_fill_it() {
        let memory = |bytes| Limits { memory: Some(bytes), ..Limits::default() };
        for (algorithm, expected) in [(Algorithm::Astar, true), (Algorithm::Hybrid, false)] {
            let plan = plan(algorithm);
            let ended = Row { solvable: true, solved: true, ..row(&plan, &memory(1 << 20)) };
            assert_eq!(knows(ended, &row(&plan, &memory(1 << 30))), expected, "{algorithm}");
        }
    }

    #[test]
    fn an_unsolvable_board_that_was_not_walked_from_is_walked_from_when_asked_for() {
        let none = Limits::default();
        let astar = plan(Algorithm::Astar);
        let wanted = Row { exhaustive: true, ..row(&astar, &none) };
        assert!(!knows(row(&astar, &none), &wanted));
        assert!(knows(Row { solvable: true, ..row(&astar, &none) }, &wanted));
    }
}
