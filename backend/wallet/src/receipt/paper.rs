//! The drawing of a receipt. Lengths are in points, from the top left corner.

use super::face::{Face, faces};
use domain_core::status::Tone;
use domain_core::wallet::receipt::Receipt;

/// The width of A5.
pub const WIDTH: f32 = 420.0;
const LEAST_HEIGHT: f32 = 595.0;
const MARGIN: f32 = 40.0;
const BAND: f32 = 64.0;
const LABELS: f32 = 110.0;
const SIGN_RADIUS: f32 = 18.0;
const LACKS: &str =
    "□ stands for a character that this paper cannot show, such as an emoji. The app shows it.";

/// Red, green and blue, each from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Colour(pub [f32; 3]);

impl Colour {
    pub const TEXT: Self = Self([0.08, 0.09, 0.12]);
    pub const PAPER: Self = Self([1.0; 3]);
    const MUTED: Self = Self([0.29, 0.33, 0.38]);
    const LINE: Self = Self([0.78, 0.80, 0.78]);
    const SUCCESS: Self = Self([0.09, 0.44, 0.25]);
    const WAITING: Self = Self([0.54, 0.33, 0.0]);
    const DANGER: Self = Self([0.70, 0.15, 0.12]);

    /// From `#rrggbb`.
    pub fn hexadecimal(text: &str) -> Option<Self> {
        let number = u32::from_str_radix(text.strip_prefix('#')?, 16).ok()?;
        let [_, red, green, blue] = number.to_be_bytes();
        Some(Self([red, green, blue].map(|part| f32::from(part) / 255.0)))
    }

    const fn of(tone: Tone) -> Self {
        match tone {
            Tone::Success => Self::SUCCESS,
            Tone::Danger => Self::DANGER,
            Tone::Info | Tone::Warning | Tone::Neutral => Self::WAITING,
        }
    }
}

/// The brand of the receipt.
pub struct Brand {
    pub name: String,
    pub accent: Colour,
    pub on_accent: Colour,
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
    Circle {
        centre: [f32; 2],
        radius: f32,
        width: f32,
        colour: Colour,
    },
}

/// A finished drawing.
#[derive(Debug, Default)]
pub struct Sheet {
    pub height: f32,
    pub marks: Vec<Mark>,
    lacks: bool,
}

/// Draws a receipt.
pub fn lay_out(receipt: &Receipt, brand: &Brand) -> Sheet {
    let mut sheet = Sheet::default();
    let Some([regular, bold]) = faces() else {
        return sheet;
    };
    sheet.marks.push(Mark::Area {
        place: [0.0, 0.0, WIDTH, BAND],
        colour: brand.accent,
    });
    sheet.text(bold, 20.0, brand.on_accent, MARGIN, 40.0, &brand.name);
    sheet.right(regular, 10.0, brand.on_accent, 38.0, "Transaction receipt");

    let tone = Colour::of(receipt.status.tone);
    sheet.sign(receipt.status.tone, tone, [WIDTH / 2.0, 104.0]);
    sheet.centred(bold, 11.0, tone, 142.0, receipt.status.label);
    sheet.centred(bold, 28.0, Colour::TEXT, 176.0, &receipt.amount);
    let mut y = 198.0;
    for line in wrapped(regular, 12.0, WIDTH - 2.0 * MARGIN, &receipt.headline) {
        sheet.centred(regular, 12.0, Colour::MUTED, y, &line);
        y += 16.0;
    }
    y = sheet.perforation(y + 4.0);
    for row in &receipt.rows {
        let is_total = ["Grand total", "Received"].contains(&row.label);
        let face = if is_total { bold } else { regular };
        sheet.text(regular, 10.0, Colour::MUTED, MARGIN, y, row.label);
        for line in wrapped(face, 10.0, WIDTH - 2.0 * MARGIN - LABELS, &row.value) {
            sheet.right(face, 10.0, Colour::TEXT, y, &line);
            y += 14.0;
        }
        y += 8.0;
    }
    for line in receipt.note.iter() {
        for line in wrapped(regular, 10.0, WIDTH - 2.0 * MARGIN, line) {
            sheet.text(regular, 10.0, Colour::TEXT, MARGIN, y, &line);
            y += 14.0;
        }
    }
    y = sheet.perforation(y);
    if sheet.lacks {
        for line in wrapped(regular, 8.0, WIDTH - 2.0 * MARGIN, LACKS) {
            sheet.text(regular, 8.0, Colour::MUTED, MARGIN, y, &line);
            y += 11.0;
        }
    }
    sheet.height = (y + 20.0).max(LEAST_HEIGHT);
    sheet
}

impl Sheet {
    fn text(&mut self, face: &Face, size: f32, colour: Colour, x: f32, y: f32, text: &str) {
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

    fn right(&mut self, face: &Face, size: f32, colour: Colour, y: f32, text: &str) {
        let x = WIDTH - MARGIN - width(face, size, text);
        self.text(face, size, colour, x, y, text);
    }

    fn centred(&mut self, face: &Face, size: f32, colour: Colour, y: f32, text: &str) {
        let x = (WIDTH - width(face, size, text)) / 2.0;
        self.text(face, size, colour, x, y, text);
    }

    /// Draws a dashed line. Returns the baseline of the first line below it.
    fn perforation(&mut self, y: f32) -> f32 {
        self.marks.push(Mark::Stroke {
            points: vec![[MARGIN, y], [WIDTH - MARGIN, y]],
            width: 1.0,
            colour: Colour::LINE,
            is_dashed: true,
        });
        y + 26.0
    }

    /// Draws a tick, a cross or the hands of a clock in a circle.
    fn sign(&mut self, tone: Tone, colour: Colour, centre: [f32; 2]) {
        let strokes: &[&[[f32; 2]]] = match tone {
            Tone::Success => &[&[[-8.0, 0.5], [-2.5, 6.0], [8.0, -5.5]]],
            Tone::Danger => &[&[[-6.0, -6.0], [6.0, 6.0]], &[[-6.0, 6.0], [6.0, -6.0]]],
            Tone::Info | Tone::Warning | Tone::Neutral => &[&[[0.0, -9.0], [0.0, 0.0], [6.0, 4.0]]],
        };
        self.marks.push(Mark::Circle {
            centre,
            radius: SIGN_RADIUS,
            width: 2.5,
            colour,
        });
        for points in strokes {
            let points = points.iter();
            let points = points.map(|[x, y]| [centre[0] + x, centre[1] + y]);
            self.marks.push(Mark::Stroke {
                points: points.collect(),
                width: 2.5,
                colour,
                is_dashed: false,
            });
        }
    }
}

fn width(face: &Face, size: f32, text: &str) -> f32 {
    face.shape(text).width * size / 1000.0
}

/// Breaks a text into lines no wider than this; a wider word is broken as well.
fn wrapped(face: &Face, size: f32, room: f32, text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().map_or("", |line| line.as_str());
        let longer = [line, if line.is_empty() { "" } else { " " }, word].concat();
        if width(face, size, &longer) <= room {
            lines.pop();
            lines.push(longer);
            continue;
        }
        if line.is_empty() {
            lines.pop();
        }
        let mut part = String::new();
        for character in word.chars() {
            part.push(character);
            if width(face, size, &part) > room {
                part.pop();
                lines.push(std::mem::replace(&mut part, character.to_string()));
            }
        }
        lines.push(part);
    }
    lines
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
    fn colours_are_parsed_from_hexadecimal() {
        assert_eq!(
            Colour::hexadecimal("#ff0000"),
            Some(Colour([1.0, 0.0, 0.0]))
        );
        assert_eq!(Colour::hexadecimal("red"), None);
    }
}
