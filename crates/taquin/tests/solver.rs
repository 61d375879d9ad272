//! The front door: what is chosen, that limits hold for everything, and that nothing wrong is ever called proved.

use crate::common::{blank_last, shape};
use std::ops::ControlFlow;
use std::time::Duration;
use taquin::heuristic::{Guarantees, Heuristic, HeuristicName, Manhattan, Maximum, from_fn};
use taquin::published::PublishedSet;
use taquin::search::{Algorithm, Cancel, Chore, Node, Observer, Outcome, Prune, Stats, StopReason, astar};
use taquin::solver::{Aim, Choice, Convention, FIRST_STAGE_NODES, Note, Phase, Plan};
use taquin::{Board, Problem, Scrambler, Solver, SolverError};

pub(crate) fn problem(start: &str, goal: &Board) -> Problem {
    Problem::new(taquin::notation::parse_board(start, Some(goal.shape())).unwrap(), goal.clone()).unwrap()
}

/// A 15-puzzle that walking distance does not solve within the first stage: Korf's board 88.
pub(crate) fn hard() -> Problem {
    PublishedSet::Korf100.boards().into_iter().find(|board| board.number == 88).unwrap().problem
}

fn stopped_by(outcome: &Outcome) -> Option<StopReason> {
    match outcome {
        Outcome::Solved { .. } => None,
        Outcome::Stopped { why, .. } => Some(*why),
    }
}

#[test]
fn what_is_left_open_is_chosen_for_the_shape() {
    let solver = Solver::new();
    for (text, plan) in [
        ("3x3", "looking up exact distances"),
        ("5x2", "looking up exact distances"),
        ("4x4", "idastar with walking-distance"),
        ("5x5", "any-time, proving by two-ended with first-entry"),
        ("3x3x3", "two-ended with first-entry"),
        ("7x1", "astar with walking-distance"),
    ] {
        assert_eq!(solver.plan(&blank_last(text)).unwrap().to_string(), plan, "{text}");
    }
    let prepared = solver.prepare(&blank_last("4x4")).unwrap();
    let described = prepared.plan().to_string();
    assert!(described.starts_with("idastar with walking-distance, then with pdb:"), "{described}");
    assert_eq!(prepared.single().plan().to_string(), "idastar with walking-distance");
}

#[test]
fn a_heuristic_that_is_asked_for_is_used_or_said_to_be_ignored() {
    let goal = blank_last("3x3x3");
    let plan = Solver::new().heuristic("manhattan").plan(&goal).unwrap();
    assert_eq!(plan.to_string(), "idastar with manhattan");
    let plan = Solver::new().algorithm(Algorithm::Bfs).heuristic("manhattan").plan(&goal).unwrap();
    assert_eq!(plan.to_string(), "bfs");
    let ignored = Note::HeuristicIgnored { algorithm: Algorithm::Bfs, heuristic: HeuristicName::Manhattan };
    assert_eq!(plan.notes, [ignored]);
    let error = Solver::new().heuristic("manhatan").plan(&goal).unwrap_err();
    assert!(matches!(error, SolverError::UnknownHeuristic(_)), "{error}");
}

#[test]
fn an_algorithm_that_cannot_hold_the_shape_is_an_error() {
    let error = Solver::new().algorithm(Algorithm::TwoEnded).plan(&blank_last("9x9")).unwrap_err();
    assert_eq!(error.to_string(), "9x9 is too large for two-ended: idastar takes boards of any size");
}

/// Without a check IDA* would call 25 moves optimal where 17 do.
#[test]
fn a_heuristic_for_another_goal_is_refused() {
    let first = taquin::NamedGoal::BlankFirst.board(shape("3x3")).unwrap();
    let problem = problem("1 2 5/3 4 8/6 7 0", &first);
    for heuristic in [
        Manhattan::new(&blank_last("3x3")).into_any(),
        Manhattan::new(&blank_last("5x5")).into_any(),
        HeuristicName::Full.build(&blank_last("3x3"), 1).unwrap(),
    ] {
        let solver = Solver::new().heuristic(heuristic);
        assert!(matches!(solver.solve(&problem), Err(SolverError::OtherGoal)));
    }
}

#[test]
#[should_panic(expected = "the heuristic was made for the goal 1 2 3/4 5 6/7 8 0")]
fn searches_themselves_refuse_it_too() {
    let first = taquin::NamedGoal::BlankFirst.board(shape("3x3")).unwrap();
    let heuristic = Manhattan::new(&blank_last("3x3"));
    astar(&problem("1 2 5/3 4 8/6 7 0", &first), &heuristic, &Default::default(), &mut ());
}

#[test]
fn own_heuristics_work_alone_and_in_a_maximum() {
    let goal = blank_last("3x3");
    let home = goal.clone();
    let misplaced = from_fn(&goal, Guarantees::ADMISSIBLE, move |board| {
        board.tiles().filter(|&(cell, tile)| home[cell] != Some(tile)).count() as u32
    });
    let both = Maximum::new(vec![misplaced.clone().into_any(), Manhattan::new(&goal).into_any()]);
    let mut scrambler = Scrambler::new(goal.clone(), 4);
    for _ in 0..20 {
        let problem = Problem::new(scrambler.uniform(), goal.clone()).unwrap();
        let truth = Solver::new().solve(&problem).unwrap().cost();
        for algorithm in [None, Some(Algorithm::Astar), Some(Algorithm::Idastar), Some(Algorithm::Hybrid)] {
            for solver in [Solver::new().heuristic(misplaced.clone()), Solver::new().heuristic(both.clone())]
            {
                let solved = solver.algorithm(algorithm).solve(&problem).unwrap();
                assert_eq!((solved.cost(), solved.proved(), solved.plan.heuristic), (truth, true, None));
            }
        }
    }
    let nothing_claimed = from_fn(&goal, Guarantees::NONE, |_| 0);
    let solved =
        Solver::new().heuristic(nothing_claimed).solve(&problem("1 2 3/4 5 6/0 7 8", &goal)).unwrap();
    assert_eq!((solved.cost(), solved.proved()), (Some(2), false));
}

#[test]
fn hybrid_with_tables_runs_on_kernels_and_agrees() {
    let goal = blank_last("4x4");
    let solver = Solver::new().heuristic("pdb").memory_limit(800_000_000);
    let mut scrambler = Scrambler::new(goal.clone(), 11);
    for _ in 0..3 {
        let problem = Problem::new(scrambler.walk(70), goal.clone()).unwrap();
        let deepened = solver.clone().algorithm(Algorithm::Idastar).solve(&problem).unwrap();
        let hybrid =
            solver.clone().algorithm(Algorithm::Hybrid).memory_limit(300_000_000).solve(&problem).unwrap();
        assert!(deepened.proved() && hybrid.proved());
        assert_eq!(deepened.cost(), hybrid.cost());
    }
}

/// Figures and limits are those of both stages together.
#[test]
fn a_hard_board_is_begun_again_with_tables() {
    let solved = Solver::new().solve(&hard()).unwrap();
    assert_eq!((solved.cost(), solved.proved()), (Some(65), true));
    assert_eq!(solved.before(), Some(&HeuristicName::WalkingDistance));
    assert!(matches!(solved.plan.heuristic, Some(HeuristicName::Pdb(Some(_)))));
    let expanded: u64 = solved.stats().iterations.iter().map(|iteration| iteration.expanded).sum();
    assert_eq!(solved.stats().expanded, expanded);
    assert!(expanded > FIRST_STAGE_NODES);
    for nodes in [1000, FIRST_STAGE_NODES, FIRST_STAGE_NODES + 1000] {
        let solved = Solver::new().node_limit(nodes).solve(&hard()).unwrap();
        assert_eq!((solved.stats().expanded, solved.before().is_some()), (nodes, nodes > FIRST_STAGE_NODES));
        assert_eq!(stopped_by(&solved.answer.outcome), Some(StopReason::Nodes));
    }
}

fn names(phases: &[Phase]) -> Vec<String> {
    let name = |phase: &Phase| match &phase.heuristic {
        Some(heuristic) => format!("{} {heuristic}", phase.work),
        None => phase.work.to_string(),
    };
    phases.iter().map(name).collect()
}

/// Remembers what it is told of work without nodes.
#[derive(Default)]
struct Chores {
    told: Vec<(Chore, Option<f64>)>,
    stops_at: Option<Chore>,
}

impl Observer for Chores {
    fn chore(&mut self, chore: Chore, share: Option<f64>) -> ControlFlow<()> {
        self.told.push((chore, share));
        if self.stops_at == Some(chore) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_answer_says_what_was_done_for_it() {
    let mut chores = Chores::default();
    let solver = Solver::new();
    let solved = solver.solve_with(&hard(), &mut chores).unwrap();
    let expected = [
        "build-tables walking-distance",
        "idastar walking-distance",
        "build-tables pdb:6-6-3",
        "idastar pdb:6-6-3",
    ];
    assert_eq!(names(&solved.phases), expected);
    assert_eq!(solved.heuristic_name().as_deref(), Some("walking-distance+pdb:6-6-3"));
    assert_eq!(solved.described(), "idastar with walking-distance, then with pdb:6-6-3");
    assert!(solved.counts_repeat());
    let sum = |figure: fn(&Phase) -> u64| solved.phases.iter().map(figure).sum::<u64>();
    assert_eq!(sum(|phase| phase.expanded), solved.stats().expanded);
    assert_eq!(sum(|phase| phase.generated), solved.stats().generated);
    assert_eq!(solved.phases[1].expanded, FIRST_STAGE_NODES);
    let time = solved.phases.iter().map(|phase| phase.elapsed).sum::<Duration>();
    assert!(time <= solved.stats().elapsed);
    // Work on tables is told while it goes on, with a share that grows.
    let shares: Vec<f64> =
        chores.told.iter().filter(|told| told.0 == Chore::Tables).filter_map(|told| told.1).collect();
    assert!(shares.is_sorted() && shares[0] < 0.1 && shares.last().is_some_and(|last| *last > 0.9));
    // The tables are there now.
    let again = solver.solve(&hard()).unwrap();
    assert_eq!(names(&again.phases), ["idastar pdb:6-6-3"]);
}

#[test]
fn an_exact_distance_is_looked_up_and_not_called_a_search() {
    let goal = blank_last("3x3");
    let problem = problem("8 1 3/4 0 2/7 6 5", &goal);
    let solved = Solver::new().solve(&problem).unwrap();
    assert_eq!(names(&solved.phases), ["build-tables pdb:full", "look-up pdb:full"]);
    assert_eq!((solved.plan.name(), solved.described()), ("look-up", "looking up exact distances".into()));
    let solved = Solver::new().heuristic("pdb:full").solve(&problem).unwrap();
    assert_eq!((solved.plan.name(), solved.described()), ("astar", "astar with pdb:full".into()));
    let solved = Solver::new().algorithm(Algorithm::Astar).solve(&problem).unwrap();
    assert_eq!(solved.described(), "astar with walking-distance");
}

#[test]
fn an_any_time_answer_says_what_was_done_too() {
    let goal = blank_last("5x5");
    let problem = Problem::new(Scrambler::new(goal.clone(), 2).uniform(), goal).unwrap();
    let first = Solver::new().aim(Aim::First).solve(&problem).unwrap();
    assert_eq!((names(&first.phases), first.counts_repeat()), (vec!["construct".into()], true));
    let solved = Solver::new().node_limit(300_000).solve(&problem).unwrap();
    assert_eq!(names(&solved.phases), ["construct", "beam", "two-ended first-entry"]);
    assert_eq!(solved.phases.iter().map(|phase| phase.expanded).sum::<u64>(), solved.stats().expanded);
    assert!(!solved.counts_repeat());
}

#[test]
fn an_observer_stops_work_without_nodes() {
    let idastar = Solver::new().algorithm(Algorithm::Idastar).heuristic("manhattan");
    let pruning = idastar.prune(Prune::Automaton).node_limit(100_000_000);
    for (solver, chore) in [(Solver::new(), Chore::Tables), (pruning, Chore::Pruning)] {
        let mut chores = Chores { stops_at: Some(chore), ..Chores::default() };
        let solved = solver.solve_with(&hard(), &mut chores).unwrap();
        assert_eq!(stopped_by(&solved.answer.outcome), Some(StopReason::Cancelled), "{chore}");
        assert_eq!(chores.told.iter().filter(|told| told.0 == chore).count(), 1, "{chore}");
        assert!(!solved.counts_repeat());
    }
}

#[test]
fn a_search_by_estimates_that_may_be_too_large_has_the_bound_of_the_best_that_are_not() {
    let goal = blank_last("3x3");
    let problem = problem("8 1 3/4 0 2/7 6 5", &goal);
    let bound = |name: HeuristicName| name.build(&goal, 1).unwrap().of(problem.start());
    let walking = bound(HeuristicName::WalkingDistance);
    for algorithm in [Algorithm::Astar, Algorithm::Idastar, Algorithm::Greedy, Algorithm::WeightedAstar] {
        let solved = Solver::new().heuristic("out-of-place").algorithm(algorithm).solve(&problem).unwrap();
        assert!(
            solved.lower_bound() >= walking && solved.cost() >= Some(solved.lower_bound()),
            "{algorithm}"
        );
        assert!(!solved.proved());
    }
    let stopped = Solver::new().heuristic("out-of-place").node_limit(1).solve(&problem).unwrap();
    assert!(stopped.lower_bound() >= walking);
}

#[test]
fn a_memory_limit_without_room_for_tables_leaves_them_out() {
    let solved =
        Solver::new().memory_limit(40_000_000).node_limit(FIRST_STAGE_NODES + 1000).solve(&hard()).unwrap();
    assert_eq!((solved.before(), solved.answer.stats.expanded), (None, FIRST_STAGE_NODES + 1000));
    // Asked for by name there is nothing to fall back to: the answer says which limit it was.
    let solved = Solver::new().heuristic("pdb").memory_limit(20_000_000).solve(&hard()).unwrap();
    assert_eq!(stopped_by(&solved.answer.outcome), Some(StopReason::Memory));
    assert!(solved.lower_bound() > 30);
}

#[test]
fn a_time_limit_and_a_cancel_end_the_building_of_tables() {
    let solved = Solver::new().heuristic("pdb").time_limit(Duration::ZERO).solve(&hard()).unwrap();
    assert_eq!(stopped_by(&solved.answer.outcome), Some(StopReason::Time));
    let cancel = Cancel::new();
    cancel.cancel();
    let solved = Solver::new().heuristic("pdb").cancel(&cancel).solve(&hard()).unwrap();
    assert_eq!(stopped_by(&solved.answer.outcome), Some(StopReason::Cancelled));
}

/// Cancels the search as soon as it has begun again.
struct CancelsSecondStage(Cancel, u64);

impl Observer for CancelsSecondStage {
    fn progress(&mut self, stats: &Stats, _: u32) -> ControlFlow<()> {
        self.1 = stats.expanded;
        if stats.expanded > FIRST_STAGE_NODES {
            self.0.cancel();
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn what_the_first_stage_proved_is_not_lost_when_the_second_is_stopped() {
    let cancel = Cancel::new();
    let mut observer = CancelsSecondStage(cancel.clone(), 0);
    let first = Solver::new().node_limit(FIRST_STAGE_NODES).solve(&hard()).unwrap();
    let solved = Solver::new().cancel(&cancel).solve_with(&hard(), &mut observer).unwrap();
    assert_eq!(stopped_by(&solved.answer.outcome), Some(StopReason::Cancelled));
    assert!(observer.1 > FIRST_STAGE_NODES && solved.lower_bound() >= first.lower_bound());
}

/// Counts nodes, and remembers the plan.
#[derive(Default)]
struct Nodes {
    expanded: u64,
    plan: Option<Plan>,
}

impl Observer for Nodes {
    fn wants_nodes(&self) -> bool {
        true
    }
    fn begins(&mut self, plan: &Plan) {
        self.plan = Some(plan.clone());
    }
    fn expanding(&mut self, _: Node<'_>) {
        self.expanded += 1;
    }
}

#[test]
fn an_observer_of_nodes_gets_a_search_that_shows_them() {
    for (goal, algorithm) in [("3x3", "astar"), ("4x4", "idastar"), ("3x3x3", "idastar")] {
        let goal = blank_last(goal);
        let problem = Problem::new(Scrambler::new(goal.clone(), 3).walk(20), goal).unwrap();
        let mut nodes = Nodes::default();
        let solved = Solver::new().solve_with(&problem, &mut nodes).unwrap();
        assert!(solved.proved());
        let plan = nodes.plan.unwrap();
        assert_eq!(plan.method.algorithm.name(), algorithm);
        assert_ne!(plan.heuristic, Some(HeuristicName::Full));
        assert_eq!(nodes.expanded, solved.stats().expanded);
    }
    let problem = Problem::new(blank_last("3x3x3"), blank_last("3x3x3")).unwrap();
    let two_ended = Solver::new().algorithm(Algorithm::TwoEnded);
    let error = two_ended.solve_with(&problem, &mut Nodes::default()).unwrap_err();
    assert!(matches!(error, SolverError::NotWatchable(Algorithm::TwoEnded)), "{error}");
}

#[test]
fn conventions_have_names_and_count_as_the_classic_programs_did() {
    for convention in Convention::ALL {
        assert_eq!(convention.name().parse(), Ok(convention));
        assert_eq!(convention.to_string().to_uppercase().replace('-', "_").parse(), Ok(convention));
    }
    let numbers = ["r0", "r1", "r2", "r3", "r4"].map(|name| name.parse::<Convention>().unwrap().name());
    let names = Convention::ALL.map(Convention::name);
    assert_eq!(numbers, names[1..]);
    let unknown = "mine".parse::<Convention>().unwrap_err().to_string();
    assert!(
        unknown.starts_with("no convention is called `mine`; there are standard, classic-26, "),
        "{unknown}"
    );

    // As the table of docs/counting.md has it, whose figures were found by rebuilding the programs.
    let problem = problem("5 0 8/4 2 1/7 3 6", &blank_last("3x3"));
    let counts = |convention: Convention| {
        let count = |heuristic: HeuristicName| {
            let choice = Choice::new().algorithm(convention.algorithm()).heuristic(heuristic);
            let prepared = Solver::new().choice(choice).prepare(problem.goal()).unwrap();
            let solved = convention.search(&problem, &prepared, &mut ()).unwrap();
            (solved.stats().expanded, solved.stats().generated)
        };
        convention.heuristics().into_iter().map(count).collect::<Vec<_>>()
    };
    assert_eq!(counts(Convention::Descent), [(296, 786), (44, 114)]);
}
