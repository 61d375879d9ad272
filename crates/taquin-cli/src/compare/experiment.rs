//! Whole experiments with a name, each ending in a report: a Markdown file with tables and
//! pictures, and the rows behind them.
//!
//! * `n8`: every heuristic on 100 random 8-puzzles.
//! * `n15`: 15-puzzles of growing depth, each heuristic as far as it goes within its limit.

use super::boards::{self, Draw};
use super::export::{Export, Form};
use super::plot::{self, PlotKind};
use super::resume::Known;
use super::runner::{self, Runs};
use super::summary::{self, mean, number, series};
use super::table::Table;
use crate::args::{Compare, Experiment, NameList};
use crate::failure::{Failure, Verdict};
use crate::output;
use crate::ui::{self, Answers, Ui};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use taquin::Metric;
use taquin::heuristic::HeuristicName;
use taquin::search::{Algorithm, Cancel, Limits};
use taquin::solver::Choice;
use taquin::{Board, NamedGoal, Shape};
use taquin_json::Row;

/// Boards of the `n8` experiment.
const N8_BOARDS: usize = 100;
/// Boards at each depth of `n15`, the depths, and the nodes a run may expand unless told otherwise.
const N15_BOARDS: usize = 5;
const N15_DEPTHS: std::ops::RangeInclusive<u32> = 4..=48;
const N15_STEP: usize = 4;
const N15_NODES: u64 = 1_000_000;

/// Makes an experiment and writes its report.
pub(crate) fn run(
    name: Experiment,
    arguments: &Compare,
    mut runs: Runs,
    cancel: &Cancel,
    ui: &Ui,
) -> Result<Verdict, Failure> {
    let (word, usual) = match name {
        Experiment::N8 => ("n8", HeuristicName::SIMPLE.to_vec()),
        Experiment::N15 => (
            "n15",
            vec![
                HeuristicName::Hamming,
                HeuristicName::Manhattan,
                HeuristicName::LinearConflict,
                HeuristicName::WalkingDistance,
            ],
        ),
    };
    let heuristics = NameList::all(&arguments.heuristics).unwrap_or(usual);
    runs.choices = choices(heuristics);
    let directory = arguments.output.clone().unwrap_or_else(|| PathBuf::from(format!("experiment-{word}")));
    std::fs::create_dir_all(&directory).map_err(|error| output::failure(&directory, error))?;
    let rows = directory.join("rows.csv");
    if !arguments.force {
        output::refuse_to_overwrite(&rows, "--force writes it anew, --output names another directory")?;
    }
    let mut study = Study {
        directory: &directory,
        export: Export::begin(Form::Csv, &rows, &[])?,
        rows: Vec::new(),
        runs,
        seed: arguments.seed,
        cancel,
        ui,
    };
    let report = match name {
        Experiment::N8 => study.n8()?,
        Experiment::N15 => study.n15()?,
    };
    if cancel.is_cancelled() {
        ui.note(format_args!("stopped by Ctrl-C: {} keeps the rows, no report was written", rows.display()));
        return Ok(Verdict::No);
    }
    output::write(&directory.join("report.md"), report.as_bytes())?;
    let mut out = Answers::new();
    writeln!(out, "{}", summary::overall(&study.rows).fitted(ui::width_of_answers()).text)?;
    writeln!(out, "report: {}", directory.join("report.md").display())?;
    out.flush()?;
    Ok(Verdict::Answered)
}

fn choices(heuristics: Vec<HeuristicName>) -> Vec<Choice> {
    let choice = |heuristic: HeuristicName| Choice::new().algorithm(Algorithm::Astar).heuristic(heuristic);
    heuristics.into_iter().map(choice).collect()
}

fn heuristic_of(choice: &Choice) -> String {
    choice.heuristic.name().map_or(String::new(), HeuristicName::to_string)
}

/// An experiment under way.
struct Study<'a> {
    directory: &'a Path,
    export: Export,
    rows: Vec<Row>,
    runs: Runs,
    seed: u64,
    cancel: &'a Cancel,
    ui: &'a Ui,
}

impl Study<'_> {
    fn limits(&self) -> Limits {
        Limits { cancel: Some(self.cancel.clone()), ..Limits::default() }
    }

    /// Runs the given choices on boards and keeps the rows.
    fn add(&mut self, goal: &Board, count: usize, draw: Draw, choices: &[Choice]) -> Result<(), Failure> {
        let boards = boards::random(goal, count, self.seed, draw, &self.limits(), self.runs.threads)?;
        let runs = Runs { choices: choices.to_vec(), ..self.runs.clone() };
        let before = self.rows.iter().map(|row| row.number).max().unwrap_or(0);
        let total = boards.len() * choices.len();
        let (export, rows, ui) = (&mut self.export, &mut self.rows, self.ui);
        let mut done = 0;
        runner::run(boards, &runs, Known::default(), self.cancel, |row, _| {
            let row = Row { number: before + row.number, ..row };
            export.row(&row)?;
            rows.push(row);
            done += 1;
            ui.progress(|| format!("{draw:?}: {done} of {total} runs"));
            Ok(())
        })?;
        self.ui.finish();
        Ok(())
    }

    fn plot(&self, name: &str, kind: PlotKind, title: &str) -> Result<(), Failure> {
        plot::draw(&self.directory.join(name), &self.rows, kind, title)
    }

    fn n8(&mut self) -> Result<String, Failure> {
        let goal = blank_last(3);
        let choices = self.runs.choices.clone();
        self.add(&goal, N8_BOARDS, Draw::Uniform, &choices)?;
        if self.rows.is_empty() {
            return Ok(String::new());
        }
        self.plot("expanded.svg", PlotKind::Scatter, "100 random 8-puzzles by A*")?;
        self.plot("boxes.svg", PlotKind::Box, "100 random 8-puzzles by A*")?;
        let rows = &self.rows;
        let mut text = format!(
            "# Experiment n8: every heuristic on {N8_BOARDS} random 8-puzzles\n\n\
             A* (ties: larger g, then first in, first out) on {N8_BOARDS} boards drawn uniformly from all 181,440 \
             solvable ones, goal `{goal}`. Make it again with\n\n\
             ```\ntaquin compare --experiment n8 --seed {}\n```\n\n\
             Node counts are the same on every machine; times are not. Every run is in [rows.csv](rows.csv).\n\n\
             ## All boards\n\n{}\n",
            self.seed,
            summary::overall(rows).markdown()
        );
        for note in summary::notes(rows) {
            let _ = writeln!(text, "{}\n", note.replace('*', "\\*"));
        }
        let _ = write!(
            text,
            "![Expanded nodes against solution length](expanded.svg)\n\n![Expanded nodes](boxes.svg)\n\n\
             ## By length of the solution\n\nMean number of nodes expanded.\n\n{}\n## What it shows\n\n{}",
            by_length(rows).markdown(),
            ratios(rows)
        );
        Ok(text)
    }

    fn n15(&mut self) -> Result<String, Failure> {
        let goal = blank_last(4);
        self.runs.limits.nodes = self.runs.limits.nodes.or(Some(N15_NODES));
        let nodes = self.runs.limits.nodes.unwrap_or(N15_NODES);
        let mut running = self.runs.choices.clone();
        let mut ends: Vec<(String, u32)> = Vec::new();
        for depth in N15_DEPTHS.step_by(N15_STEP) {
            if running.is_empty() || self.cancel.is_cancelled() {
                break;
            }
            let before = self.rows.len();
            self.add(&goal, N15_BOARDS, Draw::Depth(Metric::Slides, depth), &running)?;
            // The choices take turns.
            let fresh = &self.rows[before..];
            let (choices, mut turn) = (running.len(), 0);
            running.retain(|choice| {
                let of = || fresh.iter().skip(turn).step_by(choices);
                let fails = 2 * of().filter(|row| !row.solved).count() > of().count();
                if fails {
                    ends.push((heuristic_of(choice), depth));
                }
                turn += 1;
                !fails
            });
        }
        if self.rows.is_empty() {
            return Ok(String::new());
        }
        self.plot("expanded.svg", PlotKind::Scatter, "15-puzzles of growing depth by A*")?;
        let mut text = format!(
            "# Experiment n15: 15-puzzles of growing depth\n\n\
             A* on {N15_BOARDS} boards at every {N15_STEP}th depth from {} on, goal `{goal}`; a run may expand \
             {} nodes. Up to the depth where a breadth-first walk ends, boards are drawn from all at that depth; \
             beyond it random walks are solved and those of the right length kept. A heuristic goes on as long \
             as it solves at least half of the boards at a depth. Make it again with\n\n\
             ```\ntaquin compare --experiment n15 --seed {} --node-limit {nodes}\n```\n\n\
             Every run is in [rows.csv](rows.csv).\n\n## Mean number of nodes expanded\n\n{}\n",
            N15_DEPTHS.start(),
            indicatif::HumanCount(nodes),
            self.seed,
            by_depth(&self.rows).markdown()
        );
        text += "![Expanded nodes against solution length](expanded.svg)\n\n## How far each one goes\n\n";
        for choice in &self.runs.choices {
            let name = heuristic_of(choice);
            let _ = match ends.iter().find(|(ended, _)| *ended == name) {
                Some((_, depth)) => writeln!(text, "* {name}: gives up at depth {depth}"),
                None => writeln!(text, "* {name}: solves boards of every depth tried"),
            };
        }
        text += "\n## All boards\n\n";
        text += &summary::overall(&self.rows).markdown();
        for note in summary::notes(&self.rows) {
            let _ = writeln!(text, "\n{}", note.replace('*', "\\*"));
        }
        Ok(text)
    }
}

fn blank_last(side: usize) -> Board {
    let shape = Shape::flat(side, side).expect("a small shape");
    NamedGoal::BlankLast.board(shape).expect("every shape has it")
}

/// Mean nodes expanded by solution length, five lengths together. The length is that of the
/// shortest solution found.
fn by_length(rows: &[Row]) -> Table {
    let length = |row: &Row| {
        let same_board = rows.iter().filter(|other| other.number == row.number);
        same_board.filter_map(|other| other.cost).min().unwrap_or(0)
    };
    grouped(rows, "moves", |row| length(row) / 5, |group| format!("{}–{}", group * 5, group * 5 + 4))
}

/// Mean nodes expanded by depth. As many boards of each depth come one after the other.
fn by_depth(rows: &[Row]) -> Table {
    let depth = |row: &Row| N15_DEPTHS.start() + ((row.number - 1) / N15_BOARDS * N15_STEP) as u32;
    grouped(rows, "depth", depth, |depth| depth.to_string())
}

fn grouped(rows: &[Row], title: &str, group: impl Fn(&Row) -> u32, name: impl Fn(u32) -> String) -> Table {
    let series = series(rows);
    let header = [title.to_string(), "boards".to_string()].into_iter();
    let mut table = Table::new(header.chain(series.iter().map(|one| one.name.clone())));
    let mut groups: Vec<u32> = rows.iter().map(&group).collect();
    groups.sort_unstable();
    groups.dedup();
    for wanted in groups {
        let of = |one: &summary::Series<'_>| -> Vec<Row> {
            one.rows.iter().filter(|row| group(row) == wanted).map(|row| (*row).clone()).collect()
        };
        let boards = series.iter().map(|one| of(one).len()).max().unwrap_or(0);
        let mut line = vec![name(wanted), boards.to_string()];
        line.extend(series.iter().map(|one| {
            let rows = of(one);
            let nodes: Vec<f64> = rows.iter().map(|row| row.expanded as f64).collect();
            let stopped = rows.iter().filter(|row| row.hit_a_limit()).count();
            match (nodes.is_empty(), stopped) {
                (true, _) => "-".into(),
                (_, 0) => number(mean(&nodes)),
                _ => format!("≥ {} ({stopped} stopped)", number(mean(&nodes))),
            }
        }));
        table.row(line);
    }
    table
}

/// How each heuristic compares with the one before it, in words.
fn ratios(rows: &[Row]) -> String {
    let series = series(rows);
    let mean_of =
        |one: &summary::Series<'_>| mean(&one.rows.iter().map(|row| row.expanded as f64).collect::<Vec<_>>());
    let mut text = String::new();
    for pair in series.windows(2) {
        let (before, after) = (mean_of(&pair[0]), mean_of(&pair[1]));
        let _ = writeln!(
            text,
            "* {} expands {:.1} % of the nodes that {} expands.",
            pair[1].name,
            100.0 * after / before,
            pair[0].name
        );
    }
    for (name, count) in summary::longer_than_needed(rows) {
        let _ = writeln!(
            text,
            "* {name} is not admissible: on {} it found a longer solution than the shortest.",
            crate::ui::count(count, "board")
        );
    }
    text
}
