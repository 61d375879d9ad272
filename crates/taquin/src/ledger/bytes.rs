//! Numbers and texts as bytes, and frames that tell whether they are whole.
//!
//! A frame is a mark of two bytes, the length of its body in four, a CRC-32 of length and body in four, and the body. Frames
//! can be found again after damage, because they begin with the mark and are checked.

use crc32fast::Hasher;

const MARK: [u8; 2] = [0xb7, 0x4c];
const HEAD: usize = 10;
/// No body is longer.
const LONGEST: usize = 1 << 24;

/// Puts a body into a frame at the end of some bytes.
pub(super) fn frame(body: &[u8], out: &mut Vec<u8>) {
    let length = (body.len() as u32).to_le_bytes();
    out.extend(MARK);
    out.extend(length);
    out.extend(checksum(&length, body).to_le_bytes());
    out.extend(body);
}

fn checksum(length: &[u8], body: &[u8]) -> u32 {
    let mut hasher = Hasher::new();
    hasher.update(length);
    hasher.update(body);
    hasher.finalize()
}

/// What a file holds.
pub(super) struct Frames<'a> {
    pub(super) bodies: Vec<&'a [u8]>,
    /// Where the last whole frame ends.
    pub(super) end: usize,
    /// Bytes between whole frames, and those after the last one.
    pub(super) damaged: usize,
    pub(super) torn: usize,
}

/// All whole frames.
pub(super) fn frames(bytes: &[u8]) -> Frames<'_> {
    let mut frames = Frames { bodies: Vec::new(), end: 0, damaged: 0, torn: 0 };
    let mut at = 0;
    while at < bytes.len() {
        match body_at(&bytes[at..]) {
            Some(body) => {
                frames.damaged += at - frames.end;
                at += HEAD + body.len();
                frames.end = at;
                frames.bodies.push(body);
            }
            None => at += 1,
        }
    }
    frames.torn = bytes.len() - frames.end;
    frames
}

/// The body of the frame that some bytes begin with, if it is whole.
fn body_at(bytes: &[u8]) -> Option<&[u8]> {
    let head = bytes.get(..HEAD).filter(|head| head[..2] == MARK)?;
    let length = u32::from_le_bytes(head[2..6].try_into().ok()?) as usize;
    let body = bytes.get(HEAD..).filter(|_| length <= LONGEST)?.get(..length)?;
    let written = u32::from_le_bytes(head[6..].try_into().ok()?);
    (checksum(&head[2..6], body) == written).then_some(body)
}

/// Writes a number, small ones in few bytes.
pub(super) fn put(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes a text.
pub(super) fn put_text(text: &str, out: &mut Vec<u8>) {
    put(text.len() as u64, out);
    out.extend(text.as_bytes());
}

/// Reads a number.
pub(super) fn get(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let (&first, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(first & 0x7f).checked_shl(shift)?;
        if first < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Reads a text.
pub(super) fn get_text(bytes: &mut &[u8]) -> Option<String> {
    let length = usize::try_from(get(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    String::from_utf8(text.to_vec()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts_come_back() {
        let mut out = Vec::new();
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        numbers.iter().for_each(|&number| put(number, &mut out));
        put_text("8 1 3/4 0 2", &mut out);
        let mut rest = &out[..];
        assert_eq!(numbers.map(|_| get(&mut rest)), numbers.map(Some));
        assert_eq!(get_text(&mut rest).as_deref(), Some("8 1 3/4 0 2"));
        assert_eq!((get(&mut rest), get_text(&mut rest)), (None, None));
    }

    #[test]
    fn whole_frames_are_found_between_damaged_ones() {
        let mut out = Vec::new();
        let ends: Vec<usize> = ["first", "second", "third"]
            .iter()
            .map(|body| {
                frame(body.as_bytes(), &mut out);
                out.len()
            })
            .collect();
        out[ends[0] + 12] ^= 1;
        let found = frames(&out);
        assert_eq!(found.bodies, [b"first", b"third"]);
        assert_eq!((found.damaged, found.torn), (ends[1] - ends[0], 0));
        let found = frames(&out[..ends[2] - 1]);
        assert_eq!((found.bodies.len(), found.end, found.torn), (1, ends[0], ends[2] - 1 - ends[0]));
    }
}
