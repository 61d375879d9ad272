//! Files that commands write: under another name first and renamed when complete, so that nobody
//! ever sees half of one.

use crate::failure::Failure;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file in the making.
pub(crate) struct Output {
    file: BufWriter<File>,
    path: PathBuf,
    /// Where it is written meanwhile; nowhere else if it is a pipe or a device.
    temporary: Option<PathBuf>,
}

impl Output {
    pub(crate) fn create(path: &Path) -> Result<Output, Failure> {
        let failure = |error| failure(path, error);
        if path.is_dir() {
            return Err(Failure::new(format_args!("{}: this is a directory, not a file", path.display())));
        }
        // A pipe or a device cannot be replaced, and a link should stay one.
        if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
            let file = File::options().write(true).open(path).map_err(failure)?;
            return Ok(Output { file: BufWriter::new(file), path: path.into(), temporary: None });
        }
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let temporary = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
        let file = File::create(&temporary).map_err(failure)?;
        Ok(Output { file: BufWriter::new(file), path: target, temporary: Some(temporary) })
    }

    /// Puts the file in its place.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        let renamed = self.file.flush().and_then(|()| match &self.temporary {
            Some(temporary) => fs::rename(temporary, &self.path),
            None => Ok(()),
        });
        renamed.map_err(|error| failure(&self.path, error))?;
        self.temporary = None;
        Ok(())
    }
}

/// What was not finished is not left behind.
impl Drop for Output {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            let _ = fs::remove_file(temporary);
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a whole file at once.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::create(path)?;
    output.write_all(bytes).map_err(|error| failure(path, error))?;
    output.commit()
}

/// A failure that names the file.
pub(crate) fn failure(path: &Path, error: io::Error) -> Failure {
    Failure::new(format_args!("{}: {error}", path.display()))
}
