//! One search, or many, by many processes: which units each of them searches, and what they tell each other.
//!
//! One process, the first, has a [`Coordinator`]. Every process, that one too, searches with a [`Member`] as its
//! [`Ledgers`](crate::solver::Ledgers): all of them search the same problem in the same way, so that they cut the same iterations
//! into the same units, and each is given some of these. What one has found the others need not search. Length, proof and
//! node counts are those of one process.
//!
//! How messages travel is not decided here: what a member says goes through a [`Link`], and what the coordinator has to say is
//! asked of it with [`Coordinator::outgoing`]. A process that is lost takes the units with it that it had and did not report;
//! [`Coordinator::leave`] gives them to others.
//!
//! | file | idea |
//! |---|---|
//! | `message.rs` | what is said |
//! | `pool.rs`, `pool/` | units of a list that are not done: who gets which, what is taken back from those who have too many, what is expected of which, and units in parts |
//! | `list.rs` | the units of an iteration, and what they come to |
//! | `coordinator.rs`, `searches.rs` | searches, their lists and their members |
//! | `member.rs`, `member/units.rs` | a process, and a search as it sees it |

mod coordinator;
mod list;
mod member;
mod message;
mod pool;
mod searches;

pub use coordinator::Coordinator;
pub use member::{Link, Member};
pub use message::{Asks, Ended, Goal, Reply, Request};
pub use pool::{Handed, Pool};
