//! Who is next: turns of clients, places for short requests, and what a full queue says.

use super::*;
use std::net::IpAddr;

impl Queue {
    /// Waits for a place.
    async fn enter(self: &Arc<Queue>, errand: Errand) -> Result<Place, Refused> {
        self.ask(errand)?.place(&mut |_| {}).await
    }
}

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

#[tokio::test(start_paused = true)]
async fn who_waits_is_told_how_many_come_first() {
    let queue = Arc::new(Queue::new(1, 1, 9));
    let first = queue.enter(errand(1, 25)).await.ok();
    let second = queue.ask(errand(2, 25)).ok().unwrap();
    let third = queue.ask(errand(3, 25)).ok().unwrap();
    let (sender, mut told) = tokio::sync::mpsc::unbounded_channel();
    let waiting = tokio::spawn(async move {
        third.place(&mut |ahead| sender.send(ahead).expect("it is read")).await.is_ok()
    });
    assert_eq!(told.recv().await, Some(1));
    let second = {
        drop(first);
        second.place(&mut |_| {}).await
    };
    assert_eq!(told.recv().await, Some(0));
    drop(second);
    assert!(waiting.await.unwrap());
}
