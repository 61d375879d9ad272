//! Makes of the compiled taquin-wasm what a browser loads: `taquin-bindgen IN.wasm FOLDER` writes `taquin.js` and
//! `taquin.wasm.lzma`, which is small on hosts that compress nothing, too. Browsers unpack gzip themselves, but LZMA makes a
//! third less of it, and `web/js/lzma.js` unpacks that.

use lzma_rust2::{LzmaOptions, LzmaWriter};
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
    let module = std::fs::read(&unpacked)?;
    // Code of WebAssembly is made of bytes: no place matters, and the byte before tells much.
    let options = LzmaOptions { lc: 4, pb: 0, ..LzmaOptions::with_preset(9) };
    let mut packed = LzmaWriter::new_use_header(Vec::new(), &options, Some(module.len() as u64))?;
    packed.write_all(&module)?;
    std::fs::write(folder.join("taquin.wasm.lzma"), packed.finish()?)?;
    std::fs::remove_file(unpacked)?;
    Ok(())
}
