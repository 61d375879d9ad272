//! A process that takes part in searches: to them it is where they are recorded, and what they find goes to the coordinator.

mod units;

use super::message::{Reply, Request};
use crate::ledger::Recorded;
use crate::problem::Problem;
use crate::search::{Answer, UnitLedger};
use crate::solver::{Ledgers, Opened, RecordedMethod};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use units::Units;

/// The way to the coordinator. What is sent arrives in the same order.
pub trait Link: fmt::Debug + Send + Sync {
    /// Sends, without waiting.
    fn send(&self, request: Request);
}

/// A process that takes part. Its searches may run at the same time.
#[derive(Debug)]
pub struct Member {
    link: Arc<dyn Link>,
    threads: usize,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    next: u32,
    /// Searches under way, by their tickets, with their problems.
    searches: BTreeMap<u32, (Problem, Arc<Units>)>,
    /// Why the last search that was refused was.
    refusal: Option<String>,
    is_ended: bool,
}

impl Member {
    /// A process with so many threads.
    pub fn new(link: Arc<dyn Link>, threads: usize) -> Member {
        Member { link, threads, inner: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The coordinator has said something.
    pub fn receive(&self, reply: Reply) {
        let (Reply::Opened { ticket, .. }
        | Reply::Refused { ticket, .. }
        | Reply::Beams { ticket, .. }
        | Reply::Begun { ticket, .. }
        | Reply::Units { ticket, .. }
        | Reply::Part { ticket, .. }
        | Reply::DoneElsewhere { ticket, .. }
        | Reply::Recall { ticket, .. }
        | Reply::FirstGoal { ticket, .. }
        | Reply::Elsewhere { ticket, .. }
        | Reply::Ended { ticket, .. }
        | Reply::Over { ticket }) = reply;
        let mut inner = self.lock();
        let Some((_, units)) = inner.searches.get(&ticket) else { return };
        let units = units.clone();
        if let Reply::Refused { why, .. } = &reply {
            inner.refusal = Some(why.clone());
        }
        drop(inner);
        units.receive(reply);
    }

    /// To be called now and then, some hundred times a second: tells what has been found.
    pub fn tell(&self) {
        let searches: Vec<Arc<Units>> =
            self.lock().searches.values().map(|(_, units)| units.clone()).collect();
        searches.iter().for_each(|units| units.tell_if_due());
    }

    /// There is no coordinator any more: searches end, and no more begin.
    pub fn end(&self) {
        let mut inner = self.lock();
        inner.is_ended = true;
        for (&ticket, (_, units)) in &inner.searches {
            units.receive(Reply::Over { ticket });
        }
    }
}

/// A member that only takes part in searches that another has begun.
#[derive(Debug)]
struct Guest(Arc<Member>);

impl Ledgers for Guest {
    fn open(&self, problem: &Problem, method: &RecordedMethod) -> Result<Opened, String> {
        self.0.enter(problem, method, true)
    }

    fn close(&self, problem: &Problem, answer: &Answer) {
        self.0.close(problem, answer);
    }

    fn refusal(&self) -> Option<String> {
        self.0.refusal()
    }
}

impl Ledgers for Member {
    fn open(&self, problem: &Problem, method: &RecordedMethod) -> Result<Opened, String> {
        self.enter(problem, method, false)
    }

    fn close(&self, problem: &Problem, answer: &Answer) {
        let mut inner = self.lock();
        let own = inner.searches.iter().find(|(_, (own, _))| own == problem);
        let Some((&ticket, _)) = own else { return };
        inner.searches.remove(&ticket);
        drop(inner);
        let answer = Some(answer).filter(|answer| !answer.stats.timed).and_then(Recorded::bytes_of);
        self.link.send(Request::Close { ticket, answer });
    }

    fn refusal(&self) -> Option<String> {
        self.lock().refusal.clone()
    }
}

impl Member {
    /// For searches that take part in those of other members, and wait until these have begun.
    pub fn as_guest(self: &Arc<Member>) -> Arc<dyn Ledgers> {
        Arc::new(Guest(self.clone()))
    }

    fn enter(&self, problem: &Problem, method: &RecordedMethod, joins: bool) -> Result<Opened, String> {
        let mut inner = self.lock();
        if inner.is_ended {
            return Err("the other processes are gone".into());
        }
        inner.next += 1;
        let ticket = inner.next;
        let units = Arc::new(Units::new(self.link.clone(), ticket, self.threads, joins));
        inner.searches.insert(ticket, (problem.clone(), units.clone()));
        drop(inner);
        let (problem_of_it, method) = (problem.clone(), method.to_string());
        self.link.send(Request::Open { ticket, problem: problem_of_it, method, joins });
        let opened = units.wait_until_opened();
        if opened.is_err() {
            self.lock().searches.remove(&ticket);
        }
        let answer = opened?.and_then(|bytes| Recorded::from_bytes(&bytes)?.answer(problem));
        let units: Arc<dyn UnitLedger> = units;
        Ok(Opened { units, answer })
    }
}
