//! SIGBUS: a table's file was made shorter while it was mapped, and a page that is gone was read.
//!
//! The library looks for that before and during searches, and files of tables are read-only; what is left is a moment in the
//! middle of a search. Nothing can be done about the search then, but the program says what happened before it ends.

/// Makes the program say why it ends when it has to end so. Where the system refuses, it ends without a word.
#[cfg(unix)]
#[expect(
    unsafe_code,
    reason = "nothing else can be done in the handler of a signal for a failed access to memory"
)]
pub(crate) fn tell() {
    use signal_hook::consts::SIGBUS;
    use signal_hook::low_level::{exit, register};
    use std::fs::File;
    use std::io::{Write, stderr};
    use std::os::fd::AsFd;

    const MESSAGE: &[u8] =
        b"error: a table's file was cut short while it was in use; `taquin pdb verify` finds it, and \
        `taquin pdb build` makes it anew\n";

    let Ok(stderr) = stderr().as_fd().try_clone_to_owned().map(File::from) else { return };
    let end = move || {
        // It ends either way.
        let _ = (&stderr).write(MESSAGE);
        exit(2);
    };
    // SAFETY: a handler may only call functions that are safe in a handler. It calls `write` on a file that was opened
    // before, without a buffer or a lock, and `_exit`.
    let _ = unsafe { register(SIGBUS, end) };
}

/// There is no such signal here.
#[cfg(not(unix))]
pub(crate) fn tell() {}
