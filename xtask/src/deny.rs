//! `cargo xtask deny`: licences, advisories, sources and duplicates of all dependencies by deny.toml.
//!
//! It is no step of `cargo xtask test` because it needs the network for the advisories of today: the same
//! commit could pass in the morning and fail at noon. A workflow runs it daily and on every change of Cargo.lock.

use crate::arguments::{Arguments, Stop};
use crate::step::{cargo, cargo_path, works};

pub(crate) fn run(arguments: Arguments) -> Result<(), Stop> {
    arguments.end()?;
    if !works(&cargo_path(), &["deny", "--version"]) {
        println!("xtask: cargo-deny is missing; installing it with cargo install");
        cargo("cargo-deny", &["install", "--locked", "cargo-deny"], &[])?;
    }
    let check = ["deny", "--all-features", "check"];
    cargo("licences, duplicates, sources", &[&check[..], &["licenses", "bans", "sources"]].concat(), &[])?;
    // These alone come over the network.
    cargo("advisories", &[&check[..], &["advisories"]].concat(), &[])
}
