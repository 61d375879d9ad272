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
/// No request waits longer than this for a place.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// Every search of a board of so many cells is over in a moment.
const SMALL_BOARD: usize = 9;

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

    /// Waits for a place. Dropping the future leaves the queue.
    pub(super) async fn enter(self: &Arc<Queue>, errand: Errand) -> Result<Place, Refused> {
        let (arrival, turn) = {
            let mut state = self.lock();
            if state.closing {
                return Err(Refused::Closing);
            }
            let waiting = state.account(errand.client).waiting;
            if *state.free(errand.length) > 0 {
                *state.free(errand.length) -= 1;
                state.account(errand.client).places += 1;
                return Ok(self.place(errand));
            }
            if state.waiting.len() >= self.most_waiting && !state.make_room(waiting + 1) {
                state.forget_idle(errand.client);
                return Err(Refused::Full);
            }
            state.push(errand)
        };
        let _ticket = Ticket { queue: self, arrival };
        match tokio::time::timeout(LONGEST_WAIT, turn).await {
            Ok(Ok(place)) => Ok(place),
            Ok(Err(_)) if self.lock().closing => Err(Refused::Closing),
            Ok(Err(_)) => Err(Refused::Full),
            Err(_) => Err(Refused::TooLate),
        }
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
        let turn = |(_, waiting): &(usize, &Waiting)| {
            let account = self.clients.get(&waiting.errand.client).copied().unwrap_or_default();
            let effort = (waiting.since.elapsed() < LONG_WAIT).then_some(waiting.errand.effort);
            (account.places, account.used, effort, waiting.arrival)
        };
        let index = waiting.min_by_key(turn)?.0;
        Some(self.remove(index))
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
        let length = self.errand.length;
        self.queue.lock().waiting.iter().any(|waiting| waiting.errand.length == length)
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

/// A request in the queue, taken out when it no longer waits.
struct Ticket<'a> {
    queue: &'a Queue,
    arrival: u64,
}

impl Drop for Ticket<'_> {
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
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn errand(client: u8, cells: usize) -> Errand {
        let client = Client::from(IpAddr::from([192, 0, 2, client]));
        Errand { client, length: Length::Long, effort: (Kind::Solve, cells) }
    }

    /// Lets requests wait in this order while the only place is taken, then says in which order they got it.
    async fn turns(errands: &[Errand]) -> Vec<usize> {
        let queue = Arc::new(Queue::new(1, 1, 100));
        let taken = queue.enter(errand(99, 0)).await.ok();
        let turns = Arc::new(Mutex::new(Vec::new()));
        let mut all = tokio::task::JoinSet::new();
        for (index, &errand) in errands.iter().enumerate() {
            let (own, turns) = (queue.clone(), turns.clone());
            all.spawn(async move {
                let place = own.enter(errand).await.ok();
                turns.lock().unwrap().push(index);
                // Work takes a moment, so that it counts.
                tokio::time::sleep(Duration::from_millis(2)).await;
                drop(place);
            });
            while queue.waiting() <= index {
                tokio::task::yield_now().await;
            }
        }
        drop(taken);
        all.join_all().await;
        let turns = turns.lock().unwrap();
        turns.clone()
    }

    #[tokio::test]
    async fn small_requests_of_one_client_come_first_then_those_that_waited_longest() {
        assert_eq!(turns(&[errand(1, 25), errand(1, 9), errand(1, 25), errand(1, 16)]).await, [1, 3, 0, 2]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_that_has_waited_for_long_lets_no_smaller_ones_go_first() {
        let queue = Arc::new(Queue::new(1, 1, 9));
        let taken = queue.enter(errand(1, 0)).await.ok();
        let wait = |cells| {
            let queue = queue.clone();
            tokio::spawn(async move {
                let place = queue.enter(errand(1, cells)).await.ok();
                let turn = Instant::now();
                tokio::time::sleep(Duration::from_secs(1)).await;
                place.map(|_| turn)
            })
        };
        let large = wait(25);
        tokio::time::sleep(LONG_WAIT).await;
        let small = wait(9);
        tokio::time::sleep(Duration::from_secs(1)).await;
        drop(taken);
        let first = large.await.unwrap();
        assert!(first.is_some() && first < small.await.unwrap());
    }

    #[tokio::test]
    async fn a_client_with_many_requests_delays_its_own_only() {
        let many = [errand(1, 9), errand(1, 9), errand(1, 9), errand(1, 9), errand(2, 25), errand(3, 25)];
        let turns = turns(&many).await;
        let place = |wanted| turns.iter().position(|&index| index == wanted).unwrap();
        assert!(place(4) <= 2 && place(5) <= 2, "{turns:?}");
    }

    #[tokio::test]
    async fn short_questions_do_not_wait_for_long_work() {
        let queue = Arc::new(Queue::new(1, 1, 0));
        let long = queue.enter(errand(1, 25)).await;
        assert!(long.is_ok());
        assert!(queue.enter(Errand { length: Length::Short, ..errand(1, 9) }).await.is_ok());
        assert_eq!(queue.enter(errand(1, 9)).await.err(), Some(Refused::Full));
    }

    #[tokio::test]
    async fn when_the_queue_is_full_the_client_with_the_most_gives_way() {
        let queue = Arc::new(Queue::new(1, 1, 2));
        let taken = queue.enter(errand(9, 0)).await.ok();
        let wait = |client| {
            let queue = queue.clone();
            tokio::spawn(async move { queue.enter(errand(client, 0)).await.map(drop) })
        };
        let (first, second) = (wait(1), wait(1));
        while queue.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        let other = wait(2);
        assert_eq!(second.await.unwrap(), Err(Refused::Full), "its newest request is refused");
        assert_eq!(queue.enter(errand(2, 0)).await.err(), Some(Refused::Full), "both have one");
        drop(taken);
        assert_eq!((first.await.unwrap(), other.await.unwrap()), (Ok(()), Ok(())));
    }

    #[tokio::test]
    async fn who_goes_away_leaves_the_queue_and_closing_it_refuses_the_rest() {
        let queue = Arc::new(Queue::new(1, 1, 9));
        let taken = queue.enter(errand(1, 0)).await.ok();
        let gone = tokio::time::timeout(Duration::from_millis(1), queue.enter(errand(2, 0))).await;
        assert!(gone.is_err() && queue.waiting() == 0);
        let own = queue.clone();
        let waiting = tokio::spawn(async move { own.enter(errand(2, 0)).await.map(drop) });
        while queue.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        queue.close();
        assert_eq!(waiting.await.unwrap(), Err(Refused::Closing));
        drop(taken);
        assert_eq!(queue.enter(errand(2, 0)).await.err(), Some(Refused::Closing));
        assert!(queue.lock().clients.is_empty(), "no account is kept of clients that are gone");
    }
}
