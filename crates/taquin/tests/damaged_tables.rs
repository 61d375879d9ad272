//! Damaged tables: what is changed in a file is refused when it is opened, and whatever entries say that have the right
//! checksum, searches end, and no answer is given that the tables themselves contradict.

use crate::common::shape;
use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use taquin::exact::DistanceTable;
use taquin::heuristic::{AnyHeuristic, ExactDistance, Heuristic, PatternDatabases};
use taquin::pdb::{Catalogue, FileError, Pattern, Store, build};
use taquin::search::{Deepening, Limits, Outcome, astar, idastar_with};
use taquin::{Board, NamedGoal, Problem, Scrambler};
use tempfile::TempDir;

/// Bytes of the header.
const HEADER: usize = 4096;
/// The set that stands for the table of all boards.
const FULL: &str = "full";

/// Numbers that are the same for every seed (Steele, Lea and Flood, *Fast splittable pseudorandom number
/// generators*, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }
}

/// A file of a table as it should be.
struct Good {
    path: PathBuf,
    bytes: Vec<u8>,
    written: SystemTime,
}

impl Good {
    fn read(path: PathBuf) -> Good {
        let bytes = fs::read(&path).unwrap();
        // Damage does not ask for permission.
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        #[expect(clippy::permissions_set_readonly_false, reason = "the file is in a directory of our own")]
        permissions.set_readonly(false);
        fs::set_permissions(&path, permissions).unwrap();
        let written = fs::metadata(&path).unwrap().modified().unwrap();
        Good { path, bytes, written }
    }

    /// Writes these bytes at a place and makes the file this long. The time of the last write stays.
    fn put(&self, at: usize, bytes: &[u8], length: usize) {
        let mut file = File::options().write(true).open(&self.path).unwrap();
        file.seek(SeekFrom::Start(at as u64)).unwrap();
        file.write_all(bytes).unwrap();
        file.set_len(length as u64).unwrap();
        file.set_modified(self.written).unwrap();
    }

    /// Changes some bytes for as long as something is done.
    fn with<T>(&self, damage: &Damage, act: impl FnOnce() -> T) -> T {
        let length = damage.length.unwrap_or(self.bytes.len());
        self.put(damage.at, &damage.bytes, length);
        let done = act();
        let from = damage.at.min(length);
        let to = if damage.length.is_some() { self.bytes.len() } else { damage.at + damage.bytes.len() };
        self.put(from, &self.bytes[from..to], self.bytes.len());
        done
    }
}

/// Bytes at a place of a file, and its length if that is another.
#[derive(Debug)]
struct Damage {
    kind: &'static str,
    at: usize,
    bytes: Vec<u8>,
    length: Option<usize>,
}

impl Damage {
    /// Something else than what is there.
    fn any(good: &Good, random: &mut Random) -> Damage {
        loop {
            let size = good.bytes.len();
            let entry = HEADER + random.below(size - HEADER);
            let block = (entry / HEADER * HEADER, HEADER.min(size - entry / HEADER * HEADER));
            let (kind, (at, bytes)) = match random.below(8) {
                0 => ("a bit", (entry, vec![good.bytes[entry] ^ 1 << random.below(8)])),
                1 => ("a byte", (entry, random.bytes(1))),
                2 => ("zeros", (block.0, vec![0; block.1])),
                3 => ("noise", (block.0, random.bytes(block.1))),
                4 => ("noise", (HEADER, random.bytes((size - HEADER).min(1 << 16)))),
                5 => {
                    let at = random.below(HEADER);
                    ("header", (at, vec![good.bytes[at] ^ 1 << random.below(8)]))
                }
                6 => ("moved block", (block.0, good.bytes[HEADER..HEADER + block.1].to_vec())),
                _ => {
                    let length = size - 1 - random.below((size - 1).min(1 << 16));
                    return Damage { kind: "shorter", at: 0, bytes: Vec::new(), length: Some(length) };
                }
            };
            if good.bytes[at..at + bytes.len()] != bytes {
                return Damage { kind, at, bytes, length: None };
            }
        }
    }

    /// Entries that are others, with the checksums that a file with them would have.
    fn forged(good: &Good, random: &mut Random) -> Damage {
        let damage = loop {
            let damage = Damage::any(good, random);
            if damage.at >= HEADER {
                break damage;
            }
        };
        let mut bytes = good.bytes.clone();
        bytes[damage.at..damage.at + damage.bytes.len()].copy_from_slice(&damage.bytes);
        let entries = crc32fast::hash(&bytes[HEADER..]);
        bytes[40..44].copy_from_slice(&entries.to_le_bytes());
        let header = crc32fast::hash(&bytes[..HEADER - 4]);
        bytes[HEADER - 4..HEADER].copy_from_slice(&header.to_le_bytes());
        Damage { at: 0, bytes, ..damage }
    }
}

/// Tables of a goal in a directory, and boards with their true distances.
struct Tables {
    goal: Board,
    set: &'static str,
    store: Store,
    files: Vec<Good>,
    problems: Vec<(Problem, u32)>,
    _directory: TempDir,
}

fn go_on<T>(_: T) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

impl Tables {
    fn build(text: &str, set: &'static str) -> Tables {
        let goal = NamedGoal::BlankLast.board(shape(text)).unwrap();
        let directory = TempDir::new().unwrap();
        let store = Store::in_directory(directory.path());
        if set == FULL {
            let watch = &mut |_, _| ControlFlow::Continue(());
            let table = DistanceTable::build(goal.shape(), goal.blank(), 2, watch).unwrap();
            store.save_all(&table).unwrap();
        } else {
            for pattern in Catalogue::named(goal.shape(), goal.blank(), set).unwrap().tables() {
                store.save(&build(&pattern, 2, &mut go_on).unwrap()).unwrap();
            }
        }
        let files = store.list().unwrap().into_iter().map(|file| Good::read(file.path)).collect();
        Tables { goal, set, store, files, problems: Vec::new(), _directory: directory }
    }

    /// With boards so many random moves away.
    fn with_boards(mut self, count: usize, walk: u64) -> Tables {
        let mut scrambler = Scrambler::new(self.goal.clone(), 7);
        let heuristic = self.open().unwrap();
        for _ in 0..count {
            let problem = Problem::new(scrambler.walk(walk), self.goal.clone()).unwrap();
            let answer =
                idastar_with(&problem, &heuristic, &Deepening::default(), &Limits::default(), &mut ());
            assert!(answer.outcome.is_optimal());
            self.problems.push((problem, answer.outcome.lower_bound()));
        }
        self
    }

    /// The tables from their files.
    fn open(&self) -> Result<AnyHeuristic, FileError> {
        let (goal, store) = (&self.goal, &self.store);
        if self.set == FULL {
            let table = store.find_all(goal.shape(), goal.blank())?.expect("the table is there");
            return Ok(AnyHeuristic::Exact(ExactDistance::with_table(goal, Arc::new(table)).unwrap()));
        }
        let set = Catalogue::named(goal.shape(), goal.blank(), self.set).unwrap();
        let find = &mut |pattern: &Pattern| Ok(Arc::new(store.find(pattern)?.expect("the table is there")));
        PatternDatabases::new(goal, set.partitions(), find).map(AnyHeuristic::Pdb)
    }

    fn file(&self, random: &mut Random) -> &Good {
        &self.files[random.below(self.files.len())]
    }

    /// Changes files in so many ways, each of which must be found.
    fn damage(&self, times: usize, random: &mut Random) {
        for number in 0..times {
            let good = self.file(random);
            let damage = Damage::any(good, random);
            let found = good.with(&damage, || self.store.header(&good.path).is_err());
            assert!(found, "{} {} number {number}: {} at {}", name(good), self.set, damage.kind, damage.at);
        }
        assert!(self.open().is_ok(), "everything is as it was");
    }
}

fn name(good: &Good) -> String {
    Path::new(good.path.file_name().unwrap()).display().to_string()
}

/// What became of searches with forged tables.
#[derive(Debug, Default)]
struct Tally {
    right: usize,
    contradicted: usize,
    stopped: usize,
    /// Too long, and nothing that the tables say of the solution is against it.
    too_long: usize,
}

impl Tally {
    fn search(&mut self, heuristic: &AnyHeuristic, problem: &Problem, truth: u32) {
        let limits = Limits { nodes: Some(20_000), time: Some(Duration::from_secs(20)), ..Limits::default() };
        let plain = Deepening { kernel_after: u64::MAX, ..Deepening::default() };
        let kernel = Deepening { kernel_after: 0, ..plain };
        let mut answers = vec![
            idastar_with(problem, heuristic, &plain, &limits, &mut ()),
            match heuristic {
                AnyHeuristic::Pdb(databases) => idastar_with(problem, databases, &kernel, &limits, &mut ()),
                _ => idastar_with(problem, heuristic, &kernel, &limits, &mut ()),
            },
        ];
        if problem.shape().cells() <= 9 {
            answers.push(astar(problem, heuristic, &limits, &mut ()));
        }
        for answer in answers {
            match &answer.outcome {
                Outcome::Stopped { .. } if heuristic.contradiction().is_none() => self.stopped += 1,
                Outcome::Stopped { .. } => self.contradicted += 1,
                Outcome::Solved { solution, optimal, .. } => match heuristic.confront(solution, *optimal) {
                    Err(contradiction) => {
                        assert!(contradiction.to_string().contains(contradiction.table()));
                        self.contradicted += 1;
                    }
                    Ok(()) if solution.cost() == truth => self.right += 1,
                    Ok(()) => self.too_long += 1,
                },
            }
        }
    }
}

fn forge(tables: &Tables, times: usize, random: &mut Random) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..times {
        let good = tables.file(random);
        let damage = Damage::forged(good, random);
        let heuristic = good.with(&damage, || tables.open().expect("the checksums are right"));
        for (problem, truth) in &tables.problems {
            tally.search(&heuristic, problem, *truth);
        }
    }
    tally
}

#[test]
fn a_good_table_contradicts_nothing() {
    for (text, set) in [("3x3", FULL), ("3x3", "4-4"), ("4x4", "4-4-4-3"), ("3x3x2", "4-4-4-3-2")] {
        let tables = Tables::build(text, set).with_boards(6, 30);
        let heuristic = tables.open().unwrap();
        let mut tally = Tally::default();
        for (problem, truth) in &tables.problems {
            tally.search(&heuristic, problem, *truth);
        }
        assert_eq!((tally.contradicted, tally.too_long), (0, 0), "{text} {set}");
        assert_eq!(heuristic.contradiction(), None);
    }
}

#[test]
fn whatever_is_changed_in_a_file_is_found_when_it_is_opened() {
    let mut random = Random(1);
    for (text, set) in [("3x3", FULL), ("3x3", "4-4"), ("4x4", "4-4-4-3"), ("3x3x2", "4-4-4-3-2")] {
        Tables::build(text, set).damage(150, &mut random);
    }
}

#[test]
fn forged_tables_lead_to_no_panic_no_endless_search_and_no_answer_that_they_contradict() {
    let mut random = Random(2);
    for (text, set) in [("3x3", FULL), ("3x3", "4-4"), ("4x4", "4-4-4-3"), ("3x3x2", "4-4-4-3-2")] {
        let tables = Tables::build(text, set).with_boards(4, 30);
        let tally = forge(&tables, 40, &mut random);
        println!("{text} {set}: {tally:?}");
        assert!(tally.contradicted > 0, "{text} {set}: {tally:?}");
    }
}

/// Entries that are noise from beginning to end.
#[test]
fn tables_of_nothing_but_noise_are_survived() {
    let mut random = Random(3);
    for (text, set) in [("3x3", FULL), ("3x3", "4-4"), ("4x4", "4-4-4-3"), ("3x3x2", "4-4-4-3-2")] {
        let tables = Tables::build(text, set).with_boards(4, 30);
        for _ in 0..4 {
            let mut forged = Vec::new();
            for good in &tables.files {
                let mut bytes = good.bytes.clone();
                let noise = random.bytes(bytes.len() - HEADER);
                bytes[HEADER..].copy_from_slice(&noise);
                bytes[40..44].copy_from_slice(&crc32fast::hash(&noise).to_le_bytes());
                let header = crc32fast::hash(&bytes[..HEADER - 4]);
                bytes[HEADER - 4..HEADER].copy_from_slice(&header.to_le_bytes());
                forged.push(bytes);
            }
            tables.files.iter().zip(&forged).for_each(|(good, bytes)| good.put(0, bytes, bytes.len()));
            let heuristic = tables.open().expect("the checksums are right");
            let mut tally = Tally::default();
            for (problem, truth) in &tables.problems {
                tally.search(&heuristic, problem, *truth);
            }
            assert_eq!((tally.right, tally.too_long), (0, 0), "{text} {set}: {tally:?}");
            assert!(heuristic.contradiction().is_some());
        }
    }
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn ten_thousand_changes_of_tables_from_22_kilobytes_to_70_megabytes_are_found() {
    let mut random = Random(4);
    for (text, set, times) in [
        ("3x3", FULL, 2000),
        ("3x3", "4-4", 2000),
        ("4x4", "4-4-4-3", 2000),
        ("4x4", "5-5-5", 2000),
        ("4x4", "6-6-3", 1000),
        ("4x3", FULL, 600),
        ("8x4", "5-5-5-4-4-4-4", 400),
    ] {
        let started = std::time::Instant::now();
        let tables = Tables::build(text, set);
        let bytes: Vec<usize> = tables.files.iter().map(|file| file.bytes.len()).collect();
        tables.damage(times, &mut random);
        println!("{text} {set}, files of {bytes:?} bytes: {times} changes found in {:?}", started.elapsed());
    }
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn many_forged_tables() {
    let mut random = Random(5);
    for (text, set) in [
        ("3x3", FULL),
        ("3x3", "4-4"),
        ("2x2x2", "4-3"),
        ("4x4", "4-4-4-3"),
        ("3x3x2", "4-4-4-3-2"),
        ("5x4", "4-4-4-4-3"),
        ("5x5", "3-3-3-3-3-3-3-3"),
    ] {
        let tables = Tables::build(text, set).with_boards(4, 40);
        println!("{text} {set}: {:?}", forge(&tables, 200, &mut random));
    }
}
