//! What all searches share.
//!
//! * [`limits`]: when to give up; [`budget`] keeps a search within them at one comparison a node.
//! * [`team`]: the threads at work on an iteration; [`spare_threads`]: those that may join it; [`subtree_queue`]: the
//!   subtrees that they take; [`node_budget`]: the nodes that they have expanded; [`node_limit`]: where a limit ends them;
//!   [`unit_ledger`]: subtrees that need not be searched again, or are searched by other processes.
//! * [`observer`]: how anything watches a search.
//! * [`outcome`]: what a search found and what it took.
//! * [`branching`]: the effective branching factor.
//! * [`room`]: memory that may not be there.

pub(crate) mod branching;
pub(crate) mod budget;
pub(crate) mod limits;
pub(crate) mod node_budget;
pub(crate) mod node_limit;
pub(crate) mod observer;
pub(crate) mod outcome;
pub(crate) mod room;
pub(crate) mod spare_threads;
pub(crate) mod subtree_queue;
pub(crate) mod team;
pub(crate) mod unit_ledger;
