//! Real processes under `mpirun`: answers, counts and ledgers are those of one process, whatever happens to the others.

mod common;
mod hosts;
mod kills;
mod searches;
mod signals;
mod streams;
