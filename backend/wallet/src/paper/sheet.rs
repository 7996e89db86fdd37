//! A page: texts, areas and lines. Lengths are in points, from the top left corner.

use super::face::{Face, faces};
use domain_core::status::Tone;
use ground::pictures::Pixels;

/// The height of the brand's band, and of the logo in it.
pub const BAND: f32 = 64.0;
const LOGO: f32 = 32.0;
/// More than fit on a line of any page here.
const CHARACTERS_A_LINE: usize = 150;
/// The longest text that is looked at.
const MOST_CHARACTERS: usize = 1_000;

/// Red, green and blue, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Colour(pub [f32; 3]);

impl Colour {
    pub const TEXT: Self = Self([0.08, 0.09, 0.12]);
    pub const PAPER: Self = Self([1.0; 3]);
    pub const MUTED: Self = Self([0.29, 0.33, 0.38]);
    pub const LINE: Self = Self([0.78, 0.80, 0.78]);
    const SUCCESS: Self = Self([0.09, 0.44, 0.25]);
    const WAITING: Self = Self([0.54, 0.33, 0.0]);
    const DANGER: Self = Self([0.70, 0.15, 0.12]);

    /// From `#rrggbb`.
    pub fn hexadecimal(text: &str) -> Option<Self> {
        let number = u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Self([red, green, blue].map(|part| f32::from(part) / 255.0)))
    }

    pub const fn of(tone: Tone) -> Self {
        match tone {
            Tone::Success => Self::SUCCESS,
            Tone::Danger => Self::DANGER,
            Tone::Info | Tone::Warning | Tone::Neutral => Self::WAITING,
        }
    }
}

/// The brand of a document.
pub struct Brand {
    pub name: String,
    pub accent: Colour,
    pub on_accent: Colour,
    pub logo: Option<Pixels>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Mark {
    /// A line of text; `y` is its baseline.
    Text {
        x: f32,
        y: f32,
        size: f32,
        is_bold: bool,
        colour: Colour,
        text: String,
    },
    /// A filled rectangle: left, top, width, height.
    Area { place: [f32; 4], colour: Colour },
    /// Connected lines.
    Stroke {
        points: Vec<[f32; 2]>,
        width: f32,
        colour: Colour,
        is_dashed: bool,
    },
    /// The brand's logo: left, top, width, height.
    Logo { place: [f32; 4] },
    Circle {
        centre: [f32; 2],
        radius: f32,
        width: f32,
        colour: Colour,
    },
}

/// A page.
#[derive(Debug, Default)]
pub struct Sheet {
    pub width: f32,
    pub height: f32,
    pub marks: Vec<Mark>,
    /// Whether a character is missing from the typeface.
    pub lacks: bool,
}

impl Sheet {
    pub fn text(&mut self, face: &Face, size: f32, colour: Colour, x: f32, y: f32, text: &str) {
        self.lacks |= face.shape(text).lacks;
        self.marks.push(Mark::Text {
            x,
            y,
            size,
            is_bold: face.is_bold(),
            colour,
            text: text.to_owned(),
        });
    }

    /// Draws a text that ends at `x`.
    pub fn right(&mut self, face: &Face, size: f32, colour: Colour, x: f32, y: f32, text: &str) {
        let x = x - width(face, size, text);
        self.text(face, size, colour, x, y, text);
    }

    pub fn centred(&mut self, face: &Face, size: f32, colour: Colour, y: f32, text: &str) {
        let x = (self.width - width(face, size, text)) / 2.0;
        self.text(face, size, colour, x, y, text);
    }

    /// Draws the brand's band over the top: its logo and name, and the name of the document at the end.
    pub fn band(&mut self, brand: &Brand, margin: f32, document: &str) {
        let Some([regular, bold]) = faces() else {
            return;
        };
        self.marks.push(Mark::Area {
            place: [0.0, 0.0, self.width, BAND],
            colour: brand.accent,
        });
        let mut x = margin;
        if let Some(logo) = &brand.logo {
            let wide = LOGO * logo.ratio();
            let top = (BAND - LOGO) / 2.0;
            self.marks.push(Mark::Logo {
                place: [x, top, wide, LOGO],
            });
            x += wide + 10.0;
        }
        self.text(bold, 20.0, brand.on_accent, x, 39.0, &brand.name);
        let end = self.width - margin;
        self.right(regular, 10.0, brand.on_accent, end, 36.0, document);
    }
}

pub fn width(face: &Face, size: f32, text: &str) -> f32 {
    face.shape(text).width * size / 1000.0
}

/// Breaks a text into lines no wider than this; a wider word is broken as well.
pub fn wrapped(face: &Face, size: f32, room: f32, text: &str) -> Vec<String> {
    let space = width(face, size, " ");
    let mut lines = Vec::new();
    let (mut line, mut taken) = (String::new(), 0.0);
    for word in text.split_whitespace() {
        let wide = width(face, size, word);
        let gap = if line.is_empty() { 0.0 } else { space };
        if taken + gap + wide <= room {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            taken += gap + wide;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        // A word of its own line, in as many parts as it takes.
        for character in word.chars() {
            line.push(character);
            if wide > room && width(face, size, &line) > room {
                line.pop();
                lines.push(std::mem::replace(&mut line, character.to_string()));
            }
        }
        taken = width(face, size, &line);
    }
    lines.push(line);
    lines
}

/// The lines of a text, at most so many; the last one ends with `…` if the text goes on.
pub fn first_lines(face: &Face, size: f32, room: f32, text: &str, most: usize) -> Vec<String> {
    // Only so much can fit; a longer text is not shaped in vain.
    let fit = most * CHARACTERS_A_LINE;
    let start: String = text.chars().take(fit).collect();
    let mut lines = wrapped(face, size, room, &start);
    if lines.len() > most || start.len() < text.len() {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            while !last.is_empty() && width(face, size, last) + width(face, size, "…") > room {
                last.pop();
            }
            last.push('…');
        }
    }
    lines
}

/// A text without characters that are invisible, or that change the direction of others.
pub fn plain(text: &str) -> String {
    let is_hidden = |character: &char| matches!(character, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}');
    let spaced = text
        .chars()
        .filter(|character| !is_hidden(character))
        .take(MOST_CHARACTERS)
        .map(|character| {
            if character.is_control() {
                ' '
            } else {
                character
            }
        });
    let spaced: String = spaced.collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regular() -> &'static Face {
        faces().unwrap()[0]
    }

    #[test]
    fn long_texts_wrap_without_loss() {
        let text =
            "Rent for November — thank you so much, please confirm when it lands in your account";
        let lines = wrapped(regular(), 10.0, 200.0, text);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), text);
        assert!(
            lines
                .iter()
                .all(|line| width(regular(), 10.0, line) <= 200.0)
        );
        let word = "x".repeat(200);
        let lines = wrapped(regular(), 10.0, 200.0, &word);
        assert_eq!(lines.concat(), word);
        assert!(
            lines
                .iter()
                .all(|line| width(regular(), 10.0, line) <= 200.0)
        );
        assert_eq!(wrapped(regular(), 10.0, 200.0, ""), [""]);
    }

    #[test]
    fn long_texts_are_cut_and_hidden_characters_dropped() {
        let lines = first_lines(regular(), 8.0, 100.0, &"Adébáyọ̀ ".repeat(1_000), 2);
        assert_eq!(lines.len(), 2);
        assert!(lines[1].ends_with('…'));
        assert!(
            lines
                .iter()
                .all(|line| width(regular(), 8.0, line) <= 100.0)
        );
        assert_eq!(first_lines(regular(), 8.0, 100.0, "Rent", 2), ["Rent"]);
        let hostile = "A\u{202e}da\u{0}\n(\u{2066}Obi\u{200f}) Tj\u{7}";
        assert_eq!(plain(hostile), "Ada (Obi) Tj");
    }

    #[test]
    fn colours_are_parsed_from_hexadecimal() {
        assert_eq!(
            Colour::hexadecimal("#ff0000"),
            Some(Colour([1.0, 0.0, 0.0]))
        );
        assert_eq!(Colour::hexadecimal("red"), None);
    }
}
