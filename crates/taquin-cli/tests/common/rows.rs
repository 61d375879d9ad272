//! What the tests look at in files of rows.

use std::path::Path;

/// Rows of a CSV file without what depends on the clock and the number of threads.
pub(crate) fn rows(path: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let header = reader.headers().unwrap().clone();
    let varies = |index: usize| ["seconds", "memory_limit"].contains(&&header[index]);
    reader
        .records()
        .map(|record| {
            let record = record.unwrap();
            let fields = record.iter().enumerate().filter(|&(index, _)| !varies(index));
            fields.map(|(_, field)| field.to_string()).collect()
        })
        .collect()
}

/// A column of a CSV file.
pub(crate) fn column(path: &Path, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let index = reader.headers().unwrap().iter().position(|column| column == name).unwrap();
    reader.records().map(|record| record.unwrap()[index].to_string()).collect()
}
