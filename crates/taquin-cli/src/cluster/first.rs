//! The main thread of the first process: it carries what all say to the coordinator and back, and looks who is alive.

use super::handle::{Cluster, Order, Orders, SendsRows};
use super::message::{Down, Share, Up, bytes, read};
use super::pulse::Pulse;
use super::rates::Rates;
use super::{REST, Transport};
use crate::args::{ClusterArguments, ClusterCommand};
use crate::commands;
use crate::failure::Failure;
use crate::ui::Ui;
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};
use taquin::cluster::{Coordinator, Member};
use taquin::ledger::Ledger;

/// Those who have nothing to do are given something about this often, and those who watch are told.
const LOOK: Duration = Duration::from_millis(100);

/// Numbers of searches that others join on their own are above this.
const JOINED: u64 = 1 << 32;

pub(super) fn run(transport: &mut dyn Transport, arguments: ClusterArguments) -> ExitCode {
    let ClusterArguments { mut command, quiet, color, heartbeat } = arguments;
    let ui = Ui::new(quiet, color);
    let mut pulse = Pulse::new(transport.processes(), heartbeat);
    let threads = match greet(transport, &mut pulse, &command) {
        Ok(threads) => threads,
        Err(why) => {
            ui.failure(&Failure::Message(why));
            transport.abort(2);
            return ExitCode::from(2);
        }
    };
    let (sender, orders) = mpsc::channel();
    let sender = Orders::new(sender);
    let member = Arc::new(Member::new(Arc::new(sender.clone()), threads[0]));
    let cluster = Cluster::new(member.clone(), sender, threads.clone());
    let ui_of_command = ui.clone();
    let command = thread::spawn(move || {
        command.tidy()?;
        commands::run_in_cluster(command, &ui_of_command, &cluster)
    });
    let mut first = First {
        transport,
        coordinator: Coordinator::new(None, threads.clone()),
        member,
        orders,
        pulse,
        rates: Rates::new(threads.len()),
        ui: ui.clone(),
        ledger: None,
        shares: BTreeMap::new(),
        handfuls: BTreeMap::new(),
        next: JOINED,
        has_no_more_boards: false,
    };
    if let Err(why) = first.serve(&|| command.is_finished()).and_then(|()| first.take_leave()) {
        first.give_up(&why);
        return ExitCode::from(2);
    }
    match command.join() {
        Ok(verdict) => crate::end(verdict, &ui),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Waits until all processes have begun, and tells them on how many threads they search; the threads of each.
///
/// # Errors
/// If one is another program, or says nothing.
fn greet(
    transport: &mut dyn Transport,
    pulse: &mut Pulse,
    command: &ClusterCommand,
) -> Result<Vec<usize>, String> {
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let mut known = vec![None; transport.processes()];
    known[0] = Some((transport.host(), processors));
    while let Some(missing) = known.iter().position(Option::is_none) {
        pulse.hear(0);
        let Some((process, message)) = transport.receive() else {
            if pulse.lost().is_some() {
                return Err(format!("process {missing} has said nothing for {:?}", pulse.patience()));
            }
            thread::sleep(REST);
            continue;
        };
        pulse.hear(process);
        match read(&message) {
            Some(Up::Hello { version, host, processors }) if version == env!("CARGO_PKG_VERSION") => {
                known[process] = Some((host, processors));
            }
            Some(Up::Alive) => {}
            _ => {
                return Err(format!(
                    "process {process} is another version of taquin-mpi: all need the same one"
                ));
            }
        }
    }
    let known: Vec<(String, usize)> = known.into_iter().flatten().collect();
    // Processes on one machine share its processors, unless each is bound to its own.
    let on = |host: &str| known.iter().filter(|(other, _)| other == host).count();
    let threads_of = |(host, processors): &(String, usize)| (processors / on(host)).max(1);
    let asked = command.threads();
    let threads: Vec<usize> = known.iter().map(|known| asked.unwrap_or_else(|| threads_of(known))).collect();
    for (process, &threads) in threads.iter().enumerate().skip(1) {
        let is_on_its_host = |(other, _): &(String, usize)| *other == known[process].0;
        let rechecks = !known[..process].iter().any(is_on_its_host);
        transport.send(process, &bytes(&Down::Welcome { threads, rechecks }));
    }
    Ok(threads)
}

struct First<'t> {
    transport: &'t mut dyn Transport,
    coordinator: Coordinator,
    member: Arc<Member>,
    orders: Receiver<Order>,
    pulse: Pulse,
    rates: Rates,
    ui: Ui,
    ledger: Option<Ledger>,
    /// Searches that others take part in, and who does.
    shares: BTreeMap<u64, (Share, BTreeSet<usize>)>,
    /// Boards that others have, with the way back.
    handfuls: BTreeMap<u64, (usize, SendsRows)>,
    next: u64,
    has_no_more_boards: bool,
}

impl First<'_> {
    /// Carries messages until the command is over.
    ///
    /// # Errors
    /// If a process is lost, or cannot go on.
    fn serve(&mut self, is_over: &dyn Fn() -> bool) -> Result<(), String> {
        let mut looked = Instant::now();
        while !is_over() {
            let mut is_idle = true;
            while let Ok(order) = self.orders.try_recv() {
                is_idle = false;
                self.obey(order);
            }
            while let Some((process, message)) = self.transport.receive() {
                is_idle = false;
                self.pulse.hear(process);
                self.hear(process, &message)?;
            }
            self.look_for_lost()?;
            if self.pulse.is_due() {
                self.say_to_all(&Down::Alive);
            }
            if looked.elapsed() >= LOOK {
                looked = Instant::now();
                self.coordinator.tell_progress();
                self.rates.tell(self.coordinator.nodes(), &self.ui);
                self.occupy();
            }
            self.member.tell();
            self.carry();
            if is_idle {
                thread::sleep(REST);
            }
        }
        Ok(())
    }

    /// Ends all other processes, and hears them out: what one has sent has to be received, or it cannot end.
    ///
    /// # Errors
    /// If one is lost.
    fn take_leave(&mut self) -> Result<(), String> {
        self.say_to_all(&Down::Quit);
        let mut others: BTreeSet<usize> = (1..self.transport.processes()).collect();
        while !others.is_empty() {
            match self.transport.receive() {
                Some((process, message)) => {
                    self.pulse.hear(process);
                    if let Some(Up::Bye) = read(&message) {
                        others.remove(&process);
                    }
                }
                None => {
                    // Those who have left are silent.
                    (1..self.transport.processes())
                        .filter(|process| !others.contains(process))
                        .for_each(|process| self.pulse.hear(process));
                    self.look_for_lost()?;
                    thread::sleep(REST);
                }
            }
        }
        Ok(())
    }

    /// # Errors
    /// If a process has been silent for too long.
    fn look_for_lost(&mut self) -> Result<(), String> {
        self.pulse.hear(0);
        let Some(lost) = self.pulse.lost() else { return Ok(()) };
        let silence = humantime::format_duration(self.pulse.patience());
        Err(format!("process {lost} has not been heard of for {silence}"))
    }

    /// What the coordinator has to say.
    fn carry(&mut self) {
        for (process, reply) in self.coordinator.outgoing() {
            if process == 0 {
                self.member.receive(reply);
            } else {
                self.transport.send(process, &bytes(&Down::Units(reply)));
            }
        }
    }

    /// A thread of this process wants something.
    fn obey(&mut self, order: Order) {
        match order {
            Order::Units(request) => self.coordinator.receive(0, request),
            Order::Record(ledger) => {
                self.coordinator.record_in(Arc::new(ledger.clone()));
                self.ledger = Some(ledger);
            }
            Order::Join(share) => {
                let others: BTreeSet<usize> = (1..self.transport.processes()).collect();
                self.say_to_all(&Down::Join(share.clone()));
                self.shares.insert(share.number, (share, others));
            }
            Order::Over { share } => self.end(share),
            Order::Solve { process, entries, rows } => {
                self.next += 1;
                self.handfuls.insert(self.next, (process, rows));
                let solve = Down::Solve { handful: self.next, entries };
                self.transport.send(process, &bytes(&solve));
            }
            Order::NoMoreBoards => self.has_no_more_boards = true,
        }
    }

    /// Another process says something.
    ///
    /// # Errors
    /// If it cannot go on.
    fn hear(&mut self, process: usize, message: &[u8]) -> Result<(), String> {
        match read(message) {
            Some(Up::Alive | Up::Hello { .. } | Up::Bye) => {}
            Some(Up::Units(request)) => self.coordinator.receive(process, request),
            Some(Up::Rows { handful, rows }) => {
                if let Some((_, back)) = self.handfuls.remove(&handful) {
                    // Nobody waits for them once the command is over.
                    let _ = back.send(rows);
                }
            }
            Some(Up::Left { share }) => {
                if let Some((_, others)) = self.shares.get_mut(&share) {
                    others.remove(&process);
                }
            }
            Some(Up::Failed(why)) => return Err(format!("process {process}: {why}")),
            None => return Err(format!("process {process} has sent what cannot be read")),
        }
        Ok(())
    }

    /// Lets those without boards take part in the searches of others, once there are no more boards; ends what is over.
    fn occupy(&mut self) {
        let over: Vec<u64> = self
            .shares
            .range(JOINED..)
            .filter(|(_, (share, others))| others.is_empty() || !self.coordinator.is_open(&share.problem))
            .map(|(&number, _)| number)
            .collect();
        over.into_iter().for_each(|number| self.end(number));
        if !self.has_no_more_boards {
            return;
        }
        for process in 1..self.transport.processes() {
            let is_busy = self.handfuls.values().any(|&(busy, _)| busy == process)
                || self.shares.values().any(|(_, others)| others.contains(&process));
            let Some((problem, memory)) = self.coordinator.open_to(process).next().filter(|_| !is_busy)
            else {
                continue;
            };
            self.next += 1;
            let share = Share { number: self.next, problem: problem.clone(), is_single: false, memory };
            self.transport.send(process, &bytes(&Down::Join(share.clone())));
            self.shares.insert(self.next, (share, BTreeSet::from([process])));
        }
    }

    /// A search is over.
    fn end(&mut self, number: u64) {
        let Some((share, others)) = self.shares.remove(&number) else { return };
        for other in others {
            self.transport.send(other, &bytes(&Down::Over { share: number }));
        }
        self.coordinator.forget(&share.problem);
    }

    fn say_to_all(&mut self, message: &Down) {
        let message = bytes(message);
        (1..self.transport.processes()).for_each(|process| self.transport.send(process, &message));
    }

    /// Ends all processes: one is lost, or cannot go on.
    fn give_up(&mut self, why: &str) {
        let kept = match self.ledger.as_ref().map(Ledger::save) {
            Some(Ok(())) => "what is proved is in the ledger: the same command goes on with it",
            Some(Err(_)) => "the ledger cannot be written",
            None => "with --ledger FILE the same command would go on",
        };
        self.ui.finish();
        self.ui.failure(&Failure::new(format_args!("{why}; {kept}")));
        self.transport.abort(2);
    }
}
