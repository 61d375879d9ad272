//! `cargo xtask tidy`: formats the code and applies what the lints suggest.

use crate::arguments::{Arguments, Stop};
use crate::step::cargo;

pub(crate) fn run(arguments: Arguments) -> Result<(), Stop> {
    arguments.end()?;
    cargo("formatting", &["fmt", "--all"], &[])?;
    let fix = ["clippy", "--workspace", "--all-targets", "--fix", "--allow-dirty", "--allow-staged"];
    cargo("lints", &fix, &[])
}
