//! What the program adds to the library's traces ([`taquin::trace`]): a page, and a limit on what is written.

mod capped;
mod html;

pub(crate) use capped::Capped;
pub(crate) use html::Html;
