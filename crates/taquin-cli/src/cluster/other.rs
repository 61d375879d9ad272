//! The main thread of every process but the first: it is given boards to solve and searches to take part in.

use super::message::{Down, Sent, Share, Up, bytes, read};
use super::pulse::Pulse;
use super::{REST, Transport, stream};
use crate::args::{ClusterArguments, ClusterCommand};
use crate::commands::Work;
use crate::failure::Failure;
use crate::input::Entry;
use crate::recording::Recording;
use crate::ui::Ui;
use crate::{commands, interrupt};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use taquin::cluster::{Link, Member, Request};
use taquin::search::Cancel;
use taquin::{Solver, SolverError};

/// The first process, for those it hears of.
const FIRST: usize = 0;

pub(super) fn run(transport: &mut dyn Transport, arguments: ClusterArguments) -> ExitCode {
    let mut pulse = Pulse::new(1, arguments.heartbeat);
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let version = env!("CARGO_PKG_VERSION").to_string();
    transport.send(FIRST, &bytes(&Up::Hello { version, host: transport.host(), processors }));
    let (threads, rechecks) = loop {
        match transport.receive().and_then(|(_, message)| read(&message)) {
            Some(Down::Welcome { threads, rechecks }) => break (threads, rechecks),
            Some(Down::Quit) => return ExitCode::SUCCESS,
            _ if pulse.lost().is_some() => return lost(transport),
            _ => thread::sleep(REST),
        }
    };
    let (up, to_send) = mpsc::channel();
    let up = Ups(Arc::new(Mutex::new(up)));
    let mut command = arguments.command;
    let own = command.tidy().and_then(|()| Own::new(&command, threads, rechecks, up.clone()));
    let mut own = match own {
        Ok(own) => own,
        Err(failure) => {
            // The first process has the same command line, and says the same if it is that.
            transport.send(FIRST, &bytes(&Up::Failed(failure.to_string())));
            thread::sleep(arguments.heartbeat);
            return ExitCode::from(2);
        }
    };
    pulse.hear(FIRST);
    serve(transport, &mut pulse, &mut own, &to_send)
}

/// Carries messages until the first process says that all is over, or nothing any more.
fn serve(
    transport: &mut dyn Transport,
    pulse: &mut Pulse,
    own: &mut Own,
    to_send: &Receiver<Up>,
) -> ExitCode {
    loop {
        let mut is_idle = true;
        while let Some((_, message)) = transport.receive() {
            is_idle = false;
            pulse.hear(FIRST);
            match read(&message) {
                Some(Down::Quit) => {
                    own.cancel.cancel();
                    own.member.end();
                    transport.send(FIRST, &bytes(&Up::Bye));
                    return ExitCode::SUCCESS;
                }
                Some(message) => own.obey(message),
                None => own.up.say(Up::Failed("it was sent what it cannot read".into())),
            }
        }
        own.member.tell();
        while let Ok(up) = to_send.try_recv() {
            is_idle = false;
            transport.send(FIRST, &bytes(&up));
        }
        if pulse.is_due() {
            transport.send(FIRST, &bytes(&Up::Alive));
        }
        if pulse.lost().is_some() {
            own.cancel.cancel();
            return lost(transport);
        }
        if is_idle {
            thread::sleep(REST);
        }
    }
}

/// The first process is gone, so there is no one to work for.
fn lost(transport: &mut dyn Transport) -> ExitCode {
    transport.abort(2);
    ExitCode::from(2)
}

/// The way to the main thread.
#[derive(Clone, Debug)]
struct Ups(Arc<Mutex<Sender<Up>>>);

impl Ups {
    fn say(&self, up: Up) {
        // The main thread is there until the end.
        let _ = self.0.lock().unwrap_or_else(PoisonError::into_inner).send(up);
    }
}

impl Link for Ups {
    fn send(&self, request: Request) {
        self.say(Up::Units(request));
    }
}

/// What this process searches with.
struct Own {
    member: Arc<Member>,
    cancel: Cancel,
    solver: Solver,
    up: Ups,
    /// Searches that it takes part in.
    shares: BTreeMap<u64, Cancel>,
    /// Boards that wait for their turn; none if there are none to solve in this command.
    handfuls: Option<Sender<(u64, Vec<Sent>)>>,
}

impl Own {
    fn new(command: &ClusterCommand, threads: usize, rechecks: bool, up: Ups) -> Result<Own, Failure> {
        let member = Arc::new(Member::new(Arc::new(up.clone()), threads));
        let cancel = interrupt::cancel_on_interrupt()?;
        let (solver, handfuls) = match command {
            ClusterCommand::Solve(arguments) => {
                let solver = commands::solver_of(arguments, threads, &cancel).recheck(rechecks);
                let work = Work::new(arguments, threads, Ui::silent(), Recording::default());
                // Several boards are searched at a time, each by this process alone: it checks tables for them itself.
                let memory = arguments.limits.memory_limit.map(|bytes| bytes / threads as u64);
                let of_boards = solver.clone().recheck(true).memory_limit(memory);
                let of_boards = match commands::has_units(arguments) {
                    true => of_boards.ledger(Some(member.clone())),
                    false => of_boards,
                };
                let handfuls = solve_in_turn(of_boards, Arc::new(work), up.clone());
                (solver, Some(handfuls))
            }
            ClusterCommand::Bench(arguments) => {
                (commands::bench_solver_of(arguments, &cancel)?.recheck(rechecks), None)
            }
        };
        Ok(Own { member, cancel, solver, up, shares: BTreeMap::new(), handfuls })
    }

    /// The first process wants something.
    fn obey(&mut self, message: Down) {
        match message {
            Down::Welcome { .. } | Down::Alive | Down::Quit => {}
            Down::Units(reply) => self.member.receive(reply),
            Down::Join(share) => self.join(share),
            Down::Over { share } => {
                self.shares.remove(&share).iter().for_each(Cancel::cancel);
            }
            Down::Solve { handful, entries } => {
                if let Some(handfuls) = &self.handfuls {
                    // Its thread is there until the end.
                    let _ = handfuls.send((handful, entries));
                }
            }
        }
    }

    /// Takes part in a search. Its limits are those of the process that began it.
    fn join(&mut self, share: Share) {
        let Share { number, problem, is_single, memory } = share;
        let cancel = self.cancel.child();
        self.shares.insert(number, cancel.clone());
        let solver =
            self.solver.clone().time_limit(None).cancel(&cancel).ledger(Some(self.member.as_guest()));
        let solver = if memory.is_some() { solver.memory_limit(memory) } else { solver };
        let up = self.up.clone();
        thread::spawn(move || {
            let solved = match is_single {
                true => solver.prepare(problem.goal()).and_then(|it| it.single().solve(&problem, &mut ())),
                false => solver.solve(&problem),
            };
            match solved {
                // What others have refused is over.
                Err(SolverError::Stopped(_)) | Ok(_) => {}
                Err(_) if cancel.is_cancelled() => {}
                Err(error) => {
                    let failure = crate::solver::failure(error, problem.goal());
                    up.say(Up::Failed(failure.to_string()));
                }
            }
            up.say(Up::Left { share: number });
        });
    }
}

/// A thread that solves handfuls of boards one after the other.
fn solve_in_turn(solver: Solver, work: Arc<Work>, up: Ups) -> Sender<(u64, Vec<Sent>)> {
    let (sender, handfuls) = mpsc::channel::<(u64, Vec<Sent>)>();
    thread::spawn(move || {
        for (handful, entries) in handfuls {
            let entries: Vec<Entry> = entries.into_iter().map(Entry::from).collect();
            let rows = stream::solve_here(&solver, &work, entries).map_err(|failure| failure.to_string());
            up.say(Up::Rows { handful, rows });
        }
    });
    sender
}
