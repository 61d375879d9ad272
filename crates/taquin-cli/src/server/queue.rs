//! Who may work now, and who is next.
//!
//! There are places for long work and places for short questions, so that a small question never waits
//! behind a long search. Requests that find no place free wait for one. A place that becomes free goes to
//! the client that holds the fewest, then to the one that has had the least time on places; among the
//! requests of one client the smallest effort comes first, unless another has waited for long. So a client with
//! hundreds of requests delays its own, not those of others, and none of them for ever.
//!
//! The queue is bounded. When it is full, the client with the most requests in it gives way.

use super::client::Client;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use taquin::Shape;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// A request that has waited for so long no longer lets smaller ones go first.
const LONG_WAIT: Duration = Duration::from_secs(20);
/// Those who wait are told this often how many come first, if that has changed.
const GLANCE: Duration = Duration::from_secs(1);
/// No request waits longer than this for a place.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// Every search of a board of so many cells is over in a moment.
const SMALL_BOARD: usize = 9;
/// And every search that gives itself no more time than this.
const MOMENT: Duration = Duration::from_millis(300);

/// How long the work may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// Known to be over in a moment.
    Short,
    /// As long as the limits allow.
    Long,
}

/// What is asked, the quickest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// About boards, without a search.
    Question,
    Hint,
    Solve,
    Trace,
    Compare,
}

/// Work that needs a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errand {
    client: Client,
    pub(super) length: Length,
    /// Orders the requests of one client: the smallest first.
    effort: (Kind, usize),
}

impl Errand {
    pub(super) fn new(client: Client, kind: Kind, shape: Shape) -> Errand {
        let cells = shape.cells();
        let length = match kind {
            Kind::Question => Length::Short,
            Kind::Hint | Kind::Solve if cells <= SMALL_BOARD => Length::Short,
            // What is sent while the search goes on takes as long as the client takes to read it.
            Kind::Hint | Kind::Solve | Kind::Trace | Kind::Compare => Length::Long,
        };
        Errand { client, length, effort: (kind, cells) }
    }

    /// Work that gives itself so little time is short, whatever the board. Not what is sent as it goes.
    pub(super) fn within(self, time: Option<Duration>) -> Errand {
        let single = matches!(self.effort.0, Kind::Hint | Kind::Solve);
        let moment = single && time.is_some_and(|time| time <= MOMENT);
        Errand { length: if moment { Length::Short } else { self.length }, ..self }
    }
}

/// Why there is no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// As many wait as may wait.
    Full,
    /// The longest wait is over.
    TooLate,
    /// The server is about to stop.
    Closing,
}

/// The places, and the requests that wait for one.
pub(super) struct Queue {
    state: Mutex<State>,
    most_waiting: usize,
}

struct State {
    free_short: usize,
    free_long: usize,
    waiting: Vec<Waiting>,
    clients: HashMap<Client, Account>,
    arrivals: u64,
    closing: bool,
}

struct Waiting {
    arrival: u64,
    since: Instant,
    errand: Errand,
    place: oneshot::Sender<Place>,
}

/// A client that works or waits.
#[derive(Clone, Copy, Default)]
struct Account {
    places: usize,
    waiting: usize,
    /// Time on places so far.
    used: Duration,
}

/// A place that is taken. Dropped, it goes to the next.
pub(super) struct Place {
    queue: Arc<Queue>,
    errand: Errand,
    since: Instant,
}

impl Queue {
    pub(super) fn new(short: usize, long: usize, most_waiting: usize) -> Queue {
        let state = State {
            free_short: short,
            free_long: long,
            waiting: Vec::new(),
            clients: HashMap::new(),
            arrivals: 0,
            closing: false,
        };
        Queue { state: Mutex::new(state), most_waiting }
    }

    /// A place, or a turn to wait for.
    pub(super) fn ask(self: &Arc<Queue>, errand: Errand) -> Result<Entry, Refused> {
        let mut state = self.lock();
        if state.closing {
            return Err(Refused::Closing);
        }
        let waiting = state.account(errand.client).waiting;
        if *state.free(errand.length) > 0 {
            *state.free(errand.length) -= 1;
            state.account(errand.client).places += 1;
            return Ok(Entry::Place(self.place(errand)));
        }
        if state.waiting.len() >= self.most_waiting && !state.make_room(waiting + 1) {
            state.forget_idle(errand.client);
            return Err(Refused::Full);
        }
        let (arrival, turn) = state.push(errand);
        Ok(Entry::Turn(Turn { queue: self.clone(), arrival, place: turn }))
    }

    /// Whether others wait for a place of a kind.
    pub(super) fn is_wanted(&self, length: Length) -> bool {
        self.lock().waiting.iter().any(|waiting| waiting.errand.length == length)
    }

    /// How many wait.
    pub(super) fn waiting(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Refuses all who wait and all who come.
    pub(super) fn close(&self) {
        let mut state = self.lock();
        state.closing = true;
        while let Some(last) = state.waiting.len().checked_sub(1) {
            let refused = state.remove(last);
            state.forget_idle(refused.errand.client);
        }
    }

    fn place(self: &Arc<Queue>, errand: Errand) -> Place {
        Place { queue: self.clone(), errand, since: Instant::now() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn free(&mut self, length: Length) -> &mut usize {
        match length {
            Length::Short => &mut self.free_short,
            Length::Long => &mut self.free_long,
        }
    }

    /// The account of a client. A new one begins level with the others: absence earns nothing.
    fn account(&mut self, client: Client) -> &mut Account {
        let level = self.clients.values().map(|account| account.used).min().unwrap_or_default();
        self.clients.entry(client).or_insert(Account { used: level, ..Account::default() })
    }

    fn push(&mut self, errand: Errand) -> (u64, oneshot::Receiver<Place>) {
        let (place, turn) = oneshot::channel();
        self.arrivals += 1;
        self.account(errand.client).waiting += 1;
        self.waiting.push(Waiting { arrival: self.arrivals, since: Instant::now(), errand, place });
        (self.arrivals, turn)
    }

    /// Takes a request out of the queue.
    fn remove(&mut self, index: usize) -> Waiting {
        let waiting = self.waiting.swap_remove(index);
        self.account(waiting.errand.client).waiting -= 1;
        waiting
    }

    /// Refuses the newest request of a client that has more than `others` in the queue.
    fn make_room(&mut self, others: usize) -> bool {
        let crowd = self.clients.iter().max_by_key(|(_, account)| account.waiting);
        let Some((&client, _)) = crowd.filter(|(_, account)| account.waiting > others) else { return false };
        let its = self.waiting.iter().enumerate().filter(|(_, waiting)| waiting.errand.client == client);
        let newest = its.max_by_key(|(_, waiting)| waiting.arrival).map(|(index, _)| index);
        newest.map(|index| self.remove(index)).is_some()
    }

    /// The request whose turn it is.
    fn next(&mut self, length: Length) -> Option<Waiting> {
        let waiting = self.waiting.iter().enumerate();
        let waiting = waiting.filter(|(_, waiting)| waiting.errand.length == length);
        let index = waiting.min_by_key(|(_, waiting)| self.rank(waiting))?.0;
        Some(self.remove(index))
    }

    /// Orders those that wait: the smallest is next.
    fn rank(&self, waiting: &Waiting) -> impl Ord + use<> {
        let account = self.clients.get(&waiting.errand.client).copied().unwrap_or_default();
        let effort = (waiting.since.elapsed() < LONG_WAIT).then_some(waiting.errand.effort);
        (account.places, account.used, effort, waiting.arrival)
    }

    /// How many come before a request.
    fn ahead(&self, arrival: u64) -> usize {
        let Some(own) = self.waiting.iter().find(|waiting| waiting.arrival == arrival) else { return 0 };
        let rank = self.rank(own);
        let others = self.waiting.iter().filter(|other| other.errand.length == own.errand.length);
        others.filter(|other| self.rank(other) < rank).count()
    }

    fn forget_idle(&mut self, client: Client) {
        if self.clients.get(&client).is_some_and(|account| account.places + account.waiting == 0) {
            self.clients.remove(&client);
        }
    }
}

impl Place {
    /// Whether others wait for a place of this kind.
    pub(super) fn is_wanted(&self) -> bool {
        self.queue.is_wanted(self.errand.length)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let next = {
            let mut state = self.queue.lock();
            let account = state.account(self.errand.client);
            account.places -= 1;
            account.used += self.since.elapsed();
            let next = state.next(self.errand.length);
            match &next {
                Some(next) => state.account(next.errand.client).places += 1,
                None => *state.free(self.errand.length) += 1,
            }
            state.forget_idle(self.errand.client);
            next
        };
        if let Some(Waiting { errand, place, .. }) = next {
            // A request that has just gone away drops the place, which passes it on.
            let _ = place.send(self.queue.place(errand));
        }
    }
}

/// What a request gets: a place at once, or a turn later.
pub(super) enum Entry {
    Place(Place),
    Turn(Turn),
}

/// A request in the queue, taken out when it no longer waits.
pub(super) struct Turn {
    queue: Arc<Queue>,
    arrival: u64,
    place: oneshot::Receiver<Place>,
}

impl Entry {
    /// Waits for the place; dropping the future leaves the queue. `tell` is told how many come first, and again whenever
    /// that has changed.
    pub(super) async fn place(self, tell: &mut (dyn FnMut(usize) + Send)) -> Result<Place, Refused> {
        let mut turn = match self {
            Entry::Place(place) => return Ok(place),
            Entry::Turn(turn) => turn,
        };
        let mut glance = tokio::time::interval(GLANCE);
        let too_late = tokio::time::sleep(LONGEST_WAIT);
        tokio::pin!(too_late);
        let mut told = None;
        loop {
            tokio::select! {
                biased;
                place = &mut turn.place => {
                    let refused = || if turn.queue.lock().closing { Refused::Closing } else { Refused::Full };
                    return place.map_err(|_| refused());
                }
                () = &mut too_late => return Err(Refused::TooLate),
                _ = glance.tick() => {
                    let ahead = turn.queue.lock().ahead(turn.arrival);
                    if told.replace(ahead) != Some(ahead) {
                        tell(ahead);
                    }
                }
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        let found = state.waiting.iter().position(|waiting| waiting.arrival == self.arrival);
        if let Some(index) = found {
            let waiting = state.remove(index);
            state.forget_idle(waiting.errand.client);
        }
    }
}

#[cfg(test)]
mod tests;
