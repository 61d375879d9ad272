//! An answer for every board: at once, better every second.
//!
//! * [`beam`]: beams of growing width.

pub(crate) mod beam;
