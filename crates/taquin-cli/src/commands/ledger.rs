//! `taquin ledger`: what a ledger has proved, and whether that is right.

mod show;
mod verify;

use crate::args::{Ledger, LedgerCommand};
use crate::failure::{Failure, Verdict};
use crate::ui::Ui;

pub(crate) fn run(arguments: &Ledger, ui: &Ui) -> Result<Verdict, Failure> {
    match &arguments.command {
        LedgerCommand::Show(arguments) => show::run(arguments, ui),
        LedgerCommand::Verify(arguments) => verify::run(arguments, ui),
    }
}
