//! Exact distances of very many boards: a look into a list for each where all boards fit into one, searches elsewhere.

use super::{Prepared, Solver, SolverError};
use crate::board::Board;
use crate::exact::{DistanceList, DistanceTable};
use crate::heuristic::HeuristicName;
use crate::metric::Metric;
use crate::pdb::Catalogue;
use crate::problem::{Problem, ProblemError};
use crate::search::StopReason;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A list of all boards pays if at least one of so many is asked for: else the kept table, which is walked, is quicker.
const BOARDS_FOR_A_LIST: usize = 64;
/// From so many boards on it pays to learn a pruning rule before the first: it takes as long as some hard boards.
const BOARDS_IN_BULK: usize = 64;
/// The tables of [`Catalogue::for_many`] take some 8 s of a processor for 15-puzzles and save 3 ms a board.
const BOARDS_FOR_LARGER_TABLES: usize = 4000;

impl Solver {
    /// The fewest moves from each board to a goal, on all threads of the solver, in the order of the boards; `None` for
    /// boards that cannot be slid into it.
    ///
    /// ```
    /// use taquin::{Board, Scrambler, Shape, Solver};
    ///
    /// let goal = Board::goal(Shape::PUZZLE_8);
    /// let boards: Vec<Board> = Scrambler::new(goal.clone(), 1).take(3).collect();
    /// assert_eq!(Solver::new().distances(&goal, boards)?, [Some(16), Some(25), Some(25)]);
    /// # Ok::<(), taquin::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Solver::solve`]; also [`SolverError::Stopped`] if a limit is reached before a distance is proved, and if a
    /// board has another shape than the goal.
    pub fn distances(&self, goal: &Board, boards: Vec<Board>) -> Result<Vec<Option<u32>>, SolverError> {
        let shape = goal.shape();
        if let Some(other) = boards.iter().find(|board| board.shape() != shape) {
            return Err(ProblemError::Shapes { start: other.shape(), goal: shape }.into());
        }
        if DistanceTable::is_quick(shape) && self.choice.metric == Metric::Slides {
            return self.distances_by_look(goal, &boards);
        }
        let solver = self.clone().until_proved();
        let in_bulk = boards.len() >= BOARDS_IN_BULK;
        match in_bulk {
            true => solver.distances_in_bulk(goal, boards),
            false => solver.distances_in_turn(Ready::new(goal, in_bulk), boards),
        }
    }

    /// Board by board.
    fn distances_in_turn(&self, ready: Ready, boards: Vec<Board>) -> Result<Vec<Option<u32>>, SolverError> {
        self.map_all(boards, move |solver, board| ready.distance(solver, board)).collect()
    }

    /// By one kernel for all, if there is one, as soon as there are tables.
    fn distances_in_bulk(
        &self,
        goal: &Board,
        mut boards: Vec<Board>,
    ) -> Result<Vec<Option<u32>>, SolverError> {
        let mut distances = Vec::with_capacity(boards.len());
        let ready = || Ready::new(goal, true);
        let prepared = loop {
            let prepared = self.prepare(goal)?;
            if prepared.then.is_none() || !prepared.may_be_in_bulk() || boards.is_empty() {
                break prepared;
            }
            // A hard board among these brings tables.
            let rest = boards.split_off(boards.len() / BOARDS_IN_BULK + 1);
            distances.extend(self.distances_in_turn(ready(), std::mem::replace(&mut boards, rest))?);
        };
        let prepared = self.with_larger_tables(prepared, boards.len())?;
        let Some(found) = prepared.distances_in_bulk(&boards, self.threads)? else {
            distances.extend(self.distances_in_turn(ready(), boards)?);
            return Ok(distances);
        };
        let ready = ready();
        for (board, distance) in boards.into_iter().zip(found) {
            // Of those that were not found the usual search says why.
            distances.push(if distance.is_some() { distance } else { ready.distance(self, board)? });
        }
        Ok(distances)
    }

    /// The same search with larger tables, where these save more than it takes to build them.
    fn with_larger_tables(&self, prepared: Prepared, boards: usize) -> Result<Prepared, SolverError> {
        let (shape, blank) = (prepared.goal().shape(), prepared.goal().blank());
        let named = |set: &Catalogue| HeuristicName::Pdb(Some(set.name().into()));
        let small = Catalogue::in_memory(shape, blank).ok().map(|set| named(&set));
        let larger = Catalogue::for_many(shape, blank)
            .map(|set| named(&set))
            .filter(|set| Some(set) != small.as_ref());
        let pays = boards >= BOARDS_FOR_LARGER_TABLES && prepared.may_be_in_bulk();
        match larger {
            Some(set) if pays && self.choice.heuristic.is_auto() && prepared.plan.heuristic == small => {
                self.clone().heuristic(set).prepare(prepared.goal())
            }
            _ => Ok(prepared),
        }
    }

    fn distances_by_look(&self, goal: &Board, boards: &[Board]) -> Result<Vec<Option<u32>>, SolverError> {
        let threads = self.threads;
        let all = (1..=goal.shape().cells()).product::<usize>() / 2;
        if boards.len() < all / BOARDS_FOR_A_LIST {
            return boards.iter().map(|board| self.distance(board, goal)).collect();
        }
        let list = DistanceList::new(goal, threads).expect("a quick shape has a list");
        let mut distances = vec![None; boards.len()];
        let share = boards.len().div_ceil(threads).max(1);
        std::thread::scope(|scope| {
            for (boards, distances) in boards.chunks(share).zip(distances.chunks_mut(share)) {
                let list = &list;
                let work = move || {
                    for (board, distance) in boards.iter().zip(distances) {
                        *distance = list.distance(board);
                    }
                };
                scope.spawn(work);
            }
        });
        Ok(distances)
    }
}

/// What is prepared once for all boards of one batch, by the solver of that batch.
struct Ready {
    goal: Board,
    in_bulk: bool,
    prepared: Mutex<Option<Arc<Prepared>>>,
}

impl Ready {
    fn new(goal: &Board, in_bulk: bool) -> Ready {
        Ready { goal: goal.clone(), in_bulk, prepared: Mutex::default() }
    }

    /// The distance of a board, or nothing if it cannot be slid into the goal.
    fn distance(&self, solver: &Solver, board: Board) -> Result<Option<u32>, SolverError> {
        let Ok(problem) = Problem::new(board, self.goal.clone()) else { return Ok(None) };
        let prepared = self.prepared(solver)?;
        let solved = prepared.solve(&problem, &mut ())?;
        if prepared.then.is_some() && solved.plan.heuristic != prepared.plan.heuristic {
            // The board was hard. From now on tables are at hand, and every search begins with them.
            *self.lock() = None;
        }
        match solved.cost() {
            Some(cost) if solved.proved() => Ok(Some(cost)),
            _ => {
                let why = solved.answer.outcome.stopped_by();
                Err(SolverError::Stopped(why.unwrap_or(StopReason::DeadEnd)))
            }
        }
    }

    fn prepared(&self, solver: &Solver) -> Result<Arc<Prepared>, SolverError> {
        let mut ready = self.lock();
        if let Some(prepared) = &*ready {
            return Ok(prepared.clone());
        }
        let mut prepared = solver.prepare(&self.goal)?;
        prepared.plan.method.in_bulk = self.in_bulk;
        Ok(ready.insert(Arc::new(prepared)).clone())
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<Prepared>>> {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
