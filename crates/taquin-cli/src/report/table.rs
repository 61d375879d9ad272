//! What `pdb list` says in JSON.

use serde::Serialize;
use taquin::pdb::{FileKind, Listed};

/// What `pdb list` says about one file.
#[derive(Debug, Serialize)]
pub(crate) struct TableReport {
    file: String,
    bytes: u64,
    name: Option<String>,
    kind: Option<&'static str>,
    shape: Option<String>,
    /// The goal cell of the blank, or the first of its region.
    blank: Option<u16>,
    /// The goal cells of the pattern's tiles.
    tiles: Option<Vec<u16>>,
    /// How many there are at each distance.
    histogram: Option<Vec<u64>>,
    checksum: Option<String>,
    /// Why it cannot be used.
    error: Option<String>,
}

impl TableReport {
    pub(crate) fn new(file: &Listed) -> TableReport {
        let header = file.content.as_ref().ok();
        TableReport {
            file: file.path.display().to_string(),
            bytes: file.bytes,
            name: header.map(|header| header.name()),
            kind: header.map(|header| match header.kind {
                FileKind::Pattern => "pattern",
                FileKind::AllBoards => "all-boards",
                FileKind::Rises => "rises",
            }),
            shape: header.map(|header| header.shape.to_string()),
            blank: header.map(|header| header.blank.number()),
            tiles: header.map(|header| header.tiles.iter().map(|cell| cell.number()).collect()),
            histogram: header.map(|header| header.histogram.clone()),
            checksum: header.map(|header| format!("{:08x}", header.checksum)),
            error: file.content.as_ref().err().map(|error| error.fault().to_string()),
        }
    }
}
