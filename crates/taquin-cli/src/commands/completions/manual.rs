//! A manual page in roff: what the generator makes, and examples that keep their lines.

use clap_mangen::Man;
use std::io::{self, Write};

/// The page of a command.
pub(super) fn page(command: clap::Command) -> io::Result<Vec<u8>> {
    let end = command.get_after_long_help().map(|text| text.to_string()).unwrap_or_default();
    let has_commands = command.get_subcommands().any(|command| !command.is_hide_set());
    let man = Man::new(command);
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if has_commands {
        man.render_subcommands_section(&mut text)?;
    }
    write_end(&mut text, &end)?;
    Ok(text)
}

/// Lines under `Examples:` are a section of their own, the others come as notes after it.
fn write_end(text: &mut Vec<u8>, end: &str) -> io::Result<()> {
    let mut in_examples = false;
    let (mut examples, mut notes): (Vec<&str>, Vec<&str>) = Default::default();
    for line in end.lines() {
        in_examples = line == "Examples:" || in_examples && !line.is_empty();
        match line {
            "Examples:" => {}
            _ if in_examples => examples.push(line),
            _ => notes.push(line),
        }
    }
    for (title, lines) in [("EXAMPLES", examples), ("NOTES", notes)] {
        if lines.iter().any(|line| !line.is_empty()) {
            writeln!(text, ".SH {title}\n.nf")?;
            for line in lines {
                // A line that begins with a point or a quote would be a command.
                writeln!(text, "\\&{}", line.replace('\\', "\\e").replace('-', "\\-"))?;
            }
            writeln!(text, ".fi")?;
        }
    }
    Ok(())
}
