//! `taquin compare`: the same boards by several heuristics and algorithms, tabulated, exported and
//! drawn.

use crate::args::{self, Compare, NameList};
use crate::compare::boards::{self, Draw, SetName};
use crate::compare::export::{Export, Form};
use crate::compare::resume::Known;
use crate::compare::runner::{self, Runs};
use crate::compare::screen::{self, Columns};
use crate::compare::{experiment, plot};
use crate::failure::{Failure, Verdict};
use crate::input::{self, Entry, Posed, Problems};
use crate::ui::Ui;
use crate::{interrupt, output, solver};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use taquin::heuristic::HeuristicName;
use taquin::search::{Algorithm, Cancel, Limits, Weight};
use taquin::solver::{Choice, Convention};
use taquin::{Metric, Shape};
use taquin_json::Row;

pub(crate) fn run(arguments: &Compare, ui: &Ui) -> Result<Verdict, Failure> {
    check_choices(arguments)?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let cancel = Cancel::from(interrupted.clone());
    let runs = runs(arguments, &cancel)?;
    if let Some(name) = arguments.experiment {
        interrupt::listen(&interrupted)?;
        return experiment::run(name, arguments, runs, &cancel, ui);
    }
    let (boards, read) = boards(arguments, &runs, ui)?;
    interrupt::listen(&interrupted)?;
    let known = if arguments.resume { Known::read(exports_of(arguments))? } else { Known::default() };
    let mut exports = Vec::new();
    for (form, path) in exports_of(arguments) {
        exports.push(Export::begin(form, path, known.rows())?);
    }
    let bar = progress_bar(boards.len() * runs.choices.len());
    let mut rows: Vec<Row> = Vec::new();
    let finished = runner::run(boards, &runs, known, &cancel, |row, was_known| {
        for export in exports.iter_mut().filter(|_| !was_known) {
            export.row(&row)?;
        }
        rows.push(row);
        bar.inc(1);
        Ok(())
    });
    bar.finish_and_clear();
    finished?;
    for export in &mut exports {
        export.finish(&rows)?;
    }
    if cancel.is_cancelled() {
        ui.note("stopped by Ctrl-C: what follows is about the runs made before");
    }
    if let (Some(path), false) = (&arguments.plot, rows.is_empty()) {
        plot::draw(path, &rows, arguments.plot_kind, &title(&rows))?;
    }
    if !exports_of(arguments).any(|(_, path)| path == Path::new("-")) {
        screen::print(&rows, &Columns(arguments.columns.clone()))?;
    }
    let complete = !cancel.is_cancelled() && rows.iter().all(|row| row.solved);
    Ok(read.max(if complete { Verdict::Answered } else { Verdict::No }))
}

/// Refuses what does not go together, before any time is spent.
fn check_choices(arguments: &Compare) -> Result<(), Failure> {
    if let Some(path) = &arguments.plot {
        crate::plot::check(path)?;
    }
    let to_stdout = exports_of(arguments).filter(|(_, path)| *path == Path::new("-")).count();
    if to_stdout > 1 {
        return Err(Failure::new("only one export can go to standard output"));
    }
    if arguments.resume && arguments.export_csv.is_none() && arguments.export_json.is_none() {
        return Err(Failure::new("--resume needs --export-csv or --export-json, the file to go on with"));
    }
    if arguments.resume && to_stdout > 0 {
        return Err(Failure::new("--resume needs a file to go on with, not standard output"));
    }
    for (_, path) in exports_of(arguments).filter(|_| !arguments.resume && !arguments.force) {
        output::refuse_to_overwrite(
            path,
            "--resume keeps its rows and runs only what is missing, --force writes it anew",
        )?;
    }
    if arguments.convention != Convention::Standard && !arguments.algorithms.is_empty() {
        return Err(Failure::new(format_args!(
            "--convention {} has an algorithm of its own: leave --algorithms out",
            arguments.convention.name()
        )));
    }
    Ok(())
}

fn exports_of(arguments: &Compare) -> impl Iterator<Item = (Form, &Path)> {
    let csv = arguments.export_csv.iter().map(|path| (Form::Csv, path.as_path()));
    let json = arguments.export_json.iter().map(|path| (Form::Json, path.as_path()));
    let markdown = arguments.export_markdown.iter().map(|path| (Form::Markdown, path.as_path()));
    csv.chain(json).chain(markdown)
}

/// Every heuristic with every algorithm; an algorithm that uses none comes once.
fn runs(arguments: &Compare, cancel: &Cancel) -> Result<Runs, Failure> {
    let convention = arguments.convention;
    let usual = || match arguments.metric {
        Metric::Slides => convention.heuristics(),
        metric => HeuristicName::simple_in(metric),
    };
    let heuristics = NameList::all(&arguments.heuristics).unwrap_or_else(usual);
    let algorithms = match (convention.algorithm(), NameList::all(&arguments.algorithms)) {
        (Some(algorithm), _) => vec![algorithm],
        (None, Some(list)) => list,
        (None, None) => vec![Algorithm::Astar],
    };
    if !arguments.weight.is_empty() && !algorithms.contains(&Algorithm::WeightedAstar) {
        return Err(Failure::new("--weight goes with --algorithms weighted-astar only"));
    }
    if arguments.width.is_some() && !algorithms.contains(&Algorithm::Beam) {
        return Err(Failure::new("--width goes with --algorithms beam only"));
    }
    if let (true, Some(algorithm)) =
        (arguments.exhaustive, algorithms.iter().find(|&&algorithm| !convention.can_exhaust(algorithm)))
    {
        return Err(Failure::new(format_args!(
            "--exhaustive needs an open list that can run empty, which {algorithm} does not keep"
        )));
    }
    let mut choices = Vec::new();
    for algorithm in algorithms {
        let choice = Choice::new().metric(arguments.metric).algorithm(algorithm).width(arguments.width);
        let weights: Vec<Option<Weight>> = match algorithm {
            Algorithm::WeightedAstar if !arguments.weight.is_empty() => {
                arguments.weight.iter().copied().map(Some).collect()
            }
            _ => vec![None],
        };
        if algorithm.uses_heuristic() {
            choices.extend(heuristics.iter().flat_map(|heuristic| {
                let choice = choice.clone().heuristic(heuristic.clone());
                weights.iter().map(move |&weight| choice.clone().weight(weight))
            }));
        } else {
            choices.push(choice);
        }
    }
    let threads = super::threads(arguments.threads);
    let limits = Limits {
        time: Some(arguments.time_limit),
        // The limit is for the program as a whole.
        memory: Some(arguments.memory_limit / threads as u64),
        nodes: arguments.node_limit,
        cancel: Some(cancel.clone()),
        ..Limits::default()
    };
    // Every run has one thread; tables are built by all.
    let solver = solver::solver(&arguments.cache, threads).threads(1);
    Ok(Runs { choices, convention, limits, exhaustive: arguments.exhaustive, threads, solver })
}

/// The boards of a source. What cannot be read is told and left out.
fn read(problems: &args::Problems, ui: &Ui) -> Result<(Vec<Posed>, Verdict), Failure> {
    let (mut boards, mut failures) = (Vec::new(), Vec::new());
    for Entry { posed, remark, .. } in Problems::open(problems)? {
        remark.iter().for_each(|remark| ui.note_once(remark));
        match posed {
            Ok(posed) => boards.push(posed),
            Err(failure) => failures.push(failure),
        }
    }
    if boards.is_empty() && !failures.is_empty() {
        return Err(failures.remove(0));
    }
    failures.iter().for_each(|failure| ui.failure(failure));
    let verdict = if failures.is_empty() { Verdict::Answered } else { Verdict::Unreadable };
    Ok((boards, verdict))
}

/// The boards that are asked for, and whether all could be read.
fn boards(arguments: &Compare, runs: &Runs, ui: &Ui) -> Result<(Vec<Posed>, Verdict), Failure> {
    let own_set = match arguments.convention {
        Convention::Standard => None,
        Convention::Classic26 => Some(SetName::Classic26),
        Convention::Descent => Some(SetName::Descent),
        Convention::Prompt => Some(SetName::Prompt),
        Convention::Lists => Some(SetName::Lists),
        Convention::Explored => Some(SetName::Explored),
    };
    if let Some(count) = arguments.random {
        let usual = Shape::flat(3, 3).expect("a small shape");
        let goal = arguments.problems.goal().unwrap_or(OsStr::new("blank-last"));
        let goal = input::goal_board(goal, arguments.problems.shape, usual)?;
        input::mistaken_shape(goal.shape()).iter().for_each(|remark| ui.note(remark));
        let draw = match (arguments.walk, arguments.depth) {
            (Some(moves), _) => Draw::Walk(moves),
            (None, Some(depth)) => Draw::Depth(arguments.metric, depth),
            (None, None) => Draw::Uniform,
        };
        let limits = Limits { cancel: runs.limits.cancel.clone(), ..Limits::default() };
        let boards = boards::random(&goal, count.get(), arguments.seed, draw, &limits, runs.threads)?;
        return Ok((boards, Verdict::Answered));
    }
    match (arguments.set.or(own_set), &arguments.problems.board) {
        (Some(set), None) => Ok((set.boards(), Verdict::Answered)),
        (_, Some(_)) => read(&arguments.problems, ui),
        (None, None) if !io::stdin().is_terminal() => read(&arguments.problems, ui),
        (None, None) => Err(Failure::new(
            "no boards given: write one, e.g. \"8 1 3/4 0 2/7 6 5\", name a file, pipe boards in, \
             or ask for --set korf100 or --random 20 --shape 3x3",
        )),
    }
}

/// A bar with the time left, if there is a terminal.
fn progress_bar(runs: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{pos}/{len} runs, {eta} left {wide_bar}")
        .expect("a valid template")
        .progress_chars("=> ");
    let target = ProgressDrawTarget::stderr_with_hz(5);
    let bar = ProgressBar::with_draw_target(Some(runs as u64), target).with_style(style);
    bar.enable_steady_tick(std::time::Duration::from_millis(250));
    bar
}

fn title(rows: &[Row]) -> String {
    let boards = rows.iter().map(|row| row.number).max().unwrap_or(0) as u64;
    let algorithm = &rows[0].algorithm;
    let by = if rows.iter().all(|row| &row.algorithm == algorithm) {
        format!(" by {algorithm}")
    } else {
        String::new()
    };
    format!("{} of shape {}{by}", crate::ui::count(boards, "board"), rows[0].shape)
}
