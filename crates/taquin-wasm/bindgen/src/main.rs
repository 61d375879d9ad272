//! Makes of the compiled taquin-wasm what a browser loads: `taquin-bindgen IN.wasm FOLDER` writes `taquin.js` and
//! `taquin.wasm.gz`, which is small on hosts that compress nothing, too.

use flate2::{Compression, GzBuilder};
use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [compiled, folder] = &paths[..] else {
        eprintln!("usage: taquin-bindgen IN.wasm FOLDER");
        return ExitCode::from(2);
    };
    match write(compiled, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("taquin-bindgen: {error:?}");
            ExitCode::FAILURE
        }
    }
}

fn write(compiled: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled).web(true)?.typescript(false).omit_default_module_path(true);
    // Names of functions are a fifth of the file, and of use to a debugger only.
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.out_name("taquin").generate(folder)?;
    let unpacked = folder.join("taquin_bg.wasm");
    // The same module gives the same bytes: the header holds no time and no name.
    let mut packed = GzBuilder::new().write(Vec::new(), Compression::best());
    packed.write_all(&std::fs::read(&unpacked)?)?;
    std::fs::write(folder.join("taquin.wasm.gz"), packed.finish()?)?;
    std::fs::remove_file(unpacked)?;
    Ok(())
}
