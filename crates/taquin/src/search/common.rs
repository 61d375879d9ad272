//! What all searches share.
//!
//! * [`limits`]: when to give up; [`budget`] keeps a search within them at one comparison a node.
//! * [`observer`]: how anything watches a search.
//! * [`outcome`]: what a search found and what it took.
//! * [`room`]: memory that may not be there.

pub(crate) mod budget;
pub(crate) mod limits;
pub(crate) mod observer;
pub(crate) mod outcome;
pub(crate) mod room;
