//! How a command ends: with a verdict, or with a failure that says what is wrong.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// What was answered. The larger of two is the worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// The question was answered: exit code 0.
    Answered,
    /// The answer is no, or a limit came before any solution: exit code 1.
    No,
    /// Some of many boards could not be read, which has been told; the others were answered: exit code 2.
    Unreadable,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> ExitCode {
        match verdict {
            Verdict::Answered => ExitCode::SUCCESS,
            Verdict::No => ExitCode::from(1),
            Verdict::Unreadable => ExitCode::from(2),
        }
    }
}

/// Why a command could not do its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// Misuse, bad input or an I/O error, in words: exit code 2.
    Message(String),
    /// Ctrl-C or a limit before there was anything to say: exit code 1, or death by the signal.
    Stopped(String),
    /// The reader of the answers has closed the pipe, as `head` does: nothing to say, exit code 0.
    ReaderGone,
}

/// As it is told in a row of a batch: the first line, without advice on how to write a board.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Message(text) | Failure::Stopped(text) => f.write_str(text.lines().next().unwrap_or("")),
            Failure::ReaderGone => f.write_str("the reader has gone"),
        }
    }
}

impl Failure {
    pub(crate) fn new(message: impl fmt::Display) -> Failure {
        Failure::Message(message.to_string())
    }
}

/// Only writing answers turns an I/O error into a failure without more ado; errors on files name
/// the file and are made with [`Failure::new`].
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::new(format_args!("cannot write to standard output: {error}")),
        }
    }
}

impl From<Failure> for ExitCode {
    fn from(failure: Failure) -> ExitCode {
        match failure {
            Failure::Message(_) => ExitCode::from(2),
            Failure::Stopped(_) => ExitCode::from(1),
            Failure::ReaderGone => ExitCode::SUCCESS,
        }
    }
}
