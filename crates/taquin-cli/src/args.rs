//! The command line: what can be asked for, how values are read, what `--help` says.

mod ask;
mod bench;
mod census;
mod check;
mod cluster;
mod compare;
mod completions;
mod draw;
mod hint;
mod ledger;
mod loose;
mod pdb;
mod reading;
mod scramble;
mod serve;
mod solve;
mod survey;
mod trace;
mod values;

pub(crate) use ask::Ask;
pub(crate) use bench::Bench;
pub(crate) use census::Census;
pub(crate) use check::Check;
pub(crate) use cluster::{ClusterArguments, ClusterCommand};
pub(crate) use compare::{Compare, Experiment, NameList};
pub(crate) use completions::Completions;
pub(crate) use draw::{Draw, DrawFormat};
pub(crate) use hint::{Analyse, Hint};
pub(crate) use ledger::{Ledger, LedgerCommand, LedgerShow, LedgerVerify, Merge, Onward, Units, Work};
pub(crate) use pdb::{CacheArguments, Pdb, PdbBuild, PdbCommand, PdbInfo, PdbList, PdbRemove, PdbVerify};
pub(crate) use reading::{read, read_for_cluster};
pub(crate) use scramble::Scramble;
pub(crate) use serve::Serve;
pub(crate) use solve::{GraphFormat, Solve};
pub(crate) use survey::Survey;
pub(crate) use taquin_json::values::{parse_size, parse_time};
pub(crate) use trace::{Trace, TraceFormat};
pub(crate) use values::{AlgorithmChoice, CompletionsKind, parse_count, parse_nodes};

use crate::failure::Failure;
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;
use taquin::Shape;

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
  taquin survey 3x3                            estimates of all boards
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
    Survey(Survey),
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
            Command::Survey(survey) => {
                survey.shape = survey.shape.or(survey.shape_argument);
                Ok(())
            }
            Command::Solve(solve) => solve.tidy(),
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

const FORMS_OF_BOARDS: &str = "\
Board, file of boards, or - for standard input (default: what is piped in)

Boards are read as \"1 2 3/4 0 6/7 5 8\", [[1,2,3],[4,0,6],[7,5,8]], 123406758, as rows on lines, with their size \
first, as drawings and as lines of JSON";

/// The boards and goals that several commands take.
#[derive(Clone, Debug, Args)]
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

#[derive(Clone, Debug, Args)]
pub(crate) struct LimitArguments {
    /// Give up on a board after this long, e.g. 90s or 5m (default: never)
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) time_limit: Option<Duration>,
    /// Give up on a board when its search would need more memory than this, e.g. 2GB (default: three
    /// quarters of the free memory)
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    pub(crate) memory_limit: Option<u64>,
}
