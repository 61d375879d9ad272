//! Searches that tell how they get on, to whoever listens.
//!
//! What is told is kept, new figures in place of old ones, so a page that was loaded again or lost its connection hears
//! what it has missed. Whose a search is, is said by a header, `Taquin-Owner`: that search goes on for a while when nobody
//! listens, and its answer stays for a while. A search without an owner ends with its connection.

mod events;
mod told;

use super::Server;
use super::api::on_a_thread;
use super::error::ApiError;
use super::jobs::Job;
use super::queue::{Entry, Errand, Length};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use serde::Serialize;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use taquin::search::Cancel;
use taquin_json::status::Queued;
use tokio::sync::{Notify, watch};
use tokio::time::Instant;
use told::Told;
pub(super) use told::{News, Phase};

/// The header by which a client says that searches are its own.
const OWNER: &str = "taquin-owner";
/// How long the answer of a search with an owner stays.
const STAYS: Duration = Duration::from_secs(600);
/// So many answers stay at most; then the oldest goes.
const MOST_ANSWERS: usize = 64;
/// A search that nobody listens to is ended so soon if others wait for its place.
const COURTESY: Duration = Duration::from_secs(2);
/// How often is looked whether somebody listens again.
const GLANCE: Duration = Duration::from_millis(100);

/// Who may come back to a search: a text that a client has made up and keeps to itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Owner(String);

impl Owner {
    /// The owner that a request names, if it names one.
    pub(super) fn of(headers: &HeaderMap) -> Result<Option<Owner>, ApiError> {
        let Some(value) = headers.get(OWNER) else { return Ok(None) };
        let text = value.to_str().unwrap_or_default();
        if (16..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Ok(Some(Owner(text.into())));
        }
        let detail = "Taquin-Owner is 16 to 64 letters and digits that others cannot guess";
        Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, detail))
    }
}

/// What is asked, and by whom.
pub(super) struct Question {
    /// The address of the API.
    name: &'static str,
    request: serde_json::Value,
    owner: Option<Owner>,
}

impl Question {
    pub(super) fn new(
        name: &'static str,
        request: &impl Serialize,
        headers: &HeaderMap,
    ) -> Result<Question, ApiError> {
        let request = serde_json::to_value(request).map_err(|_| ApiError::failed())?;
        Ok(Question { name, request, owner: Owner::of(headers)? })
    }
}

/// A search, from its question to its answer and a while longer.
pub(super) struct Search {
    pub(super) name: String,
    question: Question,
    asked: Instant,
    cancel: Cancel,
    /// It is to stop, wherever it is.
    stop: Notify,
    told: watch::Sender<Told>,
}

/// A search as it is listed.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(in crate::server) struct Listed {
    /// Its name, for `GET` and `DELETE /jobs/{name}`.
    job: String,
    /// What was asked: `solve` or `compare`.
    question: &'static str,
    /// The body of the question.
    #[cfg_attr(test, schema(value_type = Object))]
    request: serde_json::Value,
    /// Whether it waits, runs or is over.
    phase: Phase,
    /// Seconds since it was asked for.
    seconds: f64,
}

/// The searches that are under way, wait for a place, or have ended not long ago.
pub(super) struct Searches {
    known: Mutex<HashMap<String, Arc<Search>>>,
    /// How long a search with an owner goes on when nobody listens.
    linger: Duration,
}

impl Searches {
    pub(super) fn new(linger: Duration) -> Searches {
        Searches { known: Mutex::default(), linger }
    }

    /// The search of a name.
    pub(super) fn find(&self, name: &str) -> Option<Arc<Search>> {
        self.known().get(name).cloned()
    }

    /// The searches of an owner, the first asked first.
    pub(super) fn of(&self, owner: &Owner) -> Vec<Listed> {
        let known = self.known();
        let mut own: Vec<&Arc<Search>> =
            known.values().filter(|search| search.question.owner.as_ref() == Some(owner)).collect();
        own.sort_by_key(|search| search.asked);
        own.into_iter().map(|search| search.listed()).collect()
    }

    /// Stops a search, or forgets it if it is over; false if there is none of this name.
    pub(super) fn stop(&self, name: &str) -> bool {
        let Some(search) = self.find(name) else { return false };
        if search.phase() == Phase::Over {
            self.known().remove(name);
        } else {
            search.cancel.cancel();
            search.stop.notify_one();
        }
        true
    }

    /// Keeps the answer of a search with an owner for a while.
    async fn part_with(&self, search: &Search) {
        if search.question.owner.is_some() {
            self.make_room();
            tokio::time::sleep(STAYS).await;
        }
        self.known().remove(&search.name);
    }

    /// Forgets the oldest answers if there are too many.
    fn make_room(&self) {
        let mut known = self.known();
        let mut over: Vec<(Instant, String)> = known
            .values()
            .filter(|search| search.phase() == Phase::Over)
            .map(|search| (search.asked, search.name.clone()))
            .collect();
        over.sort();
        for (_, name) in over.iter().rev().skip(MOST_ANSWERS) {
            known.remove(name);
        }
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Arc<Search>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the client asked for events rather than for one answer at the end.
pub(super) fn wanted(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|accepts| accepts.contains("text/event-stream"))
}

/// Begins a search as soon as there is a place for it, and sends what it tells.
pub(super) fn begin<N: News>(
    server: &Arc<Server>,
    question: Question,
    errand: Errand,
    work: impl FnOnce(&Job, &Search) -> Result<N, ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let entry = server.jobs.ask(errand)?;
    let search = Arc::new(Search {
        name: server.jobs.name(),
        question,
        asked: Instant::now(),
        cancel: Cancel::new(),
        stop: Notify::new(),
        told: watch::Sender::new(Told::default()),
    });
    server.searches.known().insert(search.name.clone(), search.clone());
    let response = events::stream(&search, 0);
    tokio::spawn(run(server.clone(), search, entry, errand.length, work));
    Ok(response)
}

/// Waits for the place, works, and tells the end.
async fn run<N: News>(
    server: Arc<Server>,
    search: Arc<Search>,
    entry: Entry,
    length: Length,
    work: impl FnOnce(&Job, &Search) -> Result<N, ApiError> + Send + 'static,
) {
    let mut tell = |ahead| search.tell(&N::queued(Queued { job: search.name.clone(), ahead }));
    let linger = server.searches.linger;
    let place = tokio::select! {
        place = entry.place(&mut tell) => place.map_err(ApiError::refused),
        () = search.unwanted(linger, || false) => Err(ApiError::not_begun()),
    };
    let last = match place {
        Ok(place) => {
            search.told.send_modify(Told::run);
            let job = server.jobs.job(search.name.clone(), search.cancel.clone(), place);
            let own = search.clone();
            let working = on_a_thread(server.caps.pace(length), move || work(&job, &own));
            tokio::pin!(working);
            let done = tokio::select! {
                done = &mut working => done,
                () = search.unwanted(linger, || server.jobs.is_wanted(length)) => {
                    search.cancel.cancel();
                    working.await
                }
            };
            done.and_then(|last| last)
        }
        Err(error) => Err(error),
    };
    search.tell(&last.unwrap_or_else(|error| N::failed(error.into())));
    server.searches.part_with(&search).await;
}

impl Search {
    /// Tells everybody who listens, now or later.
    pub(super) fn tell<N: News>(&self, news: &N) {
        self.told.send_modify(|told| told.add(news));
    }

    /// Sends what was told after a piece of news, and what is told from now on.
    pub(super) fn events(self: &Arc<Search>, after: u64) -> Response {
        events::stream(self, after)
    }

    fn phase(&self) -> Phase {
        self.told.borrow().phase
    }

    fn listed(&self) -> Listed {
        Listed {
            job: self.name.clone(),
            question: self.question.name,
            request: self.question.request.clone(),
            phase: self.phase(),
            seconds: self.asked.elapsed().as_secs_f64(),
        }
    }

    /// Waits until it is told to stop, or until nobody has listened for too long.
    async fn unwanted(&self, linger: Duration, is_in_the_way: impl Fn() -> bool) {
        tokio::select! {
            () = self.stop.notified() => {}
            () = self.left(linger, is_in_the_way) => {}
        }
    }

    async fn left(&self, linger: Duration, is_in_the_way: impl Fn() -> bool) {
        let patience = if self.question.owner.is_some() { linger } else { Duration::ZERO };
        loop {
            self.told.closed().await;
            let left = Instant::now();
            while self.told.receiver_count() == 0 {
                let alone = left.elapsed();
                if alone >= patience || alone >= COURTESY && is_in_the_way() {
                    return;
                }
                tokio::time::sleep(GLANCE).await;
            }
        }
    }
}
