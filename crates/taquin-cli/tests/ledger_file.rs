//! A ledger read by what book/reference/files.md says of it, and by nothing of the library's.

use crate::common::{json, stdout, taquin};

/// What is left of a body.
struct Body<'a>(&'a [u8]);

impl Body<'_> {
    fn number(&mut self) -> u64 {
        let length = 1 + self.0.iter().take_while(|byte| **byte >= 0x80).count();
        let (bytes, rest) = self.0.split_at(length);
        self.0 = rest;
        bytes.iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 0x7f))
    }

    fn numbers<const N: usize>(&mut self) -> [u64; N] {
        std::array::from_fn(|_| self.number())
    }

    fn text(&mut self) -> String {
        let length = self.number() as usize;
        let (bytes, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8(bytes.to_vec()).unwrap()
    }
}

/// CRC-32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |crc: u32, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}

/// The bodies of all frames, each of which has to be whole.
fn bodies(file: &[u8]) -> Vec<&[u8]> {
    let mut rest = file.strip_prefix(b"taquin ledger 1\n").expect("the first line");
    let mut bodies = Vec::new();
    while !rest.is_empty() {
        assert_eq!(rest[..2], [0xb7, 0x4c]);
        let number = |at: usize| u32::from_le_bytes(rest[at..at + 4].try_into().unwrap());
        let end = 10 + number(2) as usize;
        assert_eq!(number(6), crc32(&[&rest[2..6], &rest[10..end]].concat()));
        bodies.push(&rest[10..end]);
        rest = &rest[end..];
    }
    bodies
}

#[test]
fn a_ledger_says_what_its_format_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("evening.ledger");
    // Number 95 of Korf's boards: the last iterations are long enough to be recorded.
    let start = "4 3 6 13/7 15 9 0/10 5 8 11/2 12 1 14";
    let goal = "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15";
    let words =
        ["solve", start, goal, "--algorithm", "idastar", "--heuristic", "manhattan", "--json", "--ledger"];
    let answer = json(&stdout(taquin().args(words).arg(&path)));
    let count = |name: &str| answer[name].as_u64().unwrap();

    let (mut kinds, mut done, mut cut) = ([0; 8], [0; 2], [0; 2]);
    let file = std::fs::read(&path).unwrap();
    for body in bodies(&file) {
        let (kind, mut body) = (body[0], Body(&body[1..]));
        kinds[usize::from(kind)] += 1;
        match kind {
            1 => {
                assert_eq!(body.text(), format!("taquin {}", env!("CARGO_PKG_VERSION")));
                assert_eq!(body.text(), "one board");
            }
            2 => {
                assert_eq!(body.number(), 0);
                assert_eq!([body.text(), body.text()], [start, goal]);
                assert!(body.text().contains("idastar"));
            }
            4 => {
                let [search, bound, list, units, expanded, generated] = body.numbers();
                assert!(search == 0 && bound < count("cost") + 1 && list == 0 && units > 1);
                cut = [cut[0] + expanded, cut[1] + generated];
            }
            5 => {
                let [_search, _bound, _list, _milliseconds] = body.numbers();
                while !body.0.is_empty() {
                    let [_left_out, _units, expanded, generated] = body.numbers();
                    done = [done[0] + expanded, done[1] + generated];
                }
            }
            6 => assert_eq!(body.numbers::<4>()[1], count("cost")),
            7 => {
                assert_eq!(body.number(), 0);
                assert_eq!(body.text(), answer["moves"].as_str().unwrap());
                let [lower_bound, proved, expanded, generated, reached, bytes, nanoseconds] = body.numbers();
                assert_eq!([lower_bound, proved, reached], [count("cost"), 1, 0]);
                assert_eq!([expanded, generated], [count("expanded"), count("generated")]);
                assert!(bytes > 0 && nanoseconds > 0);
                let mut sum = 0;
                while !body.0.is_empty() {
                    let [_bound, expanded, _generated] = body.numbers();
                    sum += expanded;
                }
                assert_eq!(sum, expanded);
            }
            _ => panic!("a record of kind {kind}"),
        }
        assert!(body.0.is_empty(), "kind {kind}: {} bytes too many", body.0.len());
    }
    assert!(
        kinds[1] == 1 && kinds[2] == 1 && kinds[4] > 0 && kinds[5] > 0 && kinds[6] == 1 && kinds[7] == 1,
        "{kinds:?}"
    );
    // Iterations that are short are in the answer and nowhere else.
    assert!(done[0] > 0 && done[0] + cut[0] <= count("expanded") && done[1] + cut[1] <= count("generated"));
}
