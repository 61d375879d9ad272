//! Ctrl-C: the first one asks the searches to stop and say what they have proved, the second one
//! ends the program at once.

use crate::failure::Failure;
use taquin::search::Cancel;

/// The switch that Ctrl-C throws. Call it once, and only after input that may have to be waited
/// for has arrived: until then Ctrl-C ends the program as it does any other.
pub(crate) fn cancel_on_interrupt() -> Result<Cancel, Failure> {
    let cancel = Cancel::new();
    listen(&cancel)?;
    Ok(cancel)
}

/// Makes Ctrl-C throw a switch that exists already.
pub(crate) fn listen(cancel: &Cancel) -> Result<(), Failure> {
    let switch = cancel.clone();
    ctrlc::set_handler(move || {
        if switch.is_cancelled() {
            std::process::exit(1);
        }
        switch.cancel();
    })
    .map_err(|error| Failure::new(format_args!("cannot listen for Ctrl-C: {error}")))
}
