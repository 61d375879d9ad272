//! Searches that go on after anything: results and counts are those of an undisturbed run.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use taquin::ledger::{Ledger, MergeError, Purpose, Shard};
use taquin::published::PublishedSet;
use taquin::search::{Algorithm, Observer, Prune, Stats};
use taquin::solver::RecordedMethod;
use taquin::{Problem, Solved, Solver};

/// Ends a search after it has told its progress so many times in iterations.
struct Patience {
    left: u32,
    iterates: bool,
}

impl Patience {
    fn of(left: u32) -> Patience {
        Patience { left, iterates: false }
    }
}

impl Observer for Patience {
    fn iteration(&mut self, _: u32) {
        self.iterates = true;
    }

    fn progress(&mut self, _: &Stats, _: u32) -> ControlFlow<()> {
        self.left = self.left.saturating_sub(u32::from(self.iterates));
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Ways to search, and a board for each.
fn searches() -> Vec<(&'static str, Solver, Problem)> {
    let korf = |number: usize| PublishedSet::Korf100.boards()[number - 1].problem.clone();
    let cube = |number: usize| PublishedSet::Cube100.boards()[number - 1].problem.clone();
    let idastar = || Solver::new().algorithm(Algorithm::Idastar);
    vec![
        ("manhattan", idastar().heuristic("manhattan"), korf(5)),
        ("walking-distance", idastar().heuristic("walking-distance").prune(Prune::Automaton), korf(8)),
        ("two-ended", Solver::new(), cube(1)),
    ]
}

fn with(solver: &Solver, path: &Path, purpose: Purpose) -> (Solver, Ledger) {
    let ledger = Ledger::open(path, purpose).unwrap();
    (solver.clone().ledger(Some(Arc::new(ledger.clone()))), ledger)
}

fn figures(solved: &Solved) -> (Option<u32>, bool, u64, u64, usize) {
    let stats = solved.stats();
    (solved.cost(), solved.proved(), stats.expanded, stats.generated, stats.iterations.len())
}

#[test]
fn a_search_that_is_stopped_again_and_again_ends_as_an_undisturbed_one() {
    stop_again_and_again(searches());
}

/// A* fills its memory each time.
#[test]
#[ignore = "takes half a minute"]
fn a_hybrid_search_that_is_stopped_again_and_again_ends_as_an_undisturbed_one() {
    let hybrid = Solver::new().algorithm(Algorithm::Hybrid).heuristic("manhattan").memory_limit(256 << 20);
    stop_again_and_again(vec![("hybrid", hybrid, PublishedSet::Korf100.boards()[0].problem.clone())]);
}

fn stop_again_and_again(searches: Vec<(&'static str, Solver, Problem)>) {
    let directory = tempfile::tempdir().unwrap();
    for (name, solver, problem) in searches {
        let path = directory.path().join(name);
        let undisturbed = solver.solve(&problem).unwrap();
        let mut stops = 0;
        let solved = loop {
            let (solver, _ledger) = with(&solver, &path, Purpose::OneBoard);
            let solver = solver.threads(1 + stops % 3);
            let solved = solver.solve_with(&problem, &mut Patience::of(6 + 4 * stops as u32)).unwrap();
            if solved.solution().is_some() && solved.proved() {
                break solved;
            }
            stops += 1;
            assert!(stops < 1000, "{name} never ends");
        };
        assert_eq!(figures(&solved), figures(&undisturbed), "{name} after {stops} stops");
        assert_eq!(solved.stats().iterations, undisturbed.stats().iterations, "{name}");
        assert!(stops > 0, "{name} was never stopped");
        // The answer is kept with its figures.
        let (solver, ledger) = with(&solver, &path, Purpose::OneBoard);
        assert_eq!(figures(&solver.solve(&problem).unwrap()), figures(&undisturbed), "{name}");
        assert!(ledger.summary().searches[0].answer.is_some());
    }
}

#[test]
fn a_ledger_of_another_search_is_refused_with_the_reason() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("ledger");
    let boards = PublishedSet::Korf100.boards();
    let manhattan = Solver::new().algorithm(Algorithm::Idastar).heuristic("manhattan");
    let solve = |solver: &Solver, board: usize| {
        let (solver, _ledger) = with(solver, &path, Purpose::OneBoard);
        solver.solve(&boards[board].problem).map(|solved| solved.cost()).map_err(|error| error.to_string())
    };
    assert_eq!(solve(&manhattan, 78), Ok(Some(42)));
    let error = solve(&manhattan, 0).unwrap_err();
    assert!(error.contains("is for the board") && error.contains("name another file"), "{error}");
    let error = solve(&manhattan.clone().prune(Prune::Automaton), 78).unwrap_err();
    assert!(error.contains("prune undo") && error.contains("prune automaton"), "{error}");
    let error = Ledger::open(&path, Purpose::ManyBoards).unwrap_err().to_string();
    assert!(error.contains("one board"), "{error}");
    let text = directory.path().join("text");
    std::fs::write(&text, "1 2 3/4 5 6/7 8 0\n").unwrap();
    assert!(Ledger::open(&text, Purpose::OneBoard).unwrap_err().to_string().contains("is no ledger"));
    assert_eq!(std::fs::read_to_string(&text).unwrap(), "1 2 3/4 5 6/7 8 0\n");
    let _open = Ledger::open(&path, Purpose::OneBoard).unwrap();
    assert!(Ledger::open(&path, Purpose::OneBoard).unwrap_err().to_string().contains("another program"));
}

/// Random numbers that are the same in every run.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn damaged_ledgers_lose_what_is_damaged_and_nothing_else() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("ledger");
    let (_, solver, problem) = searches().remove(0);
    let undisturbed = solver.solve(&problem).unwrap();
    let (recording, ledger) = with(&solver, &path, Purpose::OneBoard);
    recording.solve_with(&problem, &mut Patience::of(12)).unwrap();
    ledger.save().unwrap();
    let units = |ledger: &Ledger| {
        let searches = ledger.summary().searches;
        searches.iter().flat_map(|search| &search.iterations).map(|iteration| iteration.done).sum::<u64>()
    };
    let all = units(&ledger);
    assert!(all > 0);
    drop((recording, ledger));
    let whole = std::fs::read(&path).unwrap();
    let (mut state, mut detected, mut solved) = (1, 0, 0);
    for trial in 0..1000 {
        let mut bytes = whole.clone();
        match trial % 4 {
            0 => bytes.truncate(random(&mut state) as usize % whole.len()),
            1 => bytes[random(&mut state) as usize % whole.len()] ^= 1 << (random(&mut state) % 8),
            2 => {
                let from = random(&mut state) as usize % whole.len();
                let to = (from + random(&mut state) as usize % 40).min(whole.len());
                bytes.drain(from..to.max(from + 1).min(whole.len()));
            }
            _ => {
                let at = random(&mut state) as usize % whole.len();
                let garbage: Vec<u8> =
                    (0..random(&mut state) % 40 + 1).map(|_| random(&mut state) as u8).collect();
                bytes.splice(at..at, garbage);
            }
        }
        std::fs::write(&path, &bytes).unwrap();
        let ledger = match Ledger::open(&path, Purpose::OneBoard) {
            Ok(ledger) => ledger,
            Err(error) => {
                // Without its header a file says nothing.
                assert!(error.to_string().contains("is no ledger"), "{error}");
                detected += 1;
                continue;
            }
        };
        assert!(units(&ledger) <= all);
        detected += usize::from(ledger.dropped().is_any() || bytes.len() < whole.len());
        drop(ledger);
        // What is left leads to the same answer.
        if trial % 97 == 0 {
            let (solver, _ledger) = with(&solver, &path, Purpose::OneBoard);
            assert_eq!(figures(&solver.solve(&problem).unwrap()), figures(&undisturbed));
            solved += 1;
        }
    }
    assert!(detected >= 1000 - 1, "{detected} of 1000 were detected, {solved} solved");
}

#[test]
fn shards_add_up_wherever_they_are_searched() {
    let directory = tempfile::tempdir().unwrap();
    let (_, solver, problem) = searches().remove(0);
    let undisturbed = solver.solve(&problem).unwrap();
    let mut units = directory.path().join("units-0");
    let mut rounds = 0;
    let solved = loop {
        let ledger = Ledger::units(&units, 1_000_000).unwrap();
        let solved = solver.clone().ledger(Some(Arc::new(ledger.clone()))).solve(&problem).unwrap();
        ledger.save().unwrap();
        drop(ledger);
        if solved.solution().is_some() {
            break solved;
        }
        let files: Vec<_> =
            (1..=3).map(|number| directory.path().join(format!("{rounds}-{number}"))).collect();
        for (file, number) in files.iter().zip(1..) {
            let shard: Shard = format!("{number}/3").parse().unwrap();
            if number == 3 && rounds == 0 {
                let missing = Ledger::merge(&units, &files[..2], &directory.path().join("none"));
                assert_eq!(missing, Err(MergeError::Missing(1, shard)));
                let begun = Ledger::shard(&units, shard, file).unwrap();
                drop(begun);
                let unfinished = Ledger::merge(&units, &files, &directory.path().join("none"));
                assert!(matches!(unfinished, Err(MergeError::Unfinished(..))), "{unfinished:?}");
            }
            let ledger = Ledger::shard(&units, shard, file).unwrap();
            let method: RecordedMethod = ledger.summary().searches[0].plan.parse().unwrap();
            let worker = Solver::new().choice(method.choice()).threads(2);
            worker.ledger(Some(Arc::new(ledger.clone()))).solve(&problem).unwrap();
            ledger.save().unwrap();
        }
        let twice = [files.clone(), vec![files[1].clone()]].concat();
        assert!(matches!(
            Ledger::merge(&units, &twice, &directory.path().join("none")),
            Err(MergeError::Twice(..))
        ));
        rounds += 1;
        let next = directory.path().join(format!("units-{rounds}"));
        Ledger::merge(&units, &files, &next).unwrap();
        // Shards of other units are foreign.
        let foreign = Ledger::merge(&next, &files, &directory.path().join("none"));
        assert_eq!(foreign, Err(MergeError::Foreign(files[0].clone())));
        units = next;
    };
    assert!(rounds > 0);
    assert_eq!(figures(&solved), figures(&undisturbed));
}

#[test]
fn an_audit_searches_units_once_more_and_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("ledger");
    let (_, solver, problem) = searches().remove(0);
    let (recording, ledger) = with(&solver, &path, Purpose::OneBoard);
    recording.solve(&problem).unwrap();
    ledger.save().unwrap();
    drop((recording, ledger));
    let audited = |solver: &Solver| {
        let (ledger, audit) = Ledger::audit(&path, 50, 7).unwrap();
        let solved = solver.clone().threads(2).ledger(Some(Arc::new(ledger))).solve(&problem);
        solved.map(|_| audit.results()).map_err(|error| error.to_string())
    };
    let before = std::fs::read(&path).unwrap();
    let results = audited(&solver).unwrap();
    assert!(results.len() == 50 && results.iter().all(|result| result.is_right()), "{results:?}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_board_that_is_searched_twice_at_a_time_is_recorded_once() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("ledger");
    let (_, solver, problem) = searches().remove(0);
    let (recording, ledger) = with(&solver, &path, Purpose::ManyBoards);
    let answers: Vec<_> = recording.threads(2).solve_all(vec![problem.clone(), problem]).collect();
    assert!(answers.iter().all(|answer| answer.as_ref().unwrap().cost() == Some(56)));
    ledger.save().unwrap();
    drop(ledger);
    let summary = Ledger::read(&path).unwrap();
    assert!(summary.searches.len() == 1 && !summary.dropped.is_any(), "{:?}", summary.dropped);
}
