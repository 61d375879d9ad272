//! The program `taquin`; what it does is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    taquin_cli::main()
}
