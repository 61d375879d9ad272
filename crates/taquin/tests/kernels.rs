//! The kernels of IDA* against the plain loop, node for node; the automaton and threads against
//! the true lengths.

use crate::common::{KERNEL, PLAIN, Space, cost, for_each, goals, no_limits, optimal_cost, strongest};
use std::ops::ControlFlow;
use taquin::heuristic::{AnyHeuristic, HeuristicName};
use taquin::published::PublishedSet;
use taquin::search::{
    Answer, Deepening, Limits, Observer, Outcome, Prune, Stats, StopReason, hybrid, idastar_with,
};
use taquin::{Board, Problem, Scrambler};

/// Kernels that use the automaton from the first node.
const AUTOMATON: Deepening = Deepening { prune: Prune::Automaton, ..KERNEL };

fn run(problem: &Problem, heuristic: &AnyHeuristic, options: &Deepening) -> Answer {
    match heuristic {
        AnyHeuristic::Manhattan(heuristic) => {
            idastar_with(problem, heuristic, options, &no_limits(), &mut ())
        }
        AnyHeuristic::LinearConflict(heuristic) => {
            idastar_with(problem, heuristic, options, &no_limits(), &mut ())
        }
        AnyHeuristic::WalkingDistance(heuristic) => {
            idastar_with(problem, heuristic, options, &no_limits(), &mut ())
        }
        other => idastar_with(problem, other, options, &no_limits(), &mut ()),
    }
}

/// Moves and every iteration's nodes are the same.
fn check_same(a: &Answer, b: &Answer, what: &str) {
    assert_eq!(a.stats.iterations, b.stats.iterations, "{what}");
    assert_eq!((a.stats.expanded, a.stats.generated), (b.stats.expanded, b.stats.generated), "{what}");
    let moves = |answer: &Answer| answer.outcome.solution().map(|solution| solution.moves().to_vec());
    assert_eq!(moves(a), moves(b), "{what}");
    assert_eq!(a.outcome.is_optimal(), b.outcome.is_optimal(), "{what}");
}

fn names() -> [HeuristicName; 4] {
    [HeuristicName::Manhattan, HeuristicName::LinearConflict, HeuristicName::WalkingDistance, strongest()]
}

/// Boards made by random walks from several goals of a shape.
fn walks(shape: &str, count: u64, length: u64) -> Vec<Problem> {
    // A usual one, one with the blank amid, a random one.
    goals(shape)
        .into_iter()
        .rev()
        .step_by(2)
        .flat_map(|goal| {
            let mut scrambler = Scrambler::new(goal.clone(), 5);
            let starts: Vec<Board> = (0..count).map(|_| scrambler.walk(length)).collect();
            starts.into_iter().map(move |start| Problem::new(start, goal.clone()).unwrap())
        })
        .collect()
}

#[test]
fn kernels_visit_the_nodes_of_the_plain_loop() {
    let shapes = [
        ("1x1", 1, 0),
        ("5x1", 2, 9),
        ("2x2", 4, 30),
        ("3x2", 4, 60),
        ("2x4", 3, 80),
        ("3x3", 4, 70),
        ("4x3", 2, 60),
        ("4x4", 2, 60),
        ("1x3x4", 2, 60),
        ("2x2x2", 3, 60),
        ("2x2x4", 2, 30),
        ("2x3x2", 2, 40),
        ("3x3x2", 1, 24),
        ("3x3x3", 1, 24),
        ("5x5", 1, 44),
        ("2x16", 1, 40),
        ("6x6", 1, 30),
    ];
    let problems: Vec<Problem> =
        shapes.into_iter().flat_map(|(shape, count, length)| walks(shape, count, length)).collect();
    for_each(0..problems.len(), |index| {
        let problem = &problems[index];
        for name in names() {
            let heuristic = name.build(problem.goal(), 1).unwrap();
            let what = format!("{name} {} → {}", problem.start(), problem.goal());
            let plain = run(problem, &heuristic, &PLAIN);
            check_same(&run(problem, &heuristic, &KERNEL), &plain, &what);
            if name == HeuristicName::LinearConflict {
                continue;
            }
            let pruned = run(problem, &heuristic, &AUTOMATON);
            assert_eq!(cost(&pruned), cost(&plain), "{what}");
            assert!(pruned.stats.generated <= plain.stats.generated, "{what}");
            // The automaton's kernels and the plain loop with the automaton are twins too.
            let twin = Deepening { kernel_after: u64::MAX, ..AUTOMATON };
            check_same(&run(problem, &heuristic, &twin), &pruned, &what);
        }
    });
}

#[test]
fn the_nearest_subtrees_first_change_the_last_iteration_alone() {
    let shapes = [("3x3", 4, 90), ("4x3", 2, 70), ("4x4", 3, 70), ("2x2x4", 2, 40), ("5x5", 1, 50)];
    let problems: Vec<Problem> =
        shapes.into_iter().flat_map(|(shape, count, length)| walks(shape, count, length)).collect();
    let other_moves = std::sync::atomic::AtomicUsize::new(0);
    for_each(0..problems.len(), |index| {
        let problem = &problems[index];
        for name in names() {
            let heuristic = name.build(problem.goal(), 1).unwrap();
            let what = format!("{name} {} → {}", problem.start(), problem.goal());
            let in_order = run(problem, &heuristic, &KERNEL);
            let nearest_first = Deepening { nearest_first: true, ..KERNEL };
            let nearest = run(problem, &heuristic, &nearest_first);
            assert_eq!(optimal_cost(&nearest), optimal_cost(&in_order), "{what}");
            let all_but_last = |answer: &Answer| {
                let iterations = &answer.stats.iterations;
                iterations[..iterations.len() - 1].to_vec()
            };
            assert_eq!(nearest.stats.iterations.len(), in_order.stats.iterations.len(), "{what}");
            assert_eq!(all_but_last(&nearest), all_but_last(&in_order), "{what}");
            check_same(
                &run(problem, &heuristic, &Deepening { threads: 2, ..nearest_first }),
                &nearest,
                &what,
            );
            let moves = |answer: &Answer| answer.outcome.solution().map(|solution| solution.moves().to_vec());
            if moves(&nearest) != moves(&in_order) || nearest.stats.expanded != in_order.stats.expanded {
                other_moves.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
        }
    });
    assert!(other_moves.into_inner() > 0, "nothing was put in order");
}

/// Every `step`th board of a space by kernels with the automaton, its nodes against those without.
fn check_automaton(shape: &str, step: usize, least_saved: f64) {
    for (number, goal) in goals(shape).into_iter().enumerate() {
        let space = Space::new(&goal);
        let step = if number == 0 { step } else { 29 * step };
        let heuristic = HeuristicName::Manhattan.build(&space.goal, 1).unwrap();
        let nodes = std::sync::Mutex::new((0, 0));
        for_each((0..space.len()).step_by(step), |index| {
            let problem = space.problem(index);
            let pruned = run(&problem, &heuristic, &AUTOMATON);
            assert_eq!(optimal_cost(&pruned), space.distances[index], "{} → {goal}", problem.start());
            if index % 3 == 0 {
                let all = run(&problem, &heuristic, &KERNEL);
                assert_eq!(optimal_cost(&all), space.distances[index], "{} → {goal}", problem.start());
                let mut nodes = nodes.lock().unwrap();
                nodes.0 += pruned.stats.generated;
                nodes.1 += all.stats.generated;
            }
        });
        let (pruned, all) = nodes.into_inner().unwrap();
        assert!(pruned as f64 <= all as f64 * (1.0 - least_saved), "{shape} → {goal}: {pruned} of {all}");
    }
}

#[test]
fn the_automaton_keeps_lengths_and_saves_nodes_in_small_spaces() {
    check_automaton("2x2", 1, 0.0);
    check_automaton("3x2", 1, 0.1);
    check_automaton("2x4", 17, 0.2);
    check_automaton("2x2x2", 13, 0.02);
    check_automaton("3x3", 211, 0.2);
}

#[test]
#[ignore = "long: run with cargo xtask test --long"]
fn the_automaton_keeps_lengths_in_whole_spaces() {
    check_automaton("2x4", 1, 0.2);
    check_automaton("4x2", 1, 0.2);
    check_automaton("2x2x2", 1, 0.02);
    check_automaton("3x3", 1, 0.2);
}

#[test]
fn threads_change_neither_moves_nor_counts() {
    let problems = [
        walks("5x5", 1, 60).remove(0),
        walks("3x3x3", 1, 30).remove(0),
        PublishedSet::Korf100.boards().swap_remove(11).problem,
    ];
    for problem in problems {
        for (name, options) in
            [(HeuristicName::Manhattan, KERNEL), (HeuristicName::Manhattan, AUTOMATON), (strongest(), KERNEL)]
        {
            let heuristic = name.build(problem.goal(), 1).unwrap();
            let alone = run(&problem, &heuristic, &options);
            for threads in [2, 5] {
                let shared = run(&problem, &heuristic, &Deepening { threads, ..options });
                check_same(&shared, &alone, &format!("{threads} threads, {name}, {}", problem.start()));
            }
        }
    }
}

/// The board of Korf's that takes most nodes, 6 billion.
fn hardest() -> Problem {
    PublishedSet::Korf100.boards().swap_remove(87).problem
}

#[test]
fn a_node_limit_is_kept_by_kernels_and_threads() {
    let problem = hardest();
    let heuristic = HeuristicName::Manhattan.build(problem.goal(), 1).unwrap();
    for nodes in [1, 1000, 1_000_000, 5_000_001] {
        for threads in [1, 3] {
            for options in [KERNEL, AUTOMATON] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let options = Deepening { threads, ..options };
                let answer = idastar_with(&problem, &heuristic, &options, &limits, &mut ());
                assert!(matches!(
                    answer.outcome,
                    Outcome::Stopped { why: StopReason::Nodes, lower_bound: 43..65, .. }
                ));
                assert_eq!(answer.stats.expanded, nodes, "{options:?}");
                let iterations = answer.stats.iterations.iter().map(|one| one.expanded).sum::<u64>();
                assert_eq!(iterations, answer.stats.expanded);
            }
        }
    }
}

/// Stops after so many calls.
struct Impatient {
    calls: u32,
    seen: u64,
}

impl Observer for Impatient {
    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        assert!(stats.expanded >= self.seen && lower_bound < 65);
        self.seen = stats.expanded;
        self.calls -= 1;
        if self.calls == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_observer_stops_kernels_on_any_number_of_threads() {
    let problem = hardest();
    let heuristic = HeuristicName::WalkingDistance.build(problem.goal(), 1).unwrap();
    for threads in [1, 3] {
        let mut observer = Impatient { calls: 30, seen: 0 };
        let options = Deepening { threads, ..KERNEL };
        let answer = idastar_with(&problem, &heuristic, &options, &no_limits(), &mut observer);
        assert!(matches!(answer.outcome, Outcome::Stopped { why: StopReason::Cancelled, .. }));
        assert_eq!(observer.calls, 0);
    }
}

#[test]
fn a_memory_limit_too_small_for_a_kernel_leaves_the_plain_loop() {
    let problem = walks("4x4", 1, 60).remove(0);
    let heuristic = HeuristicName::Manhattan.build(problem.goal(), 1).unwrap();
    let plain = run(&problem, &heuristic, &PLAIN);
    let limits = Limits { memory: Some(100_000), ..Limits::default() };
    let answer = idastar_with(&problem, &heuristic, &AUTOMATON, &limits, &mut ());
    check_same(&answer, &plain, "a memory limit");
    assert!(answer.stats.peak_bytes <= 100_000);
}

/// The hybrid on boards whose A* does not fit: lengths are right, and nodes are fewer than of IDA*.
#[test]
fn the_hybrid_finds_shortest_solutions_with_fewer_nodes() {
    let korf = PublishedSet::Korf100.boards();
    let boards = [12, 42, 55, 79].map(|number| &korf[number - 1]);
    for name in [HeuristicName::Manhattan, strongest()] {
        for (options, memory) in
            [(KERNEL, 1_000_000), (AUTOMATON, 300_000), (Deepening { threads: 2, ..KERNEL }, 3_000_000)]
        {
            for_each(0..boards.len(), |index| {
                let (problem, length) = (&boards[index].problem, boards[index].length);
                let heuristic = name.build(problem.goal(), 1).unwrap();
                let limits = Limits { memory: Some(memory), ..Limits::default() };
                let answer = hybrid(problem, &heuristic, &options, &limits, &mut ());
                assert_eq!(optimal_cost(&answer), length, "{name} {memory} {}", problem.start());
                assert!(answer.stats.peak_bytes <= memory);
                let all = run(problem, &heuristic, &Deepening { prune: Prune::Undo, ..options });
                assert!(answer.stats.generated < all.stats.generated, "{name} {memory} {}", problem.start());
            });
        }
    }
}

/// The same by kernels, which need a limit large enough for their tables.
#[test]
fn the_hybrid_uses_kernels() {
    let boards = PublishedSet::Korf100.boards();
    let board = &boards[5];
    let heuristic = HeuristicName::Manhattan.build(board.problem.goal(), 1).unwrap();
    let limits = Limits { memory: Some(256 << 20), nodes: Some(20_000_000), ..Limits::default() };
    for threads in [1, 2] {
        let options = Deepening { threads, ..KERNEL };
        let answer = hybrid(&board.problem, &heuristic, &options, &limits, &mut ());
        assert_eq!(optimal_cost(&answer), board.length);
    }
}

/// The hybrid with hardly any memory, on small spaces.
#[test]
fn the_hybrid_agrees_with_the_distances_of_small_spaces() {
    for shape in ["3x3", "2x2x2", "4x2"] {
        let space = Space::new(&goals(shape)[1]);
        for name in [HeuristicName::Manhattan, HeuristicName::LinearConflict] {
            let heuristic = name.build(&space.goal, 1).unwrap();
            for_each((0..space.len()).step_by(space.len() / 60), |index| {
                for memory in [0, 60_000, 70_000, 100_000, 250_000] {
                    for options in [KERNEL, AUTOMATON] {
                        let limits = Limits { memory: Some(memory), ..Limits::default() };
                        let answer = hybrid(&space.problem(index), &heuristic, &options, &limits, &mut ());
                        if memory > 0 || answer.outcome.solution().is_some() {
                            assert_eq!(optimal_cost(&answer), space.distances[index], "{name} {memory}");
                        }
                        assert!(answer.stats.peak_bytes <= memory);
                    }
                }
            });
        }
    }
}
