//! The program `taquin-mpi`: `taquin solve` and `taquin bench` by many processes, which `mpirun` starts and MPI connects.
//!
//! What they do is in [`taquin_cli::cluster`]; here their messages are carried. Only the main thread talks to MPI.

use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, Destination, MatchedReceiveVec, Source};
use mpi::{Threading, environment};
use std::process::ExitCode;
use std::thread;
use std::time::Duration;
use taquin_cli::cluster::{self, Transport};

/// Messages on their way are kept in a buffer of so many bytes for each process, and in no less than this.
const BUFFER_PER_PROCESS: usize = 1 << 16;
const LEAST_BUFFER: usize = 64 << 20;

/// What `mpirun` gets to read the rest of what was written.
const TIME_TO_READ: Duration = Duration::from_millis(500);

fn main() -> ExitCode {
    let Some((mut universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
        eprintln!("error: MPI could not be set up: start this program with mpirun -n N taquin-mpi");
        return ExitCode::from(2);
    };
    let world = universe.world();
    universe.set_buffer_size((world.size() as usize * BUFFER_PER_PROCESS).max(LEAST_BUFFER));
    let code = cluster::main(&mut Mpi { world });
    // All that was sent is delivered before MPI ends.
    universe.detach_buffer();
    end(universe);
    if code != ExitCode::SUCCESS {
        // `mpirun` takes this for a sign to end at once, before it has read all that was written.
        thread::sleep(TIME_TO_READ);
    }
    cluster::end_as_told();
    code
}

/// Ends MPI in this process.
fn end(universe: Universe) {
    drop(universe);
}

/// Processes connected by MPI.
struct Mpi {
    world: SimpleCommunicator,
}

impl Transport for Mpi {
    fn number(&self) -> usize {
        self.world.rank() as usize
    }

    fn processes(&self) -> usize {
        self.world.size() as usize
    }

    fn host(&self) -> String {
        environment::processor_name().unwrap_or_else(|_| "a machine without a name".into())
    }

    fn send(&mut self, to: usize, message: &[u8]) {
        self.world.process_at_rank(to as i32).buffered_send(message);
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        let (message, status) = self.world.any_process().immediate_matched_probe()?;
        let source = status.source_rank() as usize;
        let (bytes, _) = (message, status).matched_receive_vec();
        Some((source, bytes))
    }

    fn abort(&mut self, code: i32) {
        self.world.abort(code);
    }
}
