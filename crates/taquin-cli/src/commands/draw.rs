//! `taquin draw`: boards, or the boards of a solution, as text or as a picture.

use super::solve::Watch;
use crate::args::{Draw, DrawFormat};
use crate::failure::{Failure, Verdict};
use crate::input::{self, Entry, Posed, Problems};
use crate::ui::{self, Answers, Ui};
use crate::{interrupt, output, show, solution_text, solver, unsolvable};
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use taquin::draw::{Animation, Marks, Sheet, TooLarge, marked_text};
use taquin::notation::draw::draw;
use taquin::{Board, Problem, ProblemError, Solution};

/// The largest file of moves that is read.
const LARGEST_SOLUTION: u64 = 64 << 20;

/// What is drawn.
enum Subject {
    Boards(Vec<Board>),
    Solution(Box<Solution>),
}

pub(crate) fn run(arguments: &Draw, ui: &Ui) -> Result<Verdict, Failure> {
    let format = form(arguments)?;
    let file = file_of(arguments);
    if let Some(path) = &file {
        output::check(path)?;
    }
    let posed = read(arguments, ui)?;
    let marks = match &arguments.heuristic {
        None => None,
        Some(name) => Some(Marks::new(name, &posed[0].goal).map_err(Failure::new)?),
    };
    let subject = if arguments.solve {
        match solved(arguments, &posed[0], ui)? {
            Some(solution) => Subject::Solution(Box::new(solution)),
            None => return Ok(Verdict::No),
        }
    } else if let Some(moves) = &arguments.solution {
        Subject::Solution(Box::new(replayed(moves, &posed[0])?))
    } else {
        Subject::Boards(posed.into_iter().map(|posed| posed.start).collect())
    };
    let terminal = if file.is_none() { ui::width_of_answers() } else { None };
    let drawing = match format {
        DrawFormat::Svg => {
            picture(arguments, &subject, marks).map_err(|error| too_large(arguments, error))?
        }
        DrawFormat::Text => text(&subject, marks.as_ref(), terminal)?,
    };
    match file {
        Some(path) => output::write(&path, drawing.as_bytes())?,
        None => {
            let mut out = Answers::new();
            out.write_all(drawing.as_bytes())?;
            out.flush()?;
        }
    }
    Ok(Verdict::Answered)
}

fn file_of(arguments: &Draw) -> Option<PathBuf> {
    arguments.output.clone().filter(|path| path.as_os_str() != "-")
}

/// The form that was asked for; what cannot be drawn in it is refused.
fn form(arguments: &Draw) -> Result<DrawFormat, Failure> {
    let usual = if arguments.animate { DrawFormat::Svg } else { DrawFormat::Text };
    let format = match (arguments.format, file_of(arguments)) {
        (Some(format), _) => format,
        (None, Some(path)) => DrawFormat::of_ending(&path).ok_or_else(|| {
            Failure::new(format_args!(
                "{}: a drawing is an .svg or a .txt file, by the end of its name; --format names the form",
                path.display()
            ))
        })?,
        (None, None) => usual,
    };
    if arguments.animate && format != DrawFormat::Svg {
        return Err(Failure::new("--animate makes a picture: say -o solution.svg or --format svg"));
    }
    if arguments.animate && !arguments.solve && arguments.solution.is_none() {
        return Err(Failure::new("--animate plays a solution: say --solve, or give one with --solution"));
    }
    Ok(format)
}

/// The boards, which have one shape and, if anything is to be done to them, are one.
fn read(arguments: &Draw, ui: &Ui) -> Result<Vec<Posed>, Failure> {
    let from_standard_input = |argument: &OsStr| argument == "-";
    let board_is_piped = arguments.problems.board.as_deref().is_none_or(from_standard_input);
    if board_is_piped && arguments.solution.as_deref().is_some_and(from_standard_input) {
        return Err(Failure::new("board and solution cannot both come from standard input"));
    }
    let mut posed = Vec::new();
    for Entry { posed: one, remark, line, .. } in Problems::open(&arguments.problems)? {
        remark.iter().for_each(|remark| ui.note_once(remark));
        let one: Posed = one?;
        if let Some(Posed { start: first, .. }) = posed.first()
            && first.shape() != one.start.shape()
        {
            return Err(Failure::new(format_args!(
                "boards of {} and, in line {line}, of {}: one drawing has boards of one shape",
                first.shape(),
                one.start.shape()
            )));
        }
        posed.push(one);
    }
    if posed.len() > 1 && (arguments.solve || arguments.solution.is_some()) {
        return Err(Failure::new("a solution is drawn of a single board, and there are several here"));
    }
    Ok(posed)
}

/// Solves the board as `solve` does. What is known of a board without a solution is told.
fn solved(arguments: &Draw, posed: &Posed, ui: &Ui) -> Result<Option<Solution>, Failure> {
    let problem = match Problem::new(posed.start.clone(), posed.goal.clone()) {
        Ok(problem) => problem,
        Err(ProblemError::Unsolvable(why)) => {
            let mut out = Answers::new();
            unsolvable::tell(&mut out, posed, why, ui::width_of_answers())?;
            out.flush()?;
            return Ok(None);
        }
        Err(error) => return Err(Failure::new(error)),
    };
    let cancel = interrupt::cancel_on_interrupt()?;
    let solver = solver::solver(&arguments.cache, super::threads(None))
        .time_limit(arguments.limits.time_limit)
        .memory_limit(super::memory(arguments.limits.memory_limit))
        .cancel(&cancel);
    let solved = solver.solve_with(&problem, &mut Watch::new(ui));
    ui.finish();
    let solved = solved.map_err(|error| solver::failure(error, problem.goal()))?;
    match solved.solution() {
        Some(solution) => {
            if !solved.proved() {
                ui.note(format_args!(
                    "{}, not proved to be the fewest: at least {} are needed",
                    ui::count(solution.cost().into(), "move"),
                    solved.lower_bound()
                ));
            }
            Ok(Some(solution.clone()))
        }
        None => {
            let moves = ui::count(solved.lower_bound().into(), "move");
            ui.note(format_args!("stopped before there was a solution: at least {moves} are needed"));
            Ok(None)
        }
    }
}

/// The solution that was given: a file, or the moves themselves.
fn replayed(argument: &OsStr, posed: &Posed) -> Result<Solution, Failure> {
    let (text, name) = match argument == "-" || Path::new(argument).is_file() {
        true => input::whole_text(argument, LARGEST_SOLUTION)?,
        false => {
            let text = argument.to_string_lossy().into_owned();
            let is_name = text.contains('.') && !text.contains(' ');
            let name = if is_name {
                format!("--solution {text}: no such file, and not moves")
            } else {
                "--solution".into()
            };
            (text, name)
        }
    };
    let failure = |error: &dyn std::fmt::Display| Failure::new(format_args!("{name}: {error}"));
    let solutions = solution_text::solutions(&text, false).map_err(|error| failure(&error))?;
    let [solution] = solutions.as_slice() else {
        let count = ui::count(solutions.len() as u64, "solution");
        return Err(failure(&format_args!("{count}, and one board is drawn")));
    };
    solution.belongs_to(&posed.start).map_err(|error| failure(&error))?;
    let moves = solution.moves.as_deref().ok_or_else(|| failure(&"it says that none was found"))?;
    let problem = Problem::new(posed.start.clone(), posed.goal.clone()).map_err(Failure::new)?;
    let (solution, _) = solution_text::replay(&problem, moves).map_err(|error| failure(&error))?;
    Ok(solution)
}

fn picture(arguments: &Draw, subject: &Subject, marks: Option<Marks>) -> Result<String, TooLarge> {
    let sheet = match subject {
        Subject::Solution(solution) if arguments.animate => {
            let animation = Animation::of(solution);
            return match arguments.move_time {
                Some(time) => animation.seconds_per_move(time.as_secs_f64()).to_svg(),
                None => animation.to_svg(),
            };
        }
        Subject::Solution(solution) => Sheet::of_solution(solution),
        Subject::Boards(boards) if boards.len() == 1 => Sheet::of_board(&boards[0]),
        Subject::Boards(boards) => {
            Sheet::of_boards(boards.iter().cloned().zip((1..).map(|number: usize| number.to_string())))
        }
    };
    let sheet = match arguments.columns {
        Some(columns) => sheet.columns(columns.get()),
        None => sheet,
    };
    match marks {
        Some(marks) => sheet.marks(marks).to_svg(),
        None => sheet.to_svg(),
    }
}

fn too_large(arguments: &Draw, error: TooLarge) -> Failure {
    let way_out = match arguments.animate {
        true => "draw it without --animate",
        false => "draw it as text, --format text",
    };
    Failure::new(format_args!("{error}; {way_out}"))
}

fn text(subject: &Subject, marks: Option<&Marks>, terminal: Option<usize>) -> Result<String, Failure> {
    let drawn = |board: &Board| match marks {
        Some(marks) => marked_text(board, marks),
        None => draw(board),
    };
    let mut out = Vec::new();
    match subject {
        Subject::Boards(boards) => {
            for (index, board) in boards.iter().enumerate() {
                let gap = if index > 0 { "\n" } else { "" };
                write!(out, "{gap}{}", drawn(board))?;
            }
        }
        Subject::Solution(solution) => show::boards(&mut out, solution, drawn, terminal)?,
    }
    Ok(String::from_utf8_lossy(&out).into_owned())
}
