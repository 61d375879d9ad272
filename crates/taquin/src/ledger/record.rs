//! What a ledger is made of: records that say one thing each, and hold whatever comes before or after them.

use super::bytes::{get, get_text, put, put_text};
use crate::search::{Count, Iteration};
use std::time::Duration;

/// Which list of units: the bound of the iteration, and the number of the list within it.
pub(super) type Key = (u32, u32);

/// Neighbouring units that have been searched through: the number of the first, how many, and their nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The number of the first unit.
    pub first: u64,
    /// How many units.
    pub units: u64,
    /// Their nodes.
    pub count: Count,
}

/// The answer of a search, with its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Recorded {
    pub(super) moves: String,
    pub(super) lower_bound: u32,
    pub(super) optimal: bool,
    pub(super) count: Count,
    /// One more than the boards that were stored, 0 if none were.
    pub(super) reached: u64,
    pub(super) peak_bytes: u64,
    pub(super) elapsed: Duration,
    pub(super) iterations: Vec<Iteration>,
}

/// One thing that is known. Searches go by number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Record {
    /// What wrote the file, and what for.
    Header { program: String, purpose: String },
    /// A search: its start, its goal and how it is done.
    Search { search: u64, start: String, goal: String, plan: String },
    /// Beams before an iteration have found nothing.
    Beams { search: u64, bound: u32, count: Count },
    /// An iteration has so many units, and so many nodes above them.
    Cut { search: u64, key: Key, units: u64, above: Count },
    /// Units that were searched through within so many milliseconds.
    Runs { search: u64, key: Key, milliseconds: u64, runs: Vec<Run> },
    /// A unit has a goal.
    Goal { search: u64, key: Key, unit: u64 },
    /// A search is over.
    Answer { search: u64, recorded: Recorded },
}

fn put_count(count: Count, out: &mut Vec<u8>) {
    put(count.expanded, out);
    put(count.generated, out);
}

fn get_count(bytes: &mut &[u8]) -> Option<Count> {
    Some(Count { expanded: get(bytes)?, generated: get(bytes)? })
}

fn put_key(kind: u8, search: u64, key: Key, out: &mut Vec<u8>) {
    out.push(kind);
    [search, key.0.into(), key.1.into()].into_iter().for_each(|number| put(number, out));
}

fn get_key(bytes: &mut &[u8]) -> Option<Key> {
    Some((get_u32(bytes)?, get_u32(bytes)?))
}

fn get_u32(bytes: &mut &[u8]) -> Option<u32> {
    get(bytes)?.try_into().ok()
}

impl Record {
    /// The record as bytes.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self {
            Record::Header { program, purpose } => {
                out.push(1);
                put_text(program, &mut out);
                put_text(purpose, &mut out);
            }
            Record::Search { search, start, goal, plan } => {
                out.push(2);
                put(*search, &mut out);
                [start, goal, plan].into_iter().for_each(|text| put_text(text, &mut out));
            }
            Record::Beams { search, bound, count } => {
                put_key(3, *search, (*bound, 0), &mut out);
                put_count(*count, &mut out);
            }
            Record::Cut { search, key, units, above } => {
                put_key(4, *search, *key, &mut out);
                put(*units, &mut out);
                put_count(*above, &mut out);
            }
            Record::Runs { search, key, milliseconds, runs } => {
                put_key(5, *search, *key, &mut out);
                put(*milliseconds, &mut out);
                let mut last = 0;
                for run in runs {
                    put(run.first - last, &mut out);
                    put(run.units, &mut out);
                    put_count(run.count, &mut out);
                    last = run.first + run.units;
                }
            }
            Record::Goal { search, key, unit } => {
                put_key(6, *search, *key, &mut out);
                put(*unit, &mut out);
            }
            Record::Answer { search, recorded } => {
                out.push(7);
                put(*search, &mut out);
                recorded.encode(&mut out);
            }
        }
        out
    }

    /// A record out of bytes; `None` if they are none.
    pub(super) fn decode(mut bytes: &[u8]) -> Option<Record> {
        let (&kind, rest) = bytes.split_first()?;
        bytes = rest;
        let bytes = &mut bytes;
        let record = match kind {
            1 => Record::Header { program: get_text(bytes)?, purpose: get_text(bytes)? },
            2 => Record::Search {
                search: get(bytes)?,
                start: get_text(bytes)?,
                goal: get_text(bytes)?,
                plan: get_text(bytes)?,
            },
            3 => {
                let (search, (bound, _)) = (get(bytes)?, get_key(bytes)?);
                Record::Beams { search, bound, count: get_count(bytes)? }
            }
            4 => Record::Cut {
                search: get(bytes)?,
                key: get_key(bytes)?,
                units: get(bytes)?,
                above: get_count(bytes)?,
            },
            5 => {
                let (search, key, milliseconds) = (get(bytes)?, get_key(bytes)?, get(bytes)?);
                Record::Runs { search, key, milliseconds, runs: get_runs(bytes)? }
            }
            6 => Record::Goal { search: get(bytes)?, key: get_key(bytes)?, unit: get(bytes)? },
            7 => Record::Answer { search: get(bytes)?, recorded: Recorded::decode(bytes)? },
            _ => return None,
        };
        bytes.is_empty().then_some(record)
    }
}

fn get_runs(bytes: &mut &[u8]) -> Option<Vec<Run>> {
    let (mut runs, mut last) = (Vec::new(), 0u64);
    while !bytes.is_empty() {
        let first = last.checked_add(get(bytes)?)?;
        let (units, count) = (get(bytes)?, get_count(bytes)?);
        last = first.checked_add(units).filter(|_| units > 0)?;
        runs.push(Run { first, units, count });
    }
    Some(runs)
}

impl Recorded {
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        put_text(&self.moves, out);
        put(self.lower_bound.into(), out);
        put(self.optimal.into(), out);
        put_count(self.count, out);
        [self.reached, self.peak_bytes, self.elapsed.as_nanos() as u64]
            .into_iter()
            .for_each(|number| put(number, out));
        for iteration in &self.iterations {
            put(iteration.bound.into(), out);
            put(iteration.expanded, out);
            put(iteration.generated, out);
        }
    }

    pub(super) fn decode(bytes: &mut &[u8]) -> Option<Recorded> {
        let mut recorded = Recorded {
            moves: get_text(bytes)?,
            lower_bound: get_u32(bytes)?,
            optimal: get(bytes)? == 1,
            count: get_count(bytes)?,
            reached: get(bytes)?,
            peak_bytes: get(bytes)?,
            elapsed: Duration::from_nanos(get(bytes)?),
            iterations: Vec::new(),
        };
        while !bytes.is_empty() {
            let (bound, expanded, generated) = (get_u32(bytes)?, get(bytes)?, get(bytes)?);
            recorded.iterations.push(Iteration { bound, expanded, generated });
        }
        Some(recorded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back() {
        let count = Count { expanded: 1 << 40, generated: 77 };
        let run = |first, units| Run { first, units, count };
        let iterations = vec![Iteration { bound: 40, expanded: 3, generated: 9 }];
        let recorded = Recorded {
            moves: "UDLR".into(),
            lower_bound: 4,
            optimal: true,
            count,
            reached: 0,
            peak_bytes: 1 << 33,
            elapsed: Duration::from_nanos(1_234_567_891),
            iterations,
        };
        let records = [
            Record::Header { program: "taquin 1.2.3".into(), purpose: "one".into() },
            Record::Search { search: 3, start: "a".into(), goal: "b".into(), plan: "idastar".into() },
            Record::Beams { search: 3, bound: 99, count },
            Record::Cut { search: 3, key: (99, 2), units: 65_536, above: count },
            Record::Runs { search: 3, key: (99, 2), milliseconds: 1000, runs: vec![run(5, 1), run(9, 700)] },
            Record::Goal { search: 0, key: (1, 0), unit: 12 },
            Record::Answer { search: 3, recorded },
        ];
        for record in records {
            let bytes = record.encode();
            assert_eq!(Record::decode(&bytes), Some(record));
            assert!((0..bytes.len()).all(|end| Record::decode(&bytes[..end]) != Record::decode(&bytes)));
        }
    }
}
