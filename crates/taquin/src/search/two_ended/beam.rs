//! Beam searches: solutions found before, or beside, the search that proves.
//!
//! * [`levels`]: positions a level at a time, for beams and for the upper part of an iteration; [`score`]: which
//!   of them look best.
//! * [`probe`]: beams that look for the solution of an iteration before it is searched through.
//! * [`incumbent`]: the best solution so far, which need not be shortest. [`plain_beam`], a beam over boards by
//!   Manhattan distance, looks for it while the proof goes on.
//! * [`hashes`]: boards and positions by hash: what is on a level already.

pub(crate) mod hashes;
pub(crate) mod incumbent;
pub(crate) mod levels;
mod plain_beam;
mod probe;
mod score;
