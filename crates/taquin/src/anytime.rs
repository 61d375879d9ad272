//! An answer for every board: at once, better every second.
//!
//! * [`beam`]: beams of growing width; [`learn`]: how the costs that they go by were learned.

pub(crate) mod beam;
#[doc(hidden)]
pub mod learn;
