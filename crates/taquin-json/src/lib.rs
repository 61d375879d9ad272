//! What Taquin is asked and what it answers, as JSON: requests, answers, events.
//!
//! A request is read by serde, becomes boards and choices that can be trusted (or a [`Refusal`] that says what is wrong)
//! and is then answered with a [`Solver`](taquin::Solver) whose limits and tables the caller has set. Nothing here opens a
//! file or a connection, or prints. How large a question may be, and how long a hint may take, is said
//! here; all other limits are the caller's. An HTTP server, a worker of a browser and a language binding carry the
//! same texts.
//!
//! | file | idea |
//! |---|---|
//! | `request.rs` | what requests have in common: boards, choices and limits out of texts |
//! | `posed.rs`, `values.rs` | goals, times and sizes as people write them |
//! | `analyse.rs`, `check.rs`, `hint.rs`, `solve.rs`, `compare.rs`, `scramble.rs`, `trace.rs`, `status.rs` | a request each, with its answer and events |
//! | `moves.rs` | first moves, moves that were made, all shortest solutions |
//! | `report.rs`, `row.rs` | the objects that `solve --json` and `compare --export-json` write |
//! | `refusal.rs` | why there is no answer, as problem+json |
//!
//! ```
//! use taquin::Solver;
//! use taquin_json::hint::hint;
//! use taquin_json::request::SolveRequest;
//!
//! let request: SolveRequest = serde_json::from_str(r#"{"board": "1 2 3/4 5 6/7 0 8"}"#)?;
//! let posed = request.posed()?;
//! let solver = Solver::new().choice(request.choice(posed.start.shape())?);
//! let answer = serde_json::to_value(hint(&request, &solver, &posed)?)?;
//! assert_eq!((&answer["distance"], &answer["move"]), (&1.into(), &"R".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analyse;
pub mod check;
pub mod compare;
pub mod hint;
pub mod moves;
mod posed;
mod refusal;
pub mod report;
pub mod request;
mod row;
pub mod scramble;
pub mod solve;
pub mod status;
pub mod trace;
pub mod values;

pub use posed::{Goal, Posed};
pub use refusal::Refusal;
pub use row::Row;
