//! Random command lines: most nearly right, so that they get past the parser; some nonsense. None may panic,
//! hang or end with another exit code than 0, 1 or 2.

use super::Round;
use super::boards::Geometry;
use super::program::End;
use super::random::Random;
use crate::arguments::Stop;
use crate::step::at;

const TEST: &str = "random command lines";

const SHAPES: [Geometry; 8] = [
    Geometry::flat(2, 2),
    Geometry::flat(3, 2),
    Geometry::flat(3, 3),
    Geometry::flat(4, 4),
    Geometry::flat(1, 5),
    Geometry::flat(7, 2),
    Geometry::solid(2, 2, 2),
    Geometry::solid(3, 3, 3),
];
const ALGORITHMS: [&str; 12] = [
    "auto",
    "bfs",
    "bidirectional",
    "astar",
    "idastar",
    "weighted-astar",
    "greedy",
    "descent",
    "mark-at-generation",
    "hybrid",
    "two-ended",
    "beam",
];
const HEURISTICS: [&str; 10] = [
    "zero",
    "hamming",
    "out-of-place",
    "manhattan",
    "linear-conflict",
    "walking-distance",
    "first-entry",
    "pdb:full",
    "pdb:3-3-2",
    "max:manhattan,hamming",
];
const GOALS: [&str; 4] = ["blank-last", "blank-first", "snail", "0 1 2/3 4 5/6 7 8"];
const NUMBERS: [&str; 9] = ["0", "1", "2", "17", "-1", "4294967296", "18446744073709551616", "1.5", "1e9"];
const SIZES: [&str; 6] = ["0", "1B", "20MB", "1GB", "99999999999TB", "-3MB"];
const NONSENSE: [&str; 14] = [
    "",
    " ",
    "--",
    "-",
    "/",
    "//",
    "|",
    "0",
    "9 9 9",
    "1 2 3/4",
    "\u{1f9e9}",
    "--help",
    "a=b",
    "1 2 3 4 5 6 7 8 0 |",
];

/// One command line.
pub(super) fn round(round: &mut Round) -> Result<(), Stop> {
    let random = &mut round.random;
    let boards = round.directory.join("boards.txt");
    let lines: String = (0..random.below(4)).map(|_| board(random) + "\n").collect();
    std::fs::write(&boards, lines).map_err(at(&boards))?;
    let mut words = command(random);
    if random.percent(25) {
        spoil(&mut words, random);
    }
    let with_input = random.percent(30);
    let mut call = round.program.call(&round.directory, &words);
    if with_input {
        call = call.input(&boards);
    }
    let run = call.run()?;
    round.ledger.tried(TEST, &run.command, run.complaint());
    round.ledger.count(
        TEST,
        match run.end {
            End::Code(0) => "answered",
            End::Code(1) => "answered no",
            _ => "refused",
        },
    );
    Ok(())
}

/// A command that could be meant. Commands that may search long get a limit: no end is then a hang.
fn command(random: &mut Random) -> Vec<String> {
    let mut line = Line { words: Vec::new(), random };
    match line.random.below(13) {
        0..=2 => line.solve(),
        3 => line.push(&["check"]).boards().options(&["--json"]),
        4 => line.scramble(),
        5 => line.census(),
        6 => line.compare(),
        7 => line.trace(),
        8 => line.pdb(),
        9 => line.draw(),
        10 => line.first_moves(),
        11 => line.survey(),
        _ => line.other(),
    };
    line.words
}

/// A command line in the making.
struct Line<'a> {
    words: Vec<String>,
    random: &'a mut Random,
}

impl Line<'_> {
    fn solve(&mut self) -> &mut Self {
        self.push(&["solve"]).boards().way();
        self.options(&["--json", "--show", "--prune undo", "--prune automaton", "--notation boards"]);
        self.options(&["--notation tile", "--report report.txt", "--weight 3", "--width 9"]);
        self.options(&["--metric shifts", "--all --max 3", "--count", "--first", "--within 5%"]);
        self.number("--node-limit").number("--threads");
        self.push(&["--time-limit", "2s", "--memory-limit", "200MB"])
    }

    fn scramble(&mut self) -> &mut Self {
        // A large count would rightly take for ever.
        self.push(&["scramble"]).shape().sometimes("--count", &NUMBERS[..5]);
        self.number("--seed").options(&["--json", "--walk 30", "--depth 9"])
    }

    fn census(&mut self) -> &mut Self {
        self.push(&["census"])
            .shape()
            .goal()
            .number("--depth")
            .number("--list")
            .options(&["--json", "--plot plot.svg"]);
        self.push(&["--time-limit", "2s", "--memory-limit", "100MB"])
    }

    fn survey(&mut self) -> &mut Self {
        self.push(&["survey"]).shape().goal();
        self.options(&[
            "-H hamming,first-entry",
            "-H max:zero,manhattan",
            "--csv",
            "--json",
            "--plot plot.svg",
        ])
    }

    fn compare(&mut self) -> &mut Self {
        self.push(&["compare"]).ways();
        self.options(&["--random 3 --shape 3x3", "--random 2 --shape 2x2x2", "boards.txt", "--exhaustive"]);
        self.options(&["--export-csv rows.csv", "--export-json -", "--plot plot.svg", "--resume"]);
        self.number("--seed").push(&["--time-limit", "300ms", "--memory-limit", "100MB"])
    }

    fn trace(&mut self) -> &mut Self {
        self.push(&["trace"]).boards().way().options(&["--format json", "--format dot", "--format html"]);
        self.options(&["--format svg", "--format classic-lists", "-o trace.svg", "-o trace.txt", "-o trace"]);
        self.push(&["--max-steps", "50", "--time-limit", "2s", "--memory-limit", "200MB"])
    }

    fn draw(&mut self) -> &mut Self {
        self.push(&["draw"]).boards();
        self.options(&["--solve", "--solution RDR", "--animate", "--heuristic manhattan", "--heuristic pdb"]);
        self.options(&["-o board.svg", "-o board.txt", "-o board", "--format svg", "--columns 3"]);
        self.push(&["--time-limit", "2s", "--memory-limit", "200MB"])
    }

    fn first_moves(&mut self) -> &mut Self {
        match self.random.percent(50) {
            true => self.push(&["hint"]).boards(),
            false => self.push(&["analyse"]).boards().options(&["RDLU", "moves.txt", "--plot plot.svg"]),
        };
        self.goal().number("--threads").options(&["--json", "--metric shifts"]);
        self.push(&["--time-limit", "2s", "--memory-limit", "200MB"])
    }

    fn pdb(&mut self) -> &mut Self {
        let verb = *self.random.pick(&["build", "list", "info", "verify", "remove"]);
        self.push(&["pdb", verb]);
        self.options(&[
            "3x3 full",
            "3x2",
            "4x3 3-3-3-2",
            "3x3:full",
            "4x4:5-5-5",
            "2x2x2",
            "--json",
            "--all",
        ]);
        self.options(&["--goal snail"]).size("--memory-limit")
    }

    fn other(&mut self) -> &mut Self {
        let command = *self.random.pick(&[
            "bench korf100 --first 1 --time-limit 200ms",
            "bench cube100 --boards 1 --time-limit 200ms --memory-limit 200MB",
            "completions bash",
            "completions man solve",
            "ask",
            "--version",
        ]);
        self.push(&command.split(' ').collect::<Vec<_>>())
    }

    fn push(&mut self, words: &[&str]) -> &mut Self {
        self.words.extend(words.iter().map(ToString::to_string));
        self
    }

    /// Each of some options, now and then.
    fn options(&mut self, options: &[&str]) -> &mut Self {
        for option in options {
            if self.random.percent(25) {
                self.push(&option.split(' ').collect::<Vec<_>>());
            }
        }
        self
    }

    fn number(&mut self, option: &str) -> &mut Self {
        self.sometimes(option, &NUMBERS)
    }

    fn size(&mut self, option: &str) -> &mut Self {
        self.sometimes(option, &SIZES)
    }

    fn sometimes(&mut self, option: &str, values: &[&str]) -> &mut Self {
        if self.random.percent(20) {
            let value = *self.random.pick(values);
            self.words.push(format!("{option}={value}"));
        }
        self
    }

    fn goal(&mut self) -> &mut Self {
        self.sometimes("--goal", &GOALS)
    }

    fn shape(&mut self) -> &mut Self {
        let shape = self.random.pick(&SHAPES[..6]).name();
        if self.random.percent(80) { self.push(&["--shape", &shape]) } else { self }
    }

    /// A board, a file or standard input.
    fn boards(&mut self) -> &mut Self {
        let board = board(self.random);
        let source = [board.as_str(), "boards.txt", "-"][self.random.index(10).saturating_sub(7)];
        self.push(&[source]).goal()
    }

    fn way(&mut self) -> &mut Self {
        self.sometimes("--algorithm", &ALGORITHMS).sometimes("--heuristic", &HEURISTICS)
    }

    fn ways(&mut self) -> &mut Self {
        let pick = |random: &mut Random, names: &[&str]| [*random.pick(names), *random.pick(names)].join(",");
        let (algorithms, heuristics) = (pick(self.random, &ALGORITHMS), pick(self.random, &HEURISTICS[..9]));
        self.push(&["-a", &algorithms, "-H", &heuristics])
    }
}

/// A board, solvable or not, now and then spoilt.
fn board(random: &mut Random) -> String {
    let geometry = *random.pick(&SHAPES);
    let board = if random.percent(60) {
        let goal = geometry.blank_last();
        let moves = random.index(40);
        geometry.walked(&goal, moves, random)
    } else {
        geometry.shuffled(random)
    };
    let text = geometry.text(&board);
    if random.percent(85) { text } else { spoilt(&text, random) }
}

/// Changes, doubles, drops or swaps words.
fn spoil(words: &mut Vec<String>, random: &mut Random) {
    let place = random.index(words.len());
    match random.below(6) {
        0 => words[place] = random.pick(&NONSENSE).to_string(),
        1 => words.insert(place, random.pick(&NONSENSE).to_string()),
        2 => words.insert(place, words[place].clone()),
        3 => words[place] = spoilt(&words[place].clone(), random),
        4 if words.len() > 1 => drop(words.remove(place)),
        _ => {
            let other = random.index(words.len());
            words.swap(place, other);
        }
    }
}

/// A text with a character changed, added or lost. No slash is added: no file outside is ever named.
fn spoilt(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let place = random.index(characters.len() + 1);
    let new =
        *random.pick(&['0', '9', 'x', '-', ' ', ',', '_', '|', '#', '\n', '\u{7f}', '\u{e9}', '\u{202e}']);
    match random.below(3) {
        0 if place < characters.len() => characters[place] = new,
        1 if place < characters.len() => drop(characters.remove(place)),
        _ => characters.insert(place, new),
    }
    characters.into_iter().collect()
}
