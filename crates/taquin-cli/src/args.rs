//! The command line: what can be asked for, how values are read, what `--help` says.

mod ask;
mod bench;
mod census;
mod compare;
mod draw;
mod hint;
mod ledger;
mod loose;
mod pdb;
mod reading;
mod serve;
mod trace;
mod values;

pub(crate) use ask::Ask;
pub(crate) use bench::Bench;
pub(crate) use census::Census;
pub(crate) use compare::{Compare, Experiment, NameList};
pub(crate) use draw::{Draw, DrawFormat};
pub(crate) use hint::{Analyse, Hint};
pub(crate) use ledger::{Ledger, LedgerCommand, LedgerShow, LedgerVerify, Merge, Onward, Units, Work};
pub(crate) use pdb::{CacheArguments, Pdb, PdbBuild, PdbCommand, PdbInfo, PdbList, PdbRemove, PdbVerify};
pub(crate) use reading::read;
pub(crate) use serve::Serve;
pub(crate) use taquin_json::values::{parse_size, parse_time};
pub(crate) use trace::{Trace, TraceFormat};
pub(crate) use values::{AlgorithmChoice, CompletionsKind, parse_count, parse_nodes};

use self::values::{
    algorithm_parser, completions_parser, convention_parser, heuristic_parser, metric_parser,
    named_algorithm_parser, notation_parser, parse_share, prune_parser,
};
use crate::failure::Failure;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;
use taquin::heuristic::HeuristicName;
use taquin::notation::Notation;
use taquin::search::{Prune, Weight, Width};
use taquin::solver::Convention;
use taquin::{Metric, Shape};

const EXAMPLES: &str = "\
Examples:
  taquin solve \"8 1 3/4 0 2/7 6 5\"             a shortest solution
  taquin solve boards.txt --json               one answer per line
  taquin check \"7 2 4/6 0 5/8 3 1\"             solvable, and why not
  taquin scramble 4x4 | taquin solve           a random 15-puzzle
  taquin census 3x3                            boards at each distance
  taquin hint \"8 1 3/4 0 2/7 6 5\"              which first moves are good
  taquin analyse board.txt moves.txt           where a solution lost moves
  taquin compare --random 100 --shape 3x3      which heuristic is best
  taquin trace \"1 2 3/0 4 6/7 5 8\"             A* step by step
  taquin draw \"1 2 3/0 4 6/7 5 8\" -o board.svg a picture of a board
  taquin pdb build 4x4                         tables for 15-puzzles
  taquin                                       questions at a prompt
  taquin serve --open                          a page to play and watch

A board is its rows, separated by /, with 0 for the blank (layers by //):
\"1 2 3/4 5 6/7 8 0\". [[1,2,3],[4,5,6],[7,8,0]], 123456780, rows on lines,
drawings and lines of JSON are read as well.
Exit codes: 0 answered, 1 unsolvable or a limit came before a solution,
2 bad input; Ctrl-C ends the program after it has said what it knows";

/// The place in help of options that all commands have, before `--help`.
const LAST: usize = 500;

/// Solve sliding-tile puzzles optimally: 8-, 15- and 24-puzzle, any m×n board, 3-D boxes
#[derive(Debug, Parser)]
#[command(name = "taquin", version, after_long_help = EXAMPLES)]
#[command(args_override_self = true, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Say nothing but answers and errors
    #[arg(long, short, global = true, display_order = LAST)]
    pub(crate) quiet: bool,
    /// Use colours (default: on a terminal, unless NO_COLOR is set)
    #[arg(
        long,
        value_name = "WHEN",
        global = true,
        default_value = "auto",
        hide_default_value = true,
        display_order = LAST
    )]
    pub(crate) color: ColorWhen,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ColorWhen {
    Auto,
    Always,
    Never,
}

impl Arguments {
    /// What was asked for. Without a word, a person at a terminal is asked; a script gets the help.
    pub(crate) fn asked_for(self) -> Result<Command, Failure> {
        let person = || io::stdin().is_terminal() && io::stdout().is_terminal();
        match self.command {
            Some(mut command) => {
                command.tidy()?;
                Ok(command)
            }
            None if person() => Ok(Command::Ask(Ask::default())),
            None => {
                let help = Arguments::command().render_long_help();
                Err(Failure::new(format_args!("no command given\n\n{help}")))
            }
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
    Check(Check),
    Scramble(Scramble),
    Census(Census),
    Hint(Hint),
    Analyse(Analyse),
    Compare(Box<Compare>),
    Trace(Box<Trace>),
    Draw(Box<Draw>),
    Ask(Ask),
    Serve(Serve),
    Bench(Bench),
    Pdb(Pdb),
    Ledger(Ledger),
    Units(Box<Units>),
    Work(Work),
    Merge(Merge),
    Completions(Completions),
}

impl Command {
    /// Brings what can be written in several ways into one: boards without quotes, shapes without a flag.
    fn tidy(&mut self) -> Result<(), Failure> {
        match self {
            Command::Scramble(scramble) => {
                scramble.shape = scramble.shape.or(scramble.shape_argument);
                Ok(())
            }
            Command::Census(census) => {
                census.shape = census.shape.or(census.shape_argument);
                Ok(())
            }
            Command::Solve(solve) => solve.problems.join(std::mem::take(&mut solve.more_words)),
            Command::Hint(hint) => hint.problems.join(std::mem::take(&mut hint.more_words)),
            Command::Units(units) => units.problems.join(std::mem::take(&mut units.more_words)),
            Command::Check(check) => check.problems.join(std::mem::take(&mut check.more_words)),
            Command::Compare(compare) => {
                let to_standard_output = |asked: bool| asked.then(|| PathBuf::from("-"));
                compare.export_json = compare.export_json.take().or(to_standard_output(compare.json));
                compare.export_csv = compare.export_csv.take().or(to_standard_output(compare.csv));
                compare.problems.join(std::mem::take(&mut compare.more_words))
            }
            Command::Draw(draw) => draw.problems.join(std::mem::take(&mut draw.more_words)),
            Command::Trace(trace) if !trace.more_words.is_empty() || trace.problem.is_divided() => {
                let files =
                    trace.out1.take().into_iter().chain(trace.out2.take()).map(PathBuf::into_os_string);
                let words = files.chain(std::mem::take(&mut trace.more_words)).collect();
                trace.problem.join(words)
            }
            _ => Ok(()),
        }
    }
}

/// Solve a board, or every board of a file
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin solve \"8 1 3/4 0 2/7 6 5\" --show
  taquin solve start.txt --goal snail --heuristic linear-conflict
  taquin solve '[[1,2,3],[4,0,6],[7,5,8]]'
  taquin solve boards.txt --time-limit 90s --threads 4 --json > answers.jsonl
  taquin solve \"8 1 3/4 0 2/7 6 5\" --metric shifts
  taquin solve \"8 6 7/2 5 4/3 0 1\" --count
  taquin solve \"8 6 7/2 5 4/3 0 1\" --all --max 10")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) problems: Problems,
    /// The rest of a board that is not in quotes
    #[arg(value_name = "WORDS", hide = true)]
    pub(crate) more_words: Vec<OsString>,
    /// Search with this algorithm; auto picks the best for the shape
    #[arg(long, short, alias = "algorithms", value_name = "NAME", default_value = "auto", value_parser = algorithm_parser())]
    pub(crate) algorithm: AlgorithmChoice,
    /// Estimate distances with this heuristic; pdb uses the best tables, pdb:NAME one set, max:A,B the
    /// largest value (default: the best for the shape)
    #[arg(long, short = 'H', alias = "heuristics", value_name = "NAME", value_parser = heuristic_parser())]
    pub(crate) heuristic: Option<HeuristicName>,
    /// Count moves in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    /// Search, break ties and count nodes as this program does
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = convention_parser())]
    pub(crate) convention: Convention,
    /// Multiply the estimate by this in weighted-astar (default: 1.5)
    #[arg(long, value_name = "W")]
    pub(crate) weight: Option<Weight>,
    /// Keep this many boards on each level in beam (default: 1000)
    #[arg(long, value_name = "N")]
    pub(crate) width: Option<Width>,
    #[command(flatten)]
    pub(crate) limits: LimitArguments,
    /// Give up on a board after expanding this many nodes (default: never)
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// Stop at the first solution, which comes at once and may be long
    #[arg(long, conflicts_with = "within")]
    pub(crate) first: bool,
    /// Stop when a solution is proved at most this much too long (default: 0, a proof, where that takes
    /// seconds; else stop after 10 s)
    #[arg(long, value_name = "P%", value_parser = parse_share)]
    pub(crate) within: Option<f64>,
    /// Skip moves in depth-first searches: undo never takes a move back, automaton also skips longer ways
    /// to the same board (default: automaton, or undo with --algorithm)
    #[arg(long, value_name = "RULE", value_parser = prune_parser())]
    pub(crate) prune: Option<Prune>,
    /// Use this many threads (default: one for each processor)
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Write the moves as directions of the blank, as its run lengths (R12 D3), as directions or numbers of
    /// the tiles, or every board; in boxes E W N S are within a layer, U D go up and down a layer (default:
    /// blank in groups of five, runs above 100 cells)
    #[arg(long, value_name = "FORM", value_parser = notation_parser())]
    pub(crate) notation: Option<Notation>,
    /// List all shortest solutions, one per line
    #[arg(long, conflicts_with_all = ["first", "within", "convention", "show"])]
    pub(crate) all: bool,
    /// List at most this many (default: no limit)
    #[arg(long, value_name = "N", requires = "all", hide_short_help = true, value_parser = parse_count)]
    pub(crate) max: Option<NonZeroUsize>,
    /// Count all shortest solutions
    #[arg(long, conflicts_with_all = ["first", "within", "convention"])]
    pub(crate) count: bool,
    /// Write the graph of all boards on shortest solutions, and nothing else
    #[arg(long, value_name = "FORM", hide_short_help = true, conflicts_with_all = ["all", "count", "json", "show", "notation", "first", "within", "convention"])]
    pub(crate) format: Option<GraphFormat>,
    /// Draw every board of the solution
    #[arg(long)]
    pub(crate) show: bool,
    /// Print one JSON object per problem
    #[arg(long, conflicts_with_all = ["show", "notation"])]
    pub(crate) json: bool,
    /// Write the answers to this file; - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite a file of answers (default: refuse to)
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
    /// Keep what is proved in this file, and go on from it
    ///
    /// The same command again resumes a search that was ended by Ctrl-C, a kill, a loss of power or a full disk.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["node_limit", "first", "convention", "all", "count", "format"])]
    pub(crate) ledger: Option<PathBuf>,
    /// Write boards, depth, nodes, moves, f-values of one problem to a file, as --convention classic-26
    /// has it
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

impl Solve {
    /// Whether all shortest solutions have to be found.
    pub(crate) fn wants_all(&self) -> bool {
        self.all || self.count || self.format.is_some()
    }
}

/// The forms of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GraphFormat {
    /// For Graphviz
    Dot,
    /// One object
    Json,
}

/// Check whether a board is solvable and why, with every heuristic's estimate; or replay a solution
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin check \"7 2 4/6 0 5/8 3 1\"
  taquin check \"1 2/3 0//4 5/6 7\" --goal blank-first
  taquin check boards.txt --json
  taquin check \"1 2 3/0 4 6/7 5 8\" --solution moves.txt
  taquin check boards.txt --solution answers.jsonl")]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) problems: Problems,
    /// The rest of a board that is not in quotes
    #[arg(value_name = "WORDS", hide = true)]
    pub(crate) more_words: Vec<OsString>,
    /// Count moves in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    /// Replay the solution in this file, - for standard input: letters of the blank (RDR, R12 D3), letters or
    /// numbers of the tiles, boards, or what solve has written; with several boards one solution for each
    #[arg(long, value_name = "FILE")]
    pub(crate) solution: Option<OsString>,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
    /// Print one JSON object per problem
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print random solvable boards
#[derive(Debug, Args)]
#[command(after_long_help = "\
A goal other than blank-last is printed after each board, as `board | goal`, which solve reads.

Examples:
  taquin scramble --shape 3x3 --count 5
  taquin scramble --shape 4x4 --walk 40 --seed 7 | taquin solve
  taquin scramble --shape 3x3x3 --goal blank-first --json")]
pub(crate) struct Scramble {
    /// Shape of the boards, as for --shape
    #[arg(value_name = "SHAPE", conflicts_with = "shape")]
    pub(crate) shape_argument: Option<Shape>,
    /// Shape of the boards, width x height or width x height x depth (default: 4x4, or the goal's)
    #[arg(long, short, value_name = "SHAPE")]
    pub(crate) shape: Option<Shape>,
    /// Goal the boards can be slid into: blank-last, blank-first, snail, a board or a file
    #[arg(long, short, value_name = "GOAL", default_value = "blank-last")]
    pub(crate) goal: OsString,
    /// Print this many
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Draw boards with this seed; the same seed always gives the same boards (default: a new one, named
    /// on standard error)
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Walk this many random moves from the goal (default: draw uniformly from all solvable
    /// boards)
    #[arg(long, value_name = "MOVES", conflicts_with = "depth")]
    pub(crate) walk: Option<u64>,
    /// Draw from the boards whose shortest solution has exactly this many moves
    #[arg(long, short, value_name = "MOVES")]
    pub(crate) depth: Option<u32>,
    /// Count the moves of --depth in slides of one tile or in shifts of a line of tiles
    #[arg(long, value_name = "METRIC", default_value = "slides", requires = "depth", value_parser = metric_parser())]
    pub(crate) metric: Metric,
    /// Stop looking for boards of --depth after this long, e.g. 90s or 5m (default: never)
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "depth")]
    pub(crate) time_limit: Option<Duration>,
    /// Stop looking for boards of --depth before they need more memory than this (default: no limit)
    #[arg(long, value_name = "SIZE", value_parser = parse_size, requires = "depth")]
    pub(crate) memory_limit: Option<u64>,
    /// Print one JSON object per board
    #[arg(long)]
    pub(crate) json: bool,
}

/// Print shell completions or a manual page
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  taquin completions bash > ~/.local/share/bash-completion/completions/taquin
  taquin completions fish > ~/.config/fish/completions/taquin.fish
  taquin completions man solve | man -l -
  taquin completions man --output ~/.local/share/man/man1")]
pub(crate) struct Completions {
    /// What to print
    #[arg(value_name = "SHELL|man", value_parser = completions_parser())]
    pub(crate) kind: CompletionsKind,
    /// Print the manual page of this command, e.g. pdb build (default: of the whole program)
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Write the manual pages of all commands into this directory
    #[arg(long, short, value_name = "DIR", conflicts_with = "command")]
    pub(crate) output: Option<PathBuf>,
}

const FORMS_OF_BOARDS: &str = "\
Board, file of boards, or - for standard input (default: what is piped in)

Boards are read as \"1 2 3/4 0 6/7 5 8\", [[1,2,3],[4,0,6],[7,5,8]], 123406758, as rows on lines, with their size \
first, as drawings and as lines of JSON";

/// The boards and goals that several commands take.
#[derive(Debug, Args)]
pub(crate) struct Problems {
    /// Board, file of boards, or - for standard input (default: what is piped in)
    #[arg(value_name = "BOARD", long_help = FORMS_OF_BOARDS)]
    pub(crate) board: Option<OsString>,
    /// Goal, written as for --goal
    #[arg(value_name = "GOAL", conflicts_with = "goal")]
    pub(crate) goal_argument: Option<OsString>,
    /// Goal to reach: blank-last, blank-first, snail, a board or a file (default: the one written
    /// after the board, else blank-last)
    #[arg(long, short, value_name = "GOAL")]
    pub(crate) goal: Option<OsString>,
    /// Shape of boards written without rows, e.g. 4x3 or 3x3x2 (default: square, or 3x3x3 of 27)
    #[arg(long, short, value_name = "SHAPE")]
    pub(crate) shape: Option<Shape>,
}

impl Problems {
    /// The goal, wherever it was given.
    pub(crate) fn goal(&self) -> Option<&OsStr> {
        self.goal.as_deref().or(self.goal_argument.as_deref())
    }
}

#[derive(Debug, Args)]
pub(crate) struct LimitArguments {
    /// Give up on a board after this long, e.g. 90s or 5m (default: never)
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time_limit: Option<Duration>,
    /// Give up on a board when its search would need more memory than this, e.g. 2GB (default: three
    /// quarters of the free memory)
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory_limit: Option<u64>,
}
