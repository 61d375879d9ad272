//! Questions and answers: with editing and history on a terminal, line by line from a pipe.
//!
//! On a terminal one editor serves all questions, so that what was typed ahead or pasted is not lost between them. An answer
//! may have several lines, if it was pasted.

use crate::failure::Failure;
use crate::{interrupt, ui};
use rustyline::error::ReadlineError;
use std::io::{self, BufRead, IsTerminal, Write};

/// Where answers come from.
pub(crate) enum Questions {
    Person(Box<rustyline::DefaultEditor>),
    Pipe(io::StdinLock<'static>),
}

impl Questions {
    pub(crate) fn new() -> Result<Questions, Failure> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let editor = rustyline::DefaultEditor::new()
                .map_err(|error| Failure::new(format_args!("cannot use the terminal: {error}")))?;
            Ok(Questions::Person(Box::new(editor)))
        } else {
            Ok(Questions::Pipe(io::stdin().lock()))
        }
    }

    /// Whether a person at a terminal answers.
    pub(crate) fn are_put_to_a_person(&self) -> bool {
        matches!(self, Questions::Person(_))
    }

    /// The answer without spaces around it; none if there are no more answers.
    pub(crate) fn ask(&mut self, question: &str) -> Result<Option<String>, Failure> {
        match self {
            Questions::Person(editor) => match editor.readline(question) {
                Ok(line) => {
                    let answer = line.trim().to_string();
                    if !answer.is_empty() {
                        // A line that the history does not want is no reason to stop.
                        let _ = editor.add_history_entry(&answer);
                    }
                    Ok(Some(answer))
                }
                Err(ReadlineError::Eof) => Ok(None),
                Err(ReadlineError::Interrupted) => {
                    interrupt::typed();
                    Ok(None)
                }
                Err(error) => Err(Failure::new(format_args!("cannot read from the terminal: {error}"))),
            },
            Questions::Pipe(input) => {
                let mut out = io::stdout();
                write!(out, "{question}")?;
                out.flush()?;
                let mut bytes = Vec::new();
                // The longest row has 255 numbers of up to five digits.
                io::Read::take(&mut *input, 1 << 20)
                    .read_until(b'\n', &mut bytes)
                    .map_err(|error| Failure::new(format_args!("standard input: {error}")))?;
                writeln!(out)?;
                let answer = String::from_utf8_lossy(&bytes).trim().to_string();
                Ok((!bytes.is_empty()).then_some(answer))
            }
        }
    }

    /// Says something between two questions, in lines of the terminal's width.
    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(io::stdout(), "{}", ui::wrapped(text, 0, ui::width_of_answers()))?)
    }
}
