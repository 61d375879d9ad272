//! `taquin solve`: one board, or a stream of them on several threads.

use crate::args::{AlgorithmChoice, Solve};
use crate::failure::{Failure, Verdict};
use crate::input::{Posed, Problems};
use crate::report::{self, SolveReport};
use crate::ui::{self, Answers, BAD, FAINT, FAIR, GOOD, STRONG, Ui};
use crate::{classic_report, interrupt, output, show, solver};
use std::io::Write;
use std::ops::ControlFlow;
use taquin::search::{Algorithm, Observer, Outcome, Stats, StopReason};
use taquin::solver::{Aim, Choice, Note, Plan, USUAL_TIME};
use taquin::{Problem, ProblemError, Shape, Solvability, Solved, Solver};

/// More threads than this would only wait for each other.
const MOST_THREADS: usize = 1024;

pub(crate) fn run(arguments: Solve, ui: &Ui) -> Result<Verdict, Failure> {
    check(&arguments)?;
    let mut problems = Problems::open(&arguments.problems)?;
    // Two problems are read ahead to know whether there are several.
    let first = problems.next();
    let second = problems.next();
    let several = second.is_some();
    if several && arguments.report.is_some() {
        return Err(Failure::new("--report is for a single problem, and there are several here"));
    }
    let threads = super::threads(arguments.threads).min(MOST_THREADS);
    let cancel = interrupt::cancel_on_interrupt()?;
    // Several boards are searched at a time, and the limit is for the program as a whole.
    let at_a_time = if several { threads as u64 } else { 1 };
    let memory = super::memory(arguments.limits.memory_limit).map(|bytes| bytes / at_a_time);
    let solver = solver::solver(&arguments.cache, threads)
        .choice(choice(&arguments))
        .time_limit(arguments.limits.time_limit)
        .memory_limit(memory)
        .node_limit(arguments.node_limit)
        .cancel(&cancel);
    let mut printer = Printer { arguments: &arguments, ui, out: Answers::new(), several };
    let says_which = arguments.algorithm == AlgorithmChoice::Auto;
    let work = Work { says_which, threads, ui: ui.clone() };
    let work = move |solver: &Solver, posed: Result<Posed, Failure>| work.solve(solver, posed?);
    let mut verdict = Verdict::Answered;
    let mut finish = |result: Worked| {
        verdict = verdict.max(result.verdict());
        ui.above_progress(|| printer.print(&result))?;
        printer.follow_up(&result)
    };
    let read = first.into_iter().chain(second);
    if several {
        for result in solver.map_all(read.chain(problems), work) {
            finish(result?)?;
        }
    } else {
        // A single board is worked on by all threads from the beginning.
        for posed in read {
            finish(work(&solver, posed)?)?;
        }
    }
    ui.finish();
    if cancel.is_cancelled() {
        verdict = Verdict::No;
    }
    Ok(verdict)
}

/// Flags that go together, and a report that can be written.
fn check(arguments: &Solve) -> Result<(), Failure> {
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
    let is_open = arguments.algorithm == AlgorithmChoice::Auto && arguments.heuristic.is_none();
    if (arguments.first || arguments.within.is_some()) && !is_open {
        return Err(Failure::new(
            "--first and --within go with --algorithm auto only, and without --heuristic",
        ));
    }
    arguments.report.as_deref().map_or(Ok(()), output::check)
}

/// What was asked for.
fn choice(arguments: &Solve) -> Choice {
    Choice::new()
        .algorithm(arguments.algorithm.named())
        .heuristic(arguments.heuristic.clone())
        .prune(arguments.prune)
        .weight(arguments.weight)
        .width(arguments.width)
        .aim(match arguments.within {
            Some(share) => Aim::Within(share),
            None if arguments.first => Aim::First,
            None => Aim::Auto,
        })
}

/// A problem and what came of it.
struct Worked {
    posed: Posed,
    ending: Ending,
}

enum Ending {
    Unsolvable(Solvability),
    Searched(Box<Solved>),
}

impl Worked {
    fn verdict(&self) -> Verdict {
        match &self.ending {
            Ending::Searched(searched) if searched.solution().is_some() => Verdict::Answered,
            _ => Verdict::No,
        }
    }
}

/// Everything the threads share.
struct Work {
    /// Whether the program chooses the algorithm, and says which.
    says_which: bool,
    /// Threads that tables are built on.
    threads: usize,
    ui: Ui,
}

impl Work {
    fn solve(&self, solver: &Solver, posed: Posed) -> Result<Worked, Failure> {
        let problem = match Problem::new(posed.start.clone(), posed.goal.clone()) {
            Ok(problem) => problem,
            Err(ProblemError::Unsolvable(why)) => {
                return Ok(Worked { posed, ending: Ending::Unsolvable(why) });
            }
            Err(error) => return Err(Failure::new(error)),
        };
        let mut watch = Watch::new(&self.ui);
        watch.says_which = self.says_which.then(|| problem.shape());
        self.ui.search_begins();
        let solved = solver.solve_with(&problem, &mut watch);
        self.ui.search_ends();
        let solved = solved.map_err(|error| solver::failure(error, problem.goal()))?;
        if let (Some(_), Some(advice)) = (&solved.before, solver::to_build(problem.goal(), self.threads)) {
            self.ui.note_once(advice);
        }
        Ok(Worked { posed, ending: Ending::Searched(Box::new(solved)) })
    }
}

/// Keeps the progress line up to date.
pub(super) struct Watch<'a> {
    ui: &'a Ui,
    /// The shape of the board, if the plan is to be told.
    says_which: Option<Shape>,
    /// Expanded nodes told before.
    seen: u64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(ui: &'a Ui) -> Watch<'a> {
        Watch { ui, says_which: None, seen: 0 }
    }
}

impl Observer for Watch<'_> {
    fn begins(&mut self, plan: &Plan) {
        if let Some(shape) = self.says_which {
            self.ui.note_once(format_args!("{shape}: searching by {plan}"));
        }
        for note in &plan.notes {
            self.ui.note_once(note);
        }
    }

    fn progress(&mut self, stats: &Stats, lower_bound: u32) -> ControlFlow<()> {
        self.ui.search_goes_on(stats.expanded - self.seen, stats, lower_bound);
        self.seen = stats.expanded;
        ControlFlow::Continue(())
    }

    fn solution(&mut self, moves: u32) {
        self.ui.search_found(moves);
    }
}

/// Writes results as they come.
struct Printer<'a> {
    arguments: &'a Solve,
    ui: &'a Ui,
    out: Answers,
    several: bool,
}

impl Printer<'_> {
    fn print(&mut self, result: &Worked) -> Result<(), Failure> {
        let Posed { start, goal } = &result.posed;
        match &result.ending {
            Ending::Unsolvable(why) => {
                if self.arguments.json {
                    report::write_line(&mut self.out, &SolveReport::unsolvable(start, goal))?;
                } else {
                    writeln!(self.out, "{BAD}unsolvable{BAD:#}: {why}")?;
                }
            }
            Ending::Searched(searched) => {
                let Solved { heuristic, answer, .. } = &**searched;
                if self.arguments.json {
                    let report = SolveReport::searched(start, goal, searched);
                    report::write_line(&mut self.out, &report)?;
                } else if self.several {
                    self.one_line(searched)?;
                } else {
                    self.in_full(searched)?;
                }
                if let (true, Some(solution)) = (self.arguments.show, answer.outcome.solution()) {
                    writeln!(self.out)?;
                    show::write(&mut self.out, solution, &solution.f_values(&**heuristic))?;
                    if self.several {
                        writeln!(self.out)?;
                    }
                }
            }
        }
        self.out.flush()?;
        Ok(())
    }

    /// What comes after the answer, so that the answer is not lost whatever happens here.
    fn follow_up(&self, result: &Worked) -> Result<(), Failure> {
        if let Ending::Searched(searched) = &result.ending {
            if searched.plan.notes.contains(&Note::UsualTime) {
                self.ui.note_once(format_args!(
                    "stopped after {} s: --time-limit 5m goes on for longer, --within 5% until that is proved",
                    USUAL_TIME.as_secs()
                ));
            }
            if let (Outcome::Stopped { why, .. }, false) = (&searched.answer.outcome, self.several) {
                self.advise(searched.plan.method.algorithm, *why);
            }
        }
        self.write_report(result)
    }

    fn in_full(&mut self, searched: &Solved) -> Result<(), Failure> {
        let out = &mut self.out;
        let answer = &searched.answer;
        let stats = &answer.stats;
        let bound = answer.outcome.lower_bound();
        match &answer.outcome {
            Outcome::Solved { solution, optimal: true, .. } if solution.cost() == 0 => {
                writeln!(out, "{STRONG}0 moves{STRONG:#}: the board is the goal")?;
            }
            Outcome::Solved { solution, .. } | Outcome::Stopped { best: Some(solution), .. } => {
                let moves = ui::count(solution.cost().into(), "move");
                write!(out, "{STRONG}{moves}{STRONG:#}, ")?;
                if searched.proved() {
                    writeln!(out, "{GOOD}proved optimal{GOOD:#}")?;
                } else if let Some(gap) = searched.gap().filter(|gap| *gap > 0.0) {
                    write!(out, "{FAIR}not proved optimal{FAIR:#} (at least {bound} are needed, ")?;
                    writeln!(out, "gap {:.1} %)", 100.0 * gap)?;
                } else {
                    // The bound alone would prove it, but this search never claims it.
                    writeln!(out, "{FAIR}not proved optimal{FAIR:#}")?;
                }
                writeln!(out, "{}", self.arguments.notation.write(solution))?;
            }
            Outcome::Stopped { why, .. } => {
                let needed = ui::count(bound.into(), "move");
                match stuck(searched) {
                    Some(stuck) => writeln!(out, "{BAD}no solution found{BAD:#} {stuck}")?,
                    None => {
                        writeln!(out, "{BAD}stopped by {}{BAD:#}: at least {needed} needed", cause(*why))?
                    }
                }
            }
        }
        if let Outcome::Stopped { best: Some(_), why, .. } = &answer.outcome {
            writeln!(out, "stopped by {}", cause(*why))?;
        }
        write!(
            out,
            "{FAINT}{}: {} expanded, {} generated in {}",
            searched.described(),
            indicatif::HumanCount(stats.expanded),
            indicatif::HumanCount(stats.generated),
            ui::time(stats.elapsed)
        )?;
        if stats.peak_bytes >= 1_000_000 {
            write!(out, ", {}", bytesize::ByteSize(stats.peak_bytes).display().si())?;
        }
        writeln!(out, "{FAINT:#}")?;
        Ok(())
    }

    /// Many results: one line each, whatever happened.
    fn one_line(&mut self, searched: &Solved) -> Result<(), Failure> {
        let out = &mut self.out;
        let answer = &searched.answer;
        match &answer.outcome {
            Outcome::Solved { solution, .. } | Outcome::Stopped { best: Some(solution), .. } => {
                let (style, word) = if answer.proved() { (GOOD, "optimal") } else { (FAIR, "unproved") };
                let moves = self.arguments.notation.write(solution);
                let gap = if moves.is_empty() { "" } else { " " };
                writeln!(out, "{STRONG}{}{STRONG:#} {style}{word}{style:#}{gap}{moves}", solution.cost())?;
            }
            Outcome::Stopped { lower_bound, why, .. } => {
                let needed = ui::count((*lower_bound).into(), "move");
                match stuck(searched) {
                    Some(stuck) => writeln!(out, "{BAD}no solution found{BAD:#} {stuck}")?,
                    None => {
                        writeln!(out, "{BAD}stopped{BAD:#} by {}: at least {needed} needed", cause(*why))?
                    }
                }
            }
        }
        Ok(())
    }

    /// Says what to try next.
    fn advise(&self, algorithm: Algorithm, why: StopReason) {
        match why {
            StopReason::Memory if algorithm == Algorithm::Beam => {
                self.ui.note("a narrower beam needs less memory: --width");
            }
            StopReason::Memory if !matches!(algorithm, Algorithm::Idastar | Algorithm::TwoEnded) => {
                self.ui.note("--algorithm idastar needs hardly any memory");
            }
            // The answer says what to try.
            StopReason::DeadEnd if algorithm == Algorithm::Beam => {}
            StopReason::DeadEnd => {
                self.ui.note(format_args!("{algorithm} does not look back; --algorithm astar does"));
            }
            _ => {}
        }
    }

    fn write_report(&self, result: &Worked) -> Result<(), Failure> {
        let Some(path) = &self.arguments.report else { return Ok(()) };
        if let Ending::Searched(searched) = &result.ending
            && let Solved { heuristic, answer, .. } = &**searched
            && let Some(solution) = answer.outcome.solution()
        {
            let f_values = solution.f_values(&**heuristic);
            let text = classic_report::text(&result.posed.goal, solution, &f_values, &answer.stats);
            output::write(path, text.as_bytes())
        } else {
            self.ui.note(format_args!("no solution to report: {} was not written", path.display()));
            Ok(())
        }
    }
}

/// What is said of a beam that got stuck: the board may well be solvable.
fn stuck(searched: &Solved) -> Option<String> {
    let method = &searched.plan.method;
    let is_stuck = matches!(searched.answer.outcome, Outcome::Stopped { why: StopReason::DeadEnd, .. });
    (is_stuck && method.algorithm == Algorithm::Beam)
        .then(|| format!("by a beam of width {}; try a wider one (--width)", method.width))
}

/// What stopped a search, in words.
fn cause(why: StopReason) -> &'static str {
    match why {
        StopReason::Time => "the time limit",
        StopReason::Memory => "the memory limit",
        StopReason::Nodes => "the node limit",
        StopReason::Cancelled => "Ctrl-C",
        StopReason::DeadEnd => "a dead end",
        _ => "a table that contradicts itself",
    }
}
