//! `taquin solve`: one board, or a stream of them on several threads.

mod printer;
mod row;
mod shortest;
mod summary;
mod text;
mod watch;

pub(crate) use row::{Kind, Row};
pub(super) use watch::Watch;

use crate::args::{AlgorithmChoice, Solve};
use crate::cluster::Cluster;
use crate::failure::{Failure, Verdict};
use crate::input::{Entry, Posed, Problems};
use crate::recording::Recording;
use crate::ui::Ui;
use crate::{interrupt, output, recording, solver};
use printer::Printer;
use std::path::Path;
use std::sync::Arc;
use summary::Summary;
use taquin::ledger::Purpose;
use taquin::search::{Algorithm, Cancel};
use taquin::shortest::ShortestGraph;
use taquin::solver::{Aim, Choice, Convention, Shortest};
use taquin::{Metric, Problem, ProblemError, Solvability, Solved, Solver};

/// More threads than this would only wait for each other.
const MOST_THREADS: usize = 1024;

/// `cluster` are the other processes that share the work, if there are any.
pub(crate) fn run(arguments: Solve, ui: &Ui, cluster: Option<&Cluster>) -> Result<Verdict, Failure> {
    check(&arguments)?;
    let mut problems = Problems::open(&arguments.problems)?;
    // Two problems are read ahead to know whether there are several.
    let first = problems.next();
    let second = problems.next();
    let several = second.is_some();
    if several && arguments.report.is_some() {
        return Err(Failure::new("--report is for a single problem, and there are several here"));
    }
    tell_of_other_heuristics(&arguments, ui);
    let threads =
        cluster.map_or_else(|| super::threads(arguments.threads).min(MOST_THREADS), Cluster::own_threads);
    let cancel = interrupt::cancel_on_interrupt()?;
    // Several boards are searched at a time, and the limit is for the program as a whole.
    let at_a_time = if several { threads as u64 } else { 1 };
    // What is free now may not be when a recorded search goes on, nor on another machine.
    let asked = arguments.limits.memory_limit;
    let is_fixed = arguments.ledger.is_some() || cluster.is_some();
    let memory = if is_fixed { asked } else { super::memory(asked) };
    let purpose = if several { Purpose::ManyBoards } else { Purpose::OneBoard };
    let recording = Recording::open(arguments.ledger.as_deref(), purpose, ui)?;
    let solver = solver_of(&arguments, threads, &cancel).memory_limit(memory.map(|bytes| bytes / at_a_time));
    let solver = match cluster {
        Some(cluster) if has_units(&arguments) => cluster.of_solver(solver, &recording),
        _ => recording.of_solver(solver),
    };
    let printer = Printer::new(&arguments, ui, several, cancel.clone())?;
    let work = Work::new(&arguments, threads, ui.clone(), recording.clone());
    let mut answers = Answers { printer, ui, verdict: Verdict::Answered, summary: Summary::new() };
    let mut all = first.into_iter().chain(second).chain(problems).inspect(work.remarks());
    let finished = match cluster {
        Some(cluster) if several => {
            let mut rows = cluster.solve_all(&solver, &Arc::new(work), &cancel, all);
            rows.try_for_each(|handful| handful?.iter().try_for_each(|row| answers.row(row)))
        }
        _ if several => solver
            .map_all(all, move |solver, entry| work.solve_with(solver, entry, None))
            .try_for_each(|result| answers.finish(&result?)),
        // A single board is worked on by all threads from the beginning.
        _ => all.next().map_or(Ok(()), |entry| match work.solve_with(&solver, entry, cluster)? {
            Worked { ending: Ending::Unread(failure), .. } => Err(failure),
            result => answers.finish(&result),
        }),
    };
    ui.finish();
    let saved = recording.save();
    // A file gets the answers before what ended the batch, as standard output does.
    answers.printer.end()?;
    finished?;
    saved?;
    let Answers { mut verdict, summary, .. } = answers;
    if several {
        ui.note(summary);
    }
    if cancel.is_cancelled() {
        verdict = verdict.max(Verdict::No);
    }
    Ok(verdict)
}

/// What has been answered so far.
struct Answers<'a> {
    printer: Printer<'a>,
    ui: &'a Ui,
    verdict: Verdict,
    summary: Summary,
}

impl Answers<'_> {
    /// A row that another process may have made.
    fn row(&mut self, row: &Row) -> Result<(), Failure> {
        self.count(row.kind());
        self.ui.above_progress(|| self.printer.print_row(row))
    }

    fn finish(&mut self, result: &Worked) -> Result<(), Failure> {
        self.count(result.kind());
        self.ui.above_progress(|| self.printer.print(result))?;
        self.printer.follow_up(result)
    }

    fn count(&mut self, kind: Kind) {
        self.verdict = self.verdict.max(kind.verdict());
        self.summary.add(kind);
    }
}

/// A solver as the command line asks for it.
pub(crate) fn solver_of(arguments: &Solve, threads: usize, cancel: &Cancel) -> Solver {
    solver::solver(&arguments.cache, threads)
        .choice(choice(arguments))
        .time_limit(arguments.limits.time_limit)
        .memory_limit(arguments.limits.memory_limit)
        .node_limit(arguments.node_limit)
        .cancel(cancel)
}

/// Whether searches are divided into units, so that several processes can share them.
pub(crate) fn has_units(arguments: &Solve) -> bool {
    arguments.convention == Convention::Standard
        && arguments.metric == Metric::Slides
        && arguments.node_limit.is_none()
        && !arguments.first
        && !arguments.wants_all()
}

/// Flags that go together, and a report that can be written.
fn check(arguments: &Solve) -> Result<(), Failure> {
    let has_own = arguments.convention != Convention::Standard;
    if has_own && (arguments.algorithm != AlgorithmChoice::Auto || arguments.prune.is_some()) {
        return Err(Failure::new(format_args!(
            "--convention {} has an algorithm of its own: leave --algorithm and --prune out",
            arguments.convention.name()
        )));
    }
    let weighted = AlgorithmChoice::Named(Algorithm::WeightedAstar);
    if arguments.weight.is_some() && arguments.algorithm != weighted {
        return Err(Failure::new("--weight goes with --algorithm weighted-astar only"));
    }
    let beam = AlgorithmChoice::Named(Algorithm::Beam);
    if arguments.width.is_some() && arguments.algorithm != beam {
        return Err(Failure::new("--width goes with --algorithm beam only"));
    }
    let deepens = match arguments.algorithm {
        AlgorithmChoice::Auto => true,
        AlgorithmChoice::Named(algorithm) => matches!(algorithm, Algorithm::Idastar | Algorithm::Hybrid),
    };
    if arguments.prune.is_some() && !deepens {
        return Err(Failure::new("--prune goes with --algorithm auto, idastar and hybrid only"));
    }
    let is_open = arguments.algorithm == AlgorithmChoice::Auto && arguments.heuristic.is_none() && !has_own;
    if (arguments.first || arguments.within.is_some()) && !is_open {
        return Err(Failure::new(
            "--first and --within go with --algorithm auto only, and without --heuristic and --convention",
        ));
    }
    if arguments.ledger.is_some() {
        let algorithm = arguments.convention.algorithm().or(arguments.algorithm.named());
        recording::refuse_without_units(algorithm, arguments.metric)?;
    }
    if let (Some(path), false) = (&arguments.output, arguments.force)
        && path != Path::new("-")
    {
        output::refuse_to_overwrite(path, "--force writes it anew")?;
    }
    arguments.report.as_deref().map_or(Ok(()), output::check)
}

/// A classic program may have several heuristics; a single search has one of them.
fn tell_of_other_heuristics(arguments: &Solve, ui: &Ui) {
    let (main, others) = arguments.convention.main_heuristic();
    if let (Some(main), None, false) = (main, &arguments.heuristic, others.is_empty()) {
        let others: Vec<String> = others.iter().map(|name| format!("--heuristic {name}")).collect();
        ui.note(format_args!(
            "{} has several heuristics: this is {main}, others are {}",
            arguments.convention.name(),
            others.join(" and ")
        ));
    }
}

/// What was asked for.
fn choice(arguments: &Solve) -> Choice {
    let convention = arguments.convention;
    Choice::new()
        .algorithm(convention.algorithm().or(arguments.algorithm.named()))
        .heuristic(arguments.heuristic.clone().or(convention.main_heuristic().0))
        .metric(arguments.metric)
        .prune(arguments.prune)
        .weight(arguments.weight)
        .width(arguments.width)
        .aim(match arguments.within {
            Some(share) => Aim::Within(share),
            None if arguments.first => Aim::First,
            None => Aim::Auto,
        })
}

/// A problem of the source and what came of it.
pub(crate) struct Worked {
    number: usize,
    line: usize,
    ending: Ending,
}

enum Ending {
    /// It could not be read.
    Unread(Failure),
    Unsolvable(Posed, Solvability),
    /// Also all shortest solutions, if they were asked for and the length is proved.
    Searched(Posed, Box<Solved>, Option<Box<ShortestGraph>>),
}

impl Worked {
    fn kind(&self) -> Kind {
        match &self.ending {
            Ending::Searched(_, searched, _) if searched.solution().is_some() => Kind::Solved,
            Ending::Searched(..) => Kind::Stopped,
            Ending::Unsolvable(..) => Kind::Unsolvable,
            Ending::Unread(_) => Kind::Unread,
        }
    }
}

/// Everything the threads share.
#[derive(Debug)]
pub(crate) struct Work {
    arguments: Solve,
    /// Threads that tables are built on.
    threads: usize,
    ui: Ui,
    recording: Recording,
}

impl Work {
    pub(crate) fn new(arguments: &Solve, threads: usize, ui: Ui, recording: Recording) -> Work {
        Work { arguments: arguments.clone(), threads, ui, recording }
    }

    /// Says how texts were understood.
    fn remarks(&self) -> impl Fn(&Entry) + Send + use<> {
        let ui = self.ui.clone();
        move |entry| entry.remark.iter().for_each(|remark| ui.note_once(remark))
    }

    pub(crate) fn solve(&self, solver: &Solver, entry: Entry) -> Result<Worked, Failure> {
        self.solve_with(solver, entry, None)
    }

    /// Solves a board, together with other processes if there are any.
    fn solve_with(
        &self,
        solver: &Solver,
        entry: Entry,
        cluster: Option<&Cluster>,
    ) -> Result<Worked, Failure> {
        let Entry { number, line, posed, .. } = entry;
        let worked = |ending| Ok(Worked { number, line, ending });
        let posed = match posed {
            Ok(posed) => posed,
            Err(failure) => return worked(Ending::Unread(failure)),
        };
        let problem = match Problem::new(posed.start.clone(), posed.goal.clone()) {
            Ok(problem) => problem,
            Err(ProblemError::Unsolvable(why)) => {
                return worked(Ending::Unsolvable(posed, why));
            }
            Err(error) => return Err(Failure::new(error)),
        };
        let failure = |error| solver::failure(error, problem.goal());
        let _shared = match cluster.filter(|_| has_units(&self.arguments)) {
            Some(cluster) => cluster.share(solver, &problem).map_err(failure)?,
            None => None,
        };
        let watch = Watch::new(&self.ui).recorded(&self.recording);
        let says_which = self.arguments.algorithm == AlgorithmChoice::Auto;
        let mut watch = watch.saying_which(says_which.then(|| problem.shape()));
        self.ui.search_begins();
        let searched = match self.arguments.convention {
            Convention::Standard if self.arguments.wants_all() => solver
                .shortest_with(&problem, &mut watch)
                .map(|Shortest { solved, graph, .. }| (solved, graph)),
            Convention::Standard => solver.solve_with(&problem, &mut watch).map(|solved| (solved, None)),
            classic => solver
                .prepare(problem.goal())
                .and_then(|prepared| classic.search(&problem, &prepared.single(), &mut watch))
                .map(|solved| (solved, None)),
        };
        self.ui.search_ends();
        let (solved, graph) = searched.map_err(failure)?;
        if let (Some(_), Some(advice)) = (solved.before(), solver::to_build(problem.goal(), self.threads)) {
            self.ui.note_once(advice);
        }
        worked(Ending::Searched(posed, Box::new(solved), graph.map(Box::new)))
    }
}
