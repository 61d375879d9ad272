//! `taquin analyse`: where a solution lost moves, and how many.

mod plot;

use crate::args::{Analyse, Problems as ProblemArguments};
use crate::failure::{Failure, Verdict};
use crate::input::{self, Posed, Problems};
use crate::report;
use crate::ui::{self, Answers, BAD, FAIR, GOOD, STRONG, Ui};
use crate::{interrupt, solution_text, solver};
use std::io::Write;
use std::path::Path;
use taquin::notation::{MovesError, Notation};
use taquin::solver::{Analysis, Distance};
use taquin::{Direction, Problem, ProblemError, Shape};
use taquin_json::moves::{AnalysisReport, written};

/// The largest file of moves that is read.
const LARGEST_FILE: u64 = 1 << 26;

pub(crate) fn run(arguments: &Analyse, ui: &Ui) -> Result<Verdict, Failure> {
    if let Some(path) = &arguments.plot {
        crate::plot::check(path)?;
    }
    let posed = posed(arguments, ui)?;
    let problem = match Problem::new(posed.start.clone(), posed.goal.clone()) {
        Ok(problem) => problem,
        Err(ProblemError::Unsolvable(why)) => {
            return Err(Failure::new(format_args!("the board is unsolvable: {why}")));
        }
        Err(error) => return Err(Failure::new(error)),
    };
    let steps = steps(arguments, &problem)?;
    let cancel = interrupt::cancel_on_interrupt()?;
    let solver = solver::solver(&arguments.cache, super::threads(arguments.threads))
        .metric(arguments.metric)
        .time_limit(arguments.limits.time_limit)
        .memory_limit(super::memory(arguments.limits.memory_limit))
        .cancel(&cancel);
    ui.search_begins();
    let analysis = solver.analyse(&problem, &steps);
    ui.search_ends();
    let analysis = analysis.map_err(|error| solver::failure(error, &posed.goal))?;
    let mut out = Answers::new();
    if arguments.json {
        report::write_line(&mut out, &AnalysisReport::new(&problem, &analysis))?;
    } else {
        tell(&mut out, posed.start.shape(), &analysis)?;
    }
    out.flush()?;
    if let Some(path) = &arguments.plot {
        plot::draw(path, &analysis)?;
    }
    Ok(Verdict::Answered)
}

/// The one board there is.
fn posed(arguments: &Analyse, ui: &Ui) -> Result<Posed, Failure> {
    let mut problems = Problems::open(&ProblemArguments {
        board: Some(arguments.board.clone()),
        goal_argument: None,
        goal: arguments.goal.clone(),
        shape: arguments.shape,
    })?;
    let first = problems.next().expect("a source without problems is a failure");
    first.remark.iter().for_each(|remark| ui.note(remark));
    if problems.next().is_some() {
        return Err(Failure::new("moves are of a single board, and there are several here"));
    }
    first.posed
}

/// The moves as steps of the blank. An argument that names a file is read from it; one that looks like the name of a file
/// and is none is not taken for moves.
fn steps(arguments: &Analyse, problem: &Problem) -> Result<Vec<Direction>, Failure> {
    let source = &arguments.moves;
    let (text, name) = if source == "-" || Path::new(source).exists() {
        input::whole_text(source, LARGEST_FILE)?
    } else {
        let text = source.to_str().unwrap_or_default();
        if text.contains(['.', '\\']) || source.to_str().is_none() {
            return Err(Failure::new(format_args!("{}: no such file of moves", Path::new(source).display())));
        }
        (text.to_string(), "the moves".to_string())
    };
    let failed = |error: &dyn std::fmt::Display| Failure::new(format_args!("{name}: {error}"));
    let solutions = solution_text::solutions(&text, false).map_err(|error| failed(&error))?;
    let moves = match &solutions[..] {
        [one] => {
            one.belongs_to(problem.start()).map_err(|error| failed(&error))?;
            one.moves.clone().unwrap_or_default()
        }
        [] => "".into(),
        _ => return Err(failed(&"there are several solutions: analyse takes one")),
    };
    if moves.trim().is_empty() {
        return Err(failed(&"there are no moves: write them as RDLU, R2 D, or numbers of tiles"));
    }
    read(problem, &moves).map_err(|error| failed(&error))
}

/// Reads moves in any notation. They may end elsewhere than at the goal; letters are the blank's unless only the tiles' solve
/// the board.
fn read(problem: &Problem, moves: &str) -> Result<Vec<Direction>, MovesError> {
    if let Ok((solution, _)) = solution_text::replay(problem, moves) {
        return Ok(solution.moves().to_vec());
    }
    let notation = match moves {
        _ if moves.contains('/') => Notation::Boards,
        _ if moves.contains(char::is_alphabetic) => Notation::Runs,
        _ => Notation::Numbers,
    };
    notation.read(problem.start(), moves)
}

fn tell(out: &mut Answers, shape: Shape, analysis: &Analysis) -> Result<(), Failure> {
    let made = ui::count(analysis.moves.len() as u64, "move");
    let end = analysis.distances.last().copied().expect("there is the start at least");
    let first = analysis.distances[0];
    let place = match (analysis.solves, end.known()) {
        (true, _) => "to the goal".into(),
        (false, Some(left)) => format!("ending {} from the goal", ui::count(left.into(), "move")),
        (false, None) => format!("ending {} moves from the goal", range(end)),
    };
    writeln!(out, "{STRONG}{made}{STRONG:#} in {}, {place}", analysis.metric)?;
    let Some(lost) = analysis.lost() else {
        writeln!(out, "{FAIR}not known exactly{FAIR:#}: the start is {} moves from the goal", range(first))?;
        writeln!(out, "a longer --time-limit may tell which moves were lost")?;
        return Ok(());
    };
    let best = ui::count(first.lower.into(), "move");
    match lost {
        0 => writeln!(out, "{GOOD}no move lost{GOOD:#}: the start is {best} from the goal")?,
        lost => {
            let lost = ui::count(lost.into(), "move");
            writeln!(out, "{BAD}{lost} lost{BAD:#}: the start is {best} from the goal")?;
        }
    }
    for (number, made) in analysis.mistakes() {
        let best: Vec<String> =
            made.best.iter().map(|&(direction, tiles)| written(shape, direction, tiles)).collect();
        let verb = if best.len() == 1 { "was" } else { "were" };
        writeln!(
            out,
            "move {}, {}: {} lost; {} {verb} best",
            number + 1,
            written(shape, made.direction, made.tiles),
            ui::count(made.lost.unwrap_or(0).into(), "move"),
            best.join(", ")
        )?;
    }
    Ok(())
}

fn range(distance: Distance) -> String {
    match distance.upper {
        u32::MAX => format!("at least {}", distance.lower),
        upper => format!("{} to {upper}", distance.lower),
    }
}
