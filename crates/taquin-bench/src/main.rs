//! One table: Taquin's searches against `pathfinding` and a textbook implementation, in the same
//! run, on the same boards. Every measurement asserts the published lengths.
//!
//! Times are of the processor, not of the clock, so that other work on the machine counts less;
//! what survives a busy machine is the ratio. `taquin-bench` prints a Markdown table;
//! `taquin-bench NAME` runs one row once, for callgrind; `taquin-bench --list` names the rows.

mod peer;
mod textbook;

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;
use taquin::heuristic::{Heuristic, HeuristicName, LinearConflict, Manhattan, WalkingDistance};
use taquin::published::{PublishedBoard, PublishedSet};
use taquin::search::{Answer, Deepening, Limits, Observer, Prune, Stats, astar, idastar_with};
use textbook::{Found, Tiles};

/// Boards of Korf's hundred that every implementation solves in a moment, by either search.
const EASY: [u32; 3] = [12, 42, 79];
/// A board whose A* does not fit the processor's caches.
const MEDIUM: [u32; 1] = [13];
/// Boards with some hundred million nodes, for the kernels alone.
const LARGE: [u32; 2] = [1, 4];
/// The fastest of so many runs counts.
const RUNS: usize = 3;

/// Asks for progress as the program does.
struct Progress(u64);

impl Observer for Progress {
    fn progress(&mut self, stats: &Stats, _: u32) -> ControlFlow<()> {
        self.0 = stats.expanded;
        ControlFlow::Continue(())
    }
}

/// What is measured.
struct Row {
    name: &'static str,
    what: &'static str,
    boards: &'static [u32],
    /// The row it is compared with.
    against: &'static str,
    run: fn(&PublishedBoard) -> Found,
}

const ROWS: &[Row] = &[
    Row { name: "ida", what: "IDA\\*, Manhattan: Taquin", boards: &EASY, against: "ida", run: ida },
    Row {
        name: "ida-pathfinding",
        what: "— `pathfinding` 4",
        boards: &EASY,
        against: "ida",
        run: |board| peer::idastar(&tiles(board)),
    },
    Row {
        name: "ida-textbook",
        what: "— textbook",
        boards: &EASY,
        against: "ida",
        run: |board| textbook::idastar(&tiles(board)),
    },
    Row {
        name: "large",
        what: "IDA\\*, Manhattan, large boards",
        boards: &LARGE,
        against: "large",
        run: ida,
    },
    Row {
        name: "large-textbook",
        what: "— textbook",
        boards: &LARGE,
        against: "large",
        run: |board| textbook::idastar(&tiles(board)),
    },
    Row {
        name: "large-progress",
        what: "— with a progress observer",
        boards: &LARGE,
        against: "large",
        run: |board| found(&deepen(board, &Manhattan::new(board.problem.goal()), ONE, &mut Progress(0))),
    },
    Row {
        name: "large-automaton",
        what: "— with the automaton",
        boards: &LARGE,
        against: "large",
        run: |board| {
            let options = Deepening { prune: Prune::Automaton, ..ONE };
            found(&deepen(board, &Manhattan::new(board.problem.goal()), options, &mut ()))
        },
    },
    Row {
        name: "large-conflict",
        what: "— with linear conflict",
        boards: &LARGE,
        against: "large",
        run: |board| found(&deepen(board, &LinearConflict::new(board.problem.goal()), ONE, &mut ())),
    },
    Row {
        name: "large-walking",
        what: "— with walking distance",
        boards: &LARGE,
        against: "large",
        run: |board| found(&deepen(board, &WalkingDistance::new(board.problem.goal()), ONE, &mut ())),
    },
    Row {
        name: "large-maximum",
        what: "— with the maximum of both",
        boards: &LARGE,
        against: "large",
        run: |board| {
            let name: HeuristicName = "max:linear-conflict,walking-distance".parse().expect("a heuristic");
            found(&deepen(board, &name.build(board.problem.goal(), 1).unwrap(), ONE, &mut ()))
        },
    },
    Row {
        name: "astar",
        what: "A\\*, Manhattan: Taquin",
        boards: &EASY,
        against: "astar",
        run: |board| found(&best_first(board, &mut ())),
    },
    Row {
        name: "astar-progress",
        what: "— with a progress observer",
        boards: &EASY,
        against: "astar",
        run: |board| found(&best_first(board, &mut Progress(0))),
    },
    Row {
        name: "astar-pathfinding",
        what: "— `pathfinding` 4",
        boards: &EASY,
        against: "astar",
        run: |board| peer::astar(&tiles(board)),
    },
    Row {
        name: "astar-textbook",
        what: "— textbook",
        boards: &EASY,
        against: "astar",
        run: |board| textbook::astar(&tiles(board)),
    },
    Row {
        name: "medium",
        what: "A\\*, Manhattan, medium board: Taquin",
        boards: &MEDIUM,
        against: "medium",
        run: |board| found(&best_first(board, &mut ())),
    },
    Row {
        name: "medium-pathfinding",
        what: "— `pathfinding` 4",
        boards: &MEDIUM,
        against: "medium",
        run: |board| peer::astar(&tiles(board)),
    },
    Row {
        name: "medium-textbook",
        what: "— textbook",
        boards: &MEDIUM,
        against: "medium",
        run: |board| textbook::astar(&tiles(board)),
    },
];

/// One thread, as all rows but the last.
const ONE: Deepening = Deepening {
    prune: Prune::Undo,
    threads: 1,
    kernel_after: 20_000,
    learn_after: 2_000_000,
    nearest_first: false,
};

fn tiles(board: &PublishedBoard) -> Tiles {
    let numbers: Vec<u8> = board.problem.start().numbers().map(|number| number as u8).collect();
    numbers.try_into().expect("Korf's boards have 16 cells")
}

fn ida(board: &PublishedBoard) -> Found {
    let answer = deepen(board, &Manhattan::new(board.problem.goal()), ONE, &mut ());
    assert_eq!(Some(answer.stats.generated + 1), board.nodes, "board {}", board.number);
    found(&answer)
}

fn deepen<H: Heuristic>(
    board: &PublishedBoard,
    heuristic: &H,
    options: Deepening,
    observer: &mut dyn Observer,
) -> Answer {
    idastar_with(&board.problem, heuristic, &options, &Limits::default(), observer)
}

fn best_first(board: &PublishedBoard, observer: &mut dyn Observer) -> Answer {
    let heuristic = Manhattan::new(board.problem.goal());
    let answer = astar(&board.problem, &heuristic, &Limits::default(), observer);
    let bytes = answer.stats.peak_bytes as f64 / answer.stats.reached.expect("A* stores boards") as f64;
    assert!(bytes <= 20.0, "{bytes} bytes a board");
    answer
}

fn found(answer: &Answer) -> Found {
    assert!(answer.outcome.is_optimal());
    let length = answer.outcome.solution().expect("an optimal answer has one").cost();
    Found { length, expanded: answer.stats.expanded }
}

/// Seconds this thread has run, where the system tells; else the clock.
fn processor_seconds(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| since.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

/// Runs a row's boards once: expanded nodes and seconds.
fn run_once(row: &Row, boards: &[PublishedBoard]) -> (u64, f64) {
    let started = Instant::now();
    let before = processor_seconds(started);
    let mut expanded = 0;
    for board in boards.iter().filter(|board| row.boards.contains(&board.number)) {
        let found = (row.run)(board);
        assert_eq!(found.length, board.length, "{}, board {}", row.name, board.number);
        expanded += found.expanded;
    }
    (expanded, processor_seconds(started) - before)
}

fn main() -> ExitCode {
    let boards = PublishedSet::Korf100.boards();
    if let Some(name) = std::env::args().nth(1) {
        if name == "--list" {
            ROWS.iter().for_each(|row| println!("{}", row.name));
            return ExitCode::SUCCESS;
        }
        let Some(row) = ROWS.iter().find(|row| row.name == name) else {
            eprintln!("no row is called `{name}`; --list names them");
            return ExitCode::from(2);
        };
        println!("{} {}", row.name, run_once(row, &boards).0);
        return ExitCode::SUCCESS;
    }
    println!("| search | boards | expanded | seconds | million expanded/s | time against Taquin's |");
    println!("|---|---|---|---|---|---|");
    // All rows in turn, several times: what disturbs one disturbs the others too.
    let mut best = vec![(0, f64::INFINITY); ROWS.len()];
    for _ in 0..RUNS {
        for (best, row) in best.iter_mut().zip(ROWS) {
            let (expanded, seconds) = run_once(row, &boards);
            *best = (expanded, seconds.min(best.1));
        }
    }
    for (row, &(expanded, seconds)) in ROWS.iter().zip(&best) {
        let against = ROWS.iter().position(|other| other.name == row.against).expect("rows name rows");
        let numbers: Vec<String> = row.boards.iter().map(u32::to_string).collect();
        println!(
            "| {} | {} | {expanded} | {seconds:.3} | {:.2} | {:.2} |",
            row.what,
            numbers.join(" "),
            expanded as f64 / seconds / 1e6,
            seconds / best[against].1,
        );
    }
    threads(&boards);
    ExitCode::SUCCESS
}

/// The clock's time with several threads against one.
fn threads(boards: &[PublishedBoard]) {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let board = &boards[LARGE[0] as usize - 1];
    let time = |threads| {
        let started = Instant::now();
        let options = Deepening { threads, ..ONE };
        let answer = deepen(board, &Manhattan::new(board.problem.goal()), options, &mut ());
        assert_eq!(found(&answer).length, board.length);
        started.elapsed().as_secs_f64()
    };
    let fastest = |threads| (0..RUNS).map(|_| time(threads)).fold(f64::INFINITY, f64::min);
    let (one, all) = (fastest(1), fastest(most));
    println!(
        "\nBoard {}, IDA\\* on {most} threads: {:.2} times as fast as on one (wall-clock).",
        board.number,
        one / all
    );
}
