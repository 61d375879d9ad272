//! Commands by many processes: `taquin-mpi`. What a process searches of an iteration is decided by [`taquin::cluster`]; here are
//! the processes themselves, whatever carries their messages ([`Transport`]).
//!
//! The first process reads boards, runs the command and writes answers and ledger. All of them search. A single board is searched by
//! all together; of many boards each process gets some at a time, and once there are no more it joins the searches of others.
//!
//! In every process the main thread alone sends and receives, some hundred times a second; commands and searches are on threads
//! of their own. A process that says nothing for a while is lost, and ends them all: what is proved is in the ledger.
//!
//! | file | idea |
//! |---|---|
//! | `message.rs` | what processes say to each other |
//! | `first.rs`, `other.rs` | the main threads |
//! | `handle.rs` | what a command asks of the other processes |
//! | `stream.rs` | many boards, in handfuls |
//! | `pulse.rs` | signs of life |
//! | `rates.rs` | how fast all are |

mod first;
mod handle;
mod message;
mod other;
mod pulse;
mod rates;
mod stream;

pub(crate) use handle::Cluster;

use crate::{args, bus_error, interrupt};
use std::process::ExitCode;
use std::time::Duration;

/// How long a main thread rests when there is nothing to do.
const REST: Duration = Duration::from_millis(1);

/// Carries messages among processes, which are numbered from 0.
pub trait Transport {
    /// The number of this process.
    fn number(&self) -> usize;
    /// How many there are.
    fn processes(&self) -> usize;
    /// The machine that this one runs on.
    fn host(&self) -> String;
    /// Sends a message without waiting for the other process. Messages between two processes keep their order.
    fn send(&mut self, to: usize, message: &[u8]);
    /// A message that has come, if there is one, and who sent it.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;
    /// Ends all processes at once, as far as they can be reached.
    fn abort(&mut self, code: i32);
}

/// The whole program, in each of its processes.
pub fn main(transport: &mut dyn Transport) -> ExitCode {
    let is_first = transport.number() == 0;
    let arguments = match args::read_for_cluster(is_first) {
        Ok(arguments) => arguments,
        Err(code) => return ExitCode::from(code as u8),
    };
    bus_error::tell();
    if is_first { first::run(transport, arguments) } else { other::run(transport, arguments) }
}

/// Dies by the signal that told the program to end, if one did. To be called last, when messages are no longer carried.
pub fn end_as_told() {
    interrupt::end_as_told();
}
