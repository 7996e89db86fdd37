//! Text extraction from a PDF: its glyphs by the characters that its fonts map them to.

use flate2::read::ZlibDecoder;
use std::collections::HashMap;
use std::io::Read;

/// Glyphs and their characters.
type Characters = HashMap<u16, char>;

/// The texts of a one-page document, each after a blank.
pub fn words(pdf: &[u8]) -> String {
    // One character per byte, so that positions stay the same.
    let text: String = pdf.iter().map(|byte| char::from(*byte)).collect();
    let objects: HashMap<u32, &str> = text
        .split("endobj")
        .filter_map(|object| {
            let start = object.find(" 0 obj")?;
            let number = object[..start].rsplit(char::is_whitespace).next()?;
            Some((number.parse().ok()?, &object[start..]))
        })
        .collect();
    let page = objects.values().find(|object| object.contains("/MediaBox"));
    let page = page.expect("a page");
    let fonts: HashMap<&str, Characters> = ["R", "B"]
        .into_iter()
        .map(|name| {
            let font = objects[&number_after(page, &format!("/{name} "))];
            let characters = objects[&number_after(font, "/ToUnicode ")];
            (name, mapped(&stream(characters)))
        })
        .collect();
    shown(&stream(objects[&number_after(page, "/Contents ")]), &fonts)
}

fn number_after(object: &str, key: &str) -> u32 {
    let start = object
        .find(key)
        .unwrap_or_else(|| panic!("{key} in {object}"))
        + key.len();
    let digits: String = object[start..]
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits.parse().unwrap()
}

fn stream(object: &str) -> Vec<u8> {
    let (head, rest) = object.split_once("stream\n").expect("a stream");
    let body = &rest[..rest.rfind("\nendstream").expect("an end")];
    let bytes: Vec<u8> = body.chars().map(|c| u8::try_from(c).unwrap()).collect();
    if !head.contains("/FlateDecode") {
        return bytes;
    }
    let mut inflated = Vec::new();
    ZlibDecoder::new(&bytes[..])
        .read_to_end(&mut inflated)
        .unwrap();
    inflated
}

/// Lines such as `<0024> <0041>`.
fn mapped(map: &[u8]) -> Characters {
    let map = String::from_utf8_lossy(map);
    let pairs = map.lines().filter_map(|line| {
        let (glyph, character) = line.strip_prefix('<')?.split_once("> <")?;
        let units: Vec<u16> = character
            .strip_suffix('>')?
            .as_bytes()
            .chunks(4)
            .map(|unit| u16::from_str_radix(std::str::from_utf8(unit).unwrap(), 16))
            .collect::<Result<_, _>>()
            .ok()?;
        let character = String::from_utf16(&units).ok()?.chars().next()?;
        Some((u16::from_str_radix(glyph, 16).ok()?, character))
    });
    pairs.collect()
}

/// The text shown by the page's operators.
fn shown(content: &[u8], fonts: &HashMap<&str, Characters>) -> String {
    let mut words = String::new();
    let (mut name, mut font, mut string) = (String::new(), "R", Vec::new());
    let mut bytes = content.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'(' => string = literal(&mut bytes),
            b'<' => {
                let digits: Vec<u8> = bytes.by_ref().take_while(|byte| *byte != b'>').collect();
                let pairs = digits
                    .chunks(2)
                    .map(|pair| std::str::from_utf8(pair).unwrap());
                string = pairs
                    .map(|pair| u8::from_str_radix(pair, 16).unwrap())
                    .collect();
            }
            b'/' => name.clear(),
            _ if byte.is_ascii_whitespace() => continue,
            _ => {
                let mut word = vec![byte];
                while let Some(next) = bytes.next_if(|next| next.is_ascii_alphanumeric()) {
                    word.push(next);
                }
                match &word[..] {
                    b"Tf" => font = if name == "B" { "B" } else { "R" },
                    b"Tj" => words.extend(
                        string
                            .chunks(2)
                            .filter_map(|id| fonts[font].get(&u16::from_be_bytes([id[0], id[1]]))),
                    ),
                    b"ET" => words.push(' '),
                    b"R" | b"B" => name = String::from_utf8(word).unwrap(),
                    _ => {}
                }
            }
        }
    }
    words
}

/// The bytes of a string in brackets.
fn literal(bytes: &mut impl Iterator<Item = u8>) -> Vec<u8> {
    let (mut string, mut depth) = (Vec::new(), 1);
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => {
                let escaped = bytes.next().unwrap();
                string.push(match escaped {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'b' => 8,
                    b'f' => 12,
                    b'0'..=b'7' => {
                        let digits = [escaped, bytes.next().unwrap(), bytes.next().unwrap()];
                        digits.iter().fold(0, |sum, digit| sum * 8 + (digit - b'0'))
                    }
                    other => other,
                });
                continue;
            }
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        string.push(byte);
    }
    string
}
