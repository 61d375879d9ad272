//! What processes say to each other.

use crate::commands::Row;
use crate::failure::Failure;
use crate::input::{Entry, Posed};
use serde::{Deserialize, Serialize};
use taquin::cluster::{Reply, Request};
use taquin::{Board, Problem};

/// What others say to the first process.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Up {
    /// It has begun: its version, its machine, the threads that it can use there.
    Hello {
        version: String,
        host: String,
        processors: usize,
    },
    Alive,
    Units(Request),
    /// What came of a handful of boards, or why nothing did.
    Rows {
        handful: u64,
        rows: Result<Vec<Row>, String>,
    },
    /// It takes no part in a search any more.
    Left {
        share: u64,
    },
    /// It cannot go on.
    Failed(String),
    /// It has heard that all is over, and says nothing more.
    Bye,
}

/// What the first process says to others.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Down {
    /// All have begun; it searches on so many threads, and checks tables for its machine or leaves that to another process.
    Welcome {
        threads: usize,
        rechecks: bool,
    },
    Alive,
    Units(Reply),
    /// Take part in a search.
    Join(Share),
    /// A search is over.
    Over {
        share: u64,
    },
    /// Boards to solve.
    Solve {
        handful: u64,
        entries: Vec<Sent>,
    },
    Quit,
}

/// A search that others take part in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Share {
    pub(super) number: u64,
    pub(super) problem: Problem,
    /// Whether it is a single search, which never goes on with other tables.
    pub(super) is_single: bool,
    /// What the search may hold, if that is not what was asked for.
    pub(super) memory: Option<u64>,
}

/// An entry on its way.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Sent {
    number: usize,
    line: usize,
    posed: Result<(Board, Board), String>,
}

impl From<Entry> for Sent {
    fn from(entry: Entry) -> Sent {
        let Entry { number, line, posed, .. } = entry;
        let posed = match posed {
            Ok(Posed { start, goal }) => Ok((start, goal)),
            Err(Failure::Message(text) | Failure::Stopped(text)) => Err(text),
            Err(Failure::ReaderGone) => Err(String::new()),
        };
        Sent { number, line, posed }
    }
}

impl From<Sent> for Entry {
    fn from(sent: Sent) -> Entry {
        let Sent { number, line, posed } = sent;
        let posed = posed.map(|(start, goal)| Posed { start, goal }).map_err(Failure::Message);
        Entry { number, line, posed, remark: None }
    }
}

/// A message as bytes.
pub(super) fn bytes(message: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(message).expect("messages can be written")
}

/// What bytes say. Both ends are the same program, which they tell each other first.
pub(super) fn read<T: for<'de> Deserialize<'de>>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_arrive_as_they_were_sent() {
        let posed =
            |start: &str, goal: &str| Posed { start: start.parse().unwrap(), goal: goal.parse().unwrap() };
        let entries = [
            Ok(posed("8 1 3/4 0 2/7 6 5", "1 2 3/4 5 6/7 8 0")),
            Ok(posed("0 1/2 3//4 5/6 7", "1 2/3 4//5 6/7 0")),
            Err(Failure::new("no board\n  a hint")),
        ];
        for posed in entries {
            let told = format!("{posed:?}");
            let sent = Sent::from(Entry { number: 3, line: 7, posed, remark: None });
            let down = bytes(&Down::Solve { handful: 1, entries: vec![sent] });
            let Some(Down::Solve { handful: 1, entries }) = read(&down) else { panic!("not read") };
            let back = Entry::from(entries.into_iter().next().unwrap());
            assert_eq!((back.number, back.line, format!("{:?}", back.posed)), (3, 7, told));
        }
        assert!(read::<Down>(&[200, 1, 2]).is_none());
    }
}
