//! Where a trace goes, in which form, and how much of it.

use crate::args::{Problems, Trace, TraceFormat};
use crate::failure::Failure;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use taquin::NamedGoal;

/// Steps that are written down unless more are asked for.
const USUAL_STEPS: u64 = 1000;
/// The same where people look at a terminal, and at a picture.
const STEPS_ON_A_TERMINAL: u64 = 5;
const STEPS_IN_A_PICTURE: u64 = 30;

/// What is written and where.
pub(super) struct Destination {
    pub(super) format: TraceFormat,
    /// The file of the trace; none for standard output.
    pub(super) file: Option<PathBuf>,
    /// The file of the drawn solution.
    pub(super) drawing: Option<PathBuf>,
    pub(super) max_steps: u64,
    /// Whether lists are cut short, for a terminal.
    pub(super) short: bool,
}

impl Destination {
    pub(super) fn of(arguments: &Trace) -> Result<Destination, Failure> {
        let named = arguments.output.as_ref().or(arguments.out1.as_ref());
        let file = named.filter(|path| path.as_os_str() != "-").cloned();
        let format = match (arguments.format, &arguments.out2, &file) {
            (Some(format), ..) => format,
            (None, Some(_), _) => TraceFormat::ClassicLists,
            (None, None, Some(path)) => {
                TraceFormat::of_ending(path).ok_or_else(|| unknown_ending(path, arguments.out1.is_some()))?
            }
            (None, None, None) => TraceFormat::Text,
        };
        let is_text_on_a_terminal =
            format == TraceFormat::Text && file.is_none() && io::stdout().is_terminal();
        let usual = match format {
            _ if arguments.all => u64::MAX,
            _ if is_text_on_a_terminal => STEPS_ON_A_TERMINAL,
            TraceFormat::Svg => STEPS_IN_A_PICTURE,
            _ => USUAL_STEPS,
        };
        Ok(Destination {
            format,
            file,
            drawing: arguments.out2.clone(),
            max_steps: arguments.max_steps.unwrap_or(usual),
            short: is_text_on_a_terminal && !arguments.all,
        })
    }

    /// Whether it is the form of the classroom program.
    pub(super) fn is_classic(&self) -> bool {
        self.format == TraceFormat::ClassicLists
    }

    /// Whether the trace itself says in words what came of the search.
    pub(super) fn is_read_by_people(&self) -> bool {
        matches!(self.format, TraceFormat::Text | TraceFormat::ClassicLists)
    }
}

fn unknown_ending(path: &Path, is_out1: bool) -> Failure {
    let path = path.display();
    let classic = match is_out1 {
        true => "; with a second file, OUT2, it is classic-lists",
        false => "",
    };
    Failure::new(format_args!(
        "{path}: the ending of the name tells no form: take .txt, .json, .jsonl, .dot, .html or .svg, or name it \
         with --format{classic}"
    ))
}

/// Refuses a file name in the place of the goal: `taquin trace BOARD x.html`.
pub(super) fn check_goal(problem: &Problems) -> Result<(), Failure> {
    let Some(goal) = &problem.goal_argument else { return Ok(()) };
    if is_meant_as_output(goal) {
        let name = Path::new(goal).display();
        return Err(Failure::new(format_args!(
            "goal `{name}`: this is no board; to write the trace to that file, say -o {name}"
        )));
    }
    Ok(())
}

/// Whether a goal is the name of a file that a trace could be written to, and not one that a goal could be read from.
fn is_meant_as_output(goal: &OsStr) -> bool {
    let path = Path::new(goal);
    let is_name = goal.to_str().is_some_and(|text| text.parse::<NamedGoal>().is_ok());
    match TraceFormat::of_ending(path) {
        None => false,
        _ if is_name => false,
        Some(TraceFormat::Text | TraceFormat::Json) => !path.exists(),
        Some(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_pictures_are_never_goals_and_texts_are_if_they_are_there() {
        for name in ["x.html", "tree.svg", "Cargo.dot", "no-such-file.txt", "no-such-file.jsonl"] {
            assert!(is_meant_as_output(OsStr::new(name)), "{name}");
        }
        for name in ["blank-last", "1 2/3 0", "Cargo.toml", "goal"] {
            assert!(!is_meant_as_output(OsStr::new(name)), "{name}");
        }
    }
}
