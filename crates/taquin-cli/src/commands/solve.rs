//! `taquin solve`: one board, or a stream of them on several threads.

use crate::args::{AlgorithmChoice, Solve};
use crate::failure::{Failure, Verdict};
use crate::input::{Posed, Problems};
use crate::report::{self, SolveReport};
use crate::tables::{Searched, Tables};
use crate::ui::{self, Answers, BAD, FAINT, FAIR, GOOD, STRONG, Ui};
use crate::{interrupt, output, pipeline, r0_report, show};
use std::io::Write;
use std::ops::ControlFlow;
use taquin::heuristic::HeuristicName;
use taquin::search::{Algorithm, Answer, Limits, Observer, Outcome, Plan, Prune, Stats, StopReason};
use taquin::{Board, Problem, ProblemError, Solvability};

/// More threads than this would only wait for each other.
const MOST_THREADS: usize = 1024;

pub(crate) fn run(arguments: Solve, ui: &Ui) -> Result<Verdict, Failure> {
    let weighted = AlgorithmChoice::Named(Algorithm::WeightedAstar);
    if arguments.weight.is_some() && arguments.algorithm != weighted {
        return Err(Failure::new("--weight goes with --algorithm weighted-astar only"));
    }
    let deepens = match arguments.algorithm {
        AlgorithmChoice::Auto => true,
        AlgorithmChoice::Named(algorithm) => matches!(algorithm, Algorithm::Idastar | Algorithm::Hybrid),
    };
    if arguments.prune.is_some() && !deepens {
        return Err(Failure::new("--prune goes with --algorithm auto, idastar and hybrid only"));
    }
    if let Some(path) = &arguments.report {
        output::check(path)?;
    }
    let mut problems = Problems::open(&arguments.problems)?;
    // Two problems are read ahead to know whether there are several.
    let first = problems.next();
    let second = problems.next();
    let several = second.is_some();
    if several && arguments.report.is_some() {
        return Err(Failure::new("--report is for a single problem, and there are several here"));
    }
    // Many boards are shared out, one to a thread; a single one is worked on by all.
    let threads = super::threads(arguments.threads).min(MOST_THREADS);
    let tables = Tables::new(&arguments.cache, threads);
    let (threads, threads_each) = if several { (threads, 1) } else { (1, threads) };
    let cancel = interrupt::cancel_on_interrupt()?;
    let limits = Limits {
        time: arguments.limits.time_limit,
        // The limit is for the program as a whole.
        memory: arguments.limits.memory_limit.map(|bytes| bytes / threads as u64),
        nodes: arguments.node_limit,
        cancel: Some(cancel.clone()),
    };
    let mut printer = Printer { arguments: &arguments, ui, out: Answers::new(), several };
    let solver = Solver {
        algorithm: arguments.algorithm,
        heuristic: arguments.heuristic.clone(),
        weight: arguments.weight.unwrap_or_default(),
        prune: arguments.prune,
        threads_each,
        limits,
        ui: ui.clone(),
        tables,
    };
    let mut verdict = Verdict::Answered;
    pipeline::run(
        first.into_iter().chain(second).chain(problems),
        threads,
        &cancel,
        move |posed| posed.and_then(|posed| solver.solve(posed)),
        |result| {
            let result = result?;
            verdict = verdict.max(result.verdict());
            ui.above_progress(|| printer.print(&result))?;
            printer.follow_up(&result)
        },
    )?;
    ui.finish();
    if cancel.is_cancelled() {
        verdict = Verdict::No;
    }
    Ok(verdict)
}

/// A problem and what came of it.
struct Solved {
    posed: Posed,
    ending: Ending,
}

enum Ending {
    Unsolvable(Solvability),
    Searched(Box<Searched>),
}

impl Solved {
    fn verdict(&self) -> Verdict {
        match &self.ending {
            Ending::Searched(searched) if matches!(searched.answer.outcome, Outcome::Solved { .. }) => {
                Verdict::Answered
            }
            _ => Verdict::No,
        }
    }
}

/// Everything the threads share.
struct Solver {
    algorithm: AlgorithmChoice,
    heuristic: Option<HeuristicName>,
    weight: taquin::search::Weight,
    prune: Option<Prune>,
    /// Threads for one board.
    threads_each: usize,
    limits: Limits,
    ui: Ui,
    tables: Tables,
}

impl Solver {
    fn solve(&self, posed: Posed) -> Result<Solved, Failure> {
        let problem = match Problem::new(posed.start.clone(), posed.goal.clone()) {
            Ok(problem) => problem,
            Err(ProblemError::Unsolvable(why)) => {
                return Ok(Solved { posed, ending: Ending::Unsolvable(why) });
            }
            Err(ProblemError::Shapes { .. }) => unreachable!("posed boards have one shape"),
        };
        let plan = self.plan(problem.goal());
        let prepared = self.tables.prepare(&plan, problem.goal(), &self.limits)?;
        if self.algorithm == AlgorithmChoice::Auto {
            self.ui.note_once(format_args!("{}: searching by {}", problem.shape(), prepared.described()));
        }
        if !prepared.heuristic.is_complete() {
            self.ui.note_once(format_args!(
                "{} is too large for {}: where it has no tables it counts as manhattan",
                problem.shape(),
                plan.heuristic
            ));
        }
        self.ui.search_begins();
        let mut watch = Watch::new(&self.ui);
        let searched = self.tables.search(&problem, prepared, &self.limits, &mut watch)?;
        self.ui.search_ends();
        if let (Some(_), Some(advice)) = (&searched.before, self.tables.advice(problem.goal())) {
            self.ui.note_once(advice);
        }
        Ok(Solved { posed, ending: Ending::Searched(Box::new(searched)) })
    }

    /// Fills in what was left open, and says so where the program was asked to choose.
    fn plan(&self, goal: &Board) -> Plan {
        let shape = goal.shape();
        let automatic = match self.heuristic {
            Some(_) => Plan::automatic(shape),
            None => self.tables.automatic(goal),
        };
        let (algorithm, prune) = match self.algorithm {
            AlgorithmChoice::Auto => (automatic.algorithm, automatic.prune),
            AlgorithmChoice::Named(algorithm) if !algorithm.fits(shape) => {
                self.ui.note_once(format_args!("{shape} is too large for {algorithm}: idastar is used"));
                (Algorithm::Idastar, automatic.prune)
            }
            AlgorithmChoice::Named(algorithm) => (algorithm, Prune::Undo),
        };
        let plan = Plan {
            algorithm,
            prune: self.prune.unwrap_or(prune),
            threads: self.threads_each,
            heuristic: match (algorithm.own_heuristic(), &self.heuristic) {
                (Some(own), _) => own,
                (None, Some(heuristic)) => heuristic.clone(),
                (None, None) if self.algorithm == AlgorithmChoice::Auto => automatic.heuristic,
                (None, None) => Plan::automatic_heuristic(shape),
            },
            then: match (self.algorithm, &self.heuristic) {
                (AlgorithmChoice::Auto, None) => automatic.then,
                _ => None,
            },
            weight: self.weight,
        };
        if let (Some(heuristic), false) = (&self.heuristic, algorithm.uses_heuristic()) {
            let own = match &plan.heuristic {
                HeuristicName::Zero => "no heuristic".to_string(),
                own => format!("{own} only"),
            };
            self.ui.note_once(format_args!("{algorithm} uses {own}: {heuristic} is ignored"));
        }
        plan
    }
}

/// Keeps the progress line up to date.
pub(super) struct Watch<'a> {
    ui: &'a Ui,
    /// Expanded nodes told before.
    seen: u64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(ui: &'a Ui) -> Watch<'a> {
        Watch { ui, seen: 0 }
    }
}

impl Observer for Watch<'_> {
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
    fn print(&mut self, result: &Solved) -> Result<(), Failure> {
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
                let Searched { plan, heuristic, answer, .. } = &**searched;
                if self.arguments.json {
                    let report = SolveReport::searched(start, goal, plan, &**heuristic, answer);
                    report::write_line(&mut self.out, &report)?;
                } else if self.several {
                    self.one_line(answer)?;
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
    fn follow_up(&self, result: &Solved) -> Result<(), Failure> {
        if let Ending::Searched(searched) = &result.ending
            && let Outcome::Stopped { why, .. } = searched.answer.outcome
            && !self.several
        {
            self.advise(&searched.plan, why);
        }
        self.write_report(result)
    }

    fn in_full(&mut self, searched: &Searched) -> Result<(), Failure> {
        let out = &mut self.out;
        let answer = &searched.answer;
        let stats = &answer.stats;
        let bound = answer.outcome.lower_bound();
        match &answer.outcome {
            Outcome::Solved { solution, optimal: true, .. } if solution.cost() == 0 => {
                writeln!(out, "{STRONG}0 moves{STRONG:#}: the board is the goal")?;
            }
            Outcome::Solved { solution, optimal, .. } => {
                let moves = ui::count(solution.cost().into(), "move");
                write!(out, "{STRONG}{moves}{STRONG:#}, ")?;
                if *optimal {
                    writeln!(out, "{GOOD}proved optimal{GOOD:#}")?;
                } else if bound < solution.cost() {
                    writeln!(out, "{FAIR}not proved optimal{FAIR:#} (at least {bound} are needed)")?;
                } else {
                    // The bound alone would prove it, but this search never claims it.
                    writeln!(out, "{FAIR}not proved optimal{FAIR:#}")?;
                }
                writeln!(out, "{}", self.arguments.notation.write(solution))?;
            }
            Outcome::Stopped { best, why, .. } => {
                let needed = ui::count(bound.into(), "move");
                writeln!(out, "{BAD}stopped by {}{BAD:#}: at least {needed} needed", cause(*why))?;
                if let Some(solution) = best {
                    writeln!(out, "best so far: {}", ui::count(solution.cost().into(), "move"))?;
                    writeln!(out, "{}", self.arguments.notation.write(solution))?;
                }
            }
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
    fn one_line(&mut self, answer: &Answer) -> Result<(), Failure> {
        let out = &mut self.out;
        match &answer.outcome {
            Outcome::Solved { solution, optimal, .. } => {
                let style = if *optimal { GOOD } else { FAIR };
                let word = if *optimal { "optimal" } else { "unproved" };
                let moves = self.arguments.notation.write(solution);
                let gap = if moves.is_empty() { "" } else { " " };
                writeln!(out, "{STRONG}{}{STRONG:#} {style}{word}{style:#}{gap}{moves}", solution.cost())?;
            }
            Outcome::Stopped { lower_bound, why, .. } => {
                let needed = ui::count((*lower_bound).into(), "move");
                writeln!(out, "{BAD}stopped{BAD:#} by {}: at least {needed} needed", cause(*why))?;
            }
        }
        Ok(())
    }

    /// Says what to try next.
    fn advise(&self, plan: &Plan, why: StopReason) {
        match why {
            StopReason::Memory if !matches!(plan.algorithm, Algorithm::Idastar | Algorithm::TwoEnded) => {
                self.ui.note("--algorithm idastar needs hardly any memory");
            }
            StopReason::DeadEnd => {
                self.ui.note(format_args!("{} does not look back; --algorithm astar does", plan.algorithm));
            }
            _ => {}
        }
    }

    fn write_report(&self, result: &Solved) -> Result<(), Failure> {
        let Some(path) = &self.arguments.report else { return Ok(()) };
        if let Ending::Searched(searched) = &result.ending
            && let Searched { heuristic, answer, .. } = &**searched
            && let Some(solution) = answer.outcome.solution()
        {
            let f_values = solution.f_values(&**heuristic);
            let text = r0_report::text(&result.posed.goal, solution, &f_values, &answer.stats);
            output::write(path, text.as_bytes())
        } else {
            self.ui.note(format_args!("no solution to report: {} was not written", path.display()));
            Ok(())
        }
    }
}

/// What stopped a search, in words.
fn cause(why: StopReason) -> &'static str {
    match why {
        StopReason::Time => "the time limit",
        StopReason::Memory => "the memory limit",
        StopReason::Nodes => "the node limit",
        StopReason::Cancelled => "Ctrl-C",
        StopReason::DeadEnd => "a dead end",
    }
}
