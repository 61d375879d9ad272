//! One search by several processes, which are threads with messages between them here: length, proof and node counts are those
//! of a single process.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use taquin::cluster::{Coordinator, Link, Member, Reply, Request};
use taquin::ledger::{Ledger, Purpose};
use taquin::published::PublishedSet;
use taquin::search::{Algorithm, Cancel, Prune};
use taquin::solver::Ledgers;
use taquin::{Board, Problem, Solved, Solver};

/// Requests of all members, each with the number of its member.
#[derive(Debug)]
struct Wire {
    member: usize,
    sender: Mutex<Sender<(usize, Request)>>,
}

impl Link for Wire {
    fn send(&self, request: Request) {
        // The coordinator is gone once the answer is there.
        let _ = self.sender.lock().unwrap().send((self.member, request));
    }
}

/// Several members and their coordinator. A member can be cut off.
struct Cluster {
    members: Vec<Arc<Member>>,
    gone: Vec<AtomicBool>,
    requests: Mutex<Receiver<(usize, Request)>>,
}

impl Cluster {
    /// Members with so many threads each.
    fn new(threads: &[usize]) -> Cluster {
        let (sender, requests) = mpsc::channel();
        let wire = |member| Wire { member, sender: Mutex::new(sender.clone()) };
        let members = threads.iter().enumerate();
        Cluster {
            members: members
                .map(|(member, &threads)| Arc::new(Member::new(Arc::new(wire(member)), threads)))
                .collect(),
            gone: threads.iter().map(|_| AtomicBool::new(false)).collect(),
            requests: Mutex::new(requests),
        }
    }

    /// Carries messages until it is told that all is over. Every message is delayed a little, as on a network.
    fn coordinate(&self, mut coordinator: Coordinator, is_over: &AtomicBool) -> u64 {
        let requests = self.requests.lock().unwrap();
        let mut told_of: Vec<bool> = self.gone.iter().map(|_| false).collect();
        let mut messages = 0;
        while !is_over.load(Ordering::SeqCst) {
            for (member, told) in told_of.iter_mut().enumerate() {
                if self.gone[member].load(Ordering::SeqCst) && !std::mem::replace(told, true) {
                    coordinator.leave(member);
                }
            }
            let first = requests.recv_timeout(Duration::from_millis(1));
            for (member, request) in first.into_iter().chain(requests.try_iter()) {
                if !told_of[member] {
                    coordinator.receive(member, request);
                    messages += 1;
                }
            }
            coordinator.tell_progress();
            for (member, reply) in coordinator.outgoing() {
                self.members[member].receive(reply);
            }
            self.members.iter().for_each(|member| member.tell());
        }
        messages
    }

    /// What the first member finds, while the others search with it, and whatever else happens.
    fn solve(
        &self,
        solver: &Solver,
        problem: &Problem,
        threads: &[usize],
        ledger: Option<Arc<dyn Ledgers>>,
        meanwhile: impl FnOnce(&Cluster) + Send,
    ) -> Solved {
        let (is_over, coordinator) = (AtomicBool::new(false), Coordinator::new(ledger, threads.to_vec()));
        thread::scope(|scope| {
            scope.spawn(|| self.coordinate(coordinator, &is_over));
            let solver_of = |member: usize| {
                let ledgers: Arc<dyn Ledgers> = self.members[member].clone();
                solver.clone().threads(threads[member]).ledger(Some(ledgers))
            };
            let over = Cancel::new();
            for member in 1..threads.len() {
                let solver = solver_of(member).cancel(&over).ledger(Some(self.members[member].as_guest()));
                scope.spawn(move || solver.solve(problem).map(drop));
            }
            scope.spawn(|| meanwhile(self));
            let solved = solver_of(0).solve(problem);
            over.cancel();
            self.members.iter().for_each(|member| member.end());
            is_over.store(true, Ordering::SeqCst);
            solved.unwrap()
        })
    }
}

fn searches() -> Vec<(&'static str, Solver, Problem)> {
    let korf = |number: usize| PublishedSet::Korf100.boards()[number - 1].problem.clone();
    let cube = |number: usize| PublishedSet::Cube100.boards()[number - 1].problem.clone();
    let idastar = || Solver::new().algorithm(Algorithm::Idastar);
    // Beams find nothing before one iteration, while others search units, and the solution before the next.
    let start: Board = "1 3 9 14 4/17 11 8 2 5/16 6 7 18 13/0 12 19 10 15".parse().unwrap();
    let flat = Problem::new(start.clone(), Board::goal(start.shape())).unwrap();
    vec![
        ("foresight", idastar().heuristic("manhattan").prune(Prune::Automaton), flat),
        ("manhattan", idastar().heuristic("manhattan"), korf(42)),
        ("walking-distance", idastar().heuristic("walking-distance").prune(Prune::Automaton), korf(8)),
        ("two-ended", Solver::new(), cube(2)),
        ("two-ended, found by a beam", Solver::new(), cube(85)),
        ("two-ended, found in a unit after beams", Solver::new(), cube(58)),
    ]
}

fn figures(solved: &Solved) -> (Option<u32>, bool, String, u64, u64) {
    let stats = solved.stats();
    let moves = solved.solution().map(ToString::to_string).unwrap_or_default();
    (solved.cost(), solved.proved(), moves, stats.expanded, stats.generated)
}

#[test]
fn counts_are_those_of_one_process() {
    for (name, solver, problem) in searches() {
        let alone = solver.solve(&problem).unwrap();
        for threads in [&[1][..], &[1, 1], &[2, 1, 1], &[1; 4], &[1; 8]] {
            let solved = Cluster::new(threads).solve(&solver, &problem, threads, None, |_| {});
            assert_eq!(figures(&solved), figures(&alone), "{name} by {threads:?}");
            assert_eq!(solved.stats().iterations, alone.stats().iterations, "{name} by {threads:?}");
        }
    }
}

fn opened(path: &Path) -> Option<Arc<dyn Ledgers>> {
    Some(Arc::new(Ledger::open(path, Purpose::OneBoard).unwrap()))
}

#[test]
fn a_member_that_is_lost_takes_nothing_with_it_and_the_ledger_is_that_of_one_process() {
    let directory = tempfile::tempdir().unwrap();
    for (name, solver, problem) in searches() {
        let path = directory.path().join(name);
        let alone = solver.solve(&problem).unwrap();
        let threads = [1; 3];
        let lose = |cluster: &Cluster| {
            thread::sleep(Duration::from_millis(40));
            cluster.gone[2].store(true, Ordering::SeqCst);
        };
        let solved = Cluster::new(&threads).solve(&solver, &problem, &threads, opened(&path), lose);
        assert_eq!(figures(&solved), figures(&alone), "{name}");
        // One process, and another number of them, have the answer without a search.
        let again = solver.clone().ledger(opened(&path)).solve(&problem).unwrap();
        assert_eq!(figures(&again), figures(&alone), "{name}");
        let again = Cluster::new(&[1; 2]).solve(&solver, &problem, &[1; 2], opened(&path), |_| {});
        assert_eq!(figures(&again), figures(&alone), "{name}");
    }
}

#[test]
fn a_search_that_was_stopped_goes_on_with_other_processes() {
    let directory = tempfile::tempdir().unwrap();
    for (name, solver, problem) in searches() {
        let path = directory.path().join(name);
        let alone = solver.solve(&problem).unwrap();
        let mut stops = 0;
        let solved = loop {
            let threads = vec![1; 1 + (stops + 2) % 4];
            let limit = Duration::from_millis(30 * (stops as u64 + 1));
            let limited = solver.clone().time_limit(limit);
            let solved = Cluster::new(&threads).solve(&limited, &problem, &threads, opened(&path), |_| {});
            if solved.proved() {
                break solved;
            }
            stops += 1;
            assert!(stops < 1000, "{name} never ends");
        };
        match solved.stats().timed {
            // It was found when its time was over.
            true => assert_eq!(solved.cost(), alone.cost(), "{name} after {stops} stops"),
            false => assert_eq!(figures(&solved), figures(&alone), "{name} after {stops} stops"),
        }
    }
}

#[test]
fn a_member_that_cuts_otherwise_is_refused() {
    let mut coordinator = Coordinator::new(None, vec![1, 1]);
    let problem = PublishedSet::Korf100.boards()[4].problem.clone();
    for (member, method) in
        [(0, "idastar; manhattan; prune undo"), (1, "idastar; manhattan; prune automaton")]
    {
        let problem = problem.clone();
        coordinator
            .receive(member, Request::Open { ticket: 1, problem, method: method.into(), joins: false });
    }
    let said = coordinator.outgoing();
    assert_eq!(said[0], (0, Reply::Opened { ticket: 1, answer: None }));
    let (1, Reply::Refused { why, .. }) = &said[1] else { panic!("{said:?}") };
    assert!(why.contains("prune automaton") && why.contains("prune undo"), "{why}");
}
