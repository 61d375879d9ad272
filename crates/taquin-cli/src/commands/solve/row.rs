//! What is printed of one of many boards: it may come from another process.

use super::printer::Form;
use super::{Ending, Work, Worked};
use crate::failure::{Failure, Verdict};
use serde::{Deserialize, Serialize};

/// What came of a board, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    Solved,
    /// Before there was a solution.
    Stopped,
    Unsolvable,
    Unread,
}

impl Kind {
    pub(super) fn verdict(self) -> Verdict {
        match self {
            Kind::Solved => Verdict::Answered,
            Kind::Stopped | Kind::Unsolvable => Verdict::No,
            Kind::Unread => Verdict::Unreadable,
        }
    }
}

/// A board's answer as it is printed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Row {
    kind: Kind,
    pub(super) text: Vec<u8>,
    /// What is wrong with it, for people.
    pub(super) complaint: Option<String>,
}

impl Row {
    pub(super) fn kind(&self) -> Kind {
        self.kind
    }
}

impl Worked {
    /// The answer as it is printed among others.
    pub(crate) fn into_row(self, work: &Work) -> Result<Row, Failure> {
        let mut text = Vec::new();
        Form { arguments: &work.arguments, several: true, terminal: None }.write(&mut text, &self)?;
        let complaint = match &self.ending {
            Ending::Unread(Failure::Message(text)) => Some(text.clone()),
            _ => None,
        };
        Ok(Row { kind: self.kind(), text, complaint })
    }
}
