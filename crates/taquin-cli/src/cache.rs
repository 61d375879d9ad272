//! Where tables are kept: as asked for, else as the environment says, else where the platform keeps
//! such things.

use crate::args::CacheArguments;
use crate::failure::Failure;
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use std::path::PathBuf;
use taquin::pdb::Store;

/// The variable that names the directory.
const VARIABLE: &str = "TAQUIN_CACHE_DIR";

impl CacheArguments {
    /// The tables that are there.
    pub(crate) fn store(&self) -> Result<Store, Failure> {
        Ok(Store::in_directory(self.directory()?))
    }

    fn directory(&self) -> Result<PathBuf, Failure> {
        let told = std::env::var_os(VARIABLE).filter(|directory| !directory.is_empty());
        if let Some(directory) = self.cache_dir.clone().or(told.map(PathBuf::from)) {
            return Ok(directory);
        }
        let platform = choose_native_strategy().map_err(|error| {
            Failure::new(format_args!("{error}: name a directory for tables with --cache-dir or {VARIABLE}"))
        })?;
        Ok(platform.cache_dir().join("taquin"))
    }
}
