//! The drawing of a receipt. Lengths are in points, from the top left corner.

use crate::paper::face::faces;
use crate::paper::sheet::{Brand, Colour, Mark, Sheet, wrapped};
use domain_core::status::Tone;
use domain_core::wallet::receipt::Receipt;

/// The width of A5.
const WIDTH: f32 = 420.0;
const LEAST_HEIGHT: f32 = 595.0;
const MARGIN: f32 = 40.0;
const LABELS: f32 = 110.0;
const SIGN_RADIUS: f32 = 18.0;
const LACKS: &str =
    "□ stands for a character that this paper cannot show, such as an emoji. The app shows it.";

/// Draws a receipt.
pub fn lay_out(receipt: &Receipt, rules: Option<&str>, brand: &Brand) -> Sheet {
    let mut sheet = Sheet {
        width: WIDTH,
        ..Sheet::default()
    };
    let Some([regular, bold]) = faces() else {
        return sheet;
    };
    sheet.band(brand, MARGIN, "Transaction receipt");
    let tone = Colour::of(receipt.status.tone);
    sign(&mut sheet, receipt.status.tone, tone, [WIDTH / 2.0, 104.0]);
    sheet.centred(bold, 11.0, tone, 142.0, receipt.status.label);
    sheet.centred(bold, 28.0, Colour::TEXT, 176.0, &receipt.amount);
    let mut y = 198.0;
    for line in wrapped(regular, 12.0, WIDTH - 2.0 * MARGIN, &receipt.headline) {
        sheet.centred(regular, 12.0, Colour::MUTED, y, &line);
        y += 16.0;
    }
    y = perforation(&mut sheet, y + 4.0);
    for row in &receipt.rows {
        let face = if row.is_total { bold } else { regular };
        sheet.text(regular, 10.0, Colour::MUTED, MARGIN, y, row.label);
        for line in wrapped(face, 10.0, WIDTH - 2.0 * MARGIN - LABELS, &row.value) {
            sheet.right(face, 10.0, Colour::TEXT, WIDTH - MARGIN, y, &line);
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
    y = perforation(&mut sheet, y);
    if let Some(rules) = rules {
        let line = ["Rules ", rules].concat();
        sheet.text(regular, 8.0, Colour::MUTED, MARGIN, y, &line);
        y += 11.0;
    }
    if sheet.lacks {
        for line in wrapped(regular, 8.0, WIDTH - 2.0 * MARGIN, LACKS) {
            sheet.text(regular, 8.0, Colour::MUTED, MARGIN, y, &line);
            y += 11.0;
        }
    }
    sheet.height = (y + 20.0).max(LEAST_HEIGHT);
    sheet
}

/// Draws a dashed line. Returns the baseline of the first line below it.
fn perforation(sheet: &mut Sheet, y: f32) -> f32 {
    sheet.marks.push(Mark::Stroke {
        points: vec![[MARGIN, y], [WIDTH - MARGIN, y]],
        width: 1.0,
        colour: Colour::LINE,
        is_dashed: true,
    });
    y + 26.0
}

/// Draws a tick, a cross or the hands of a clock in a circle.
fn sign(sheet: &mut Sheet, tone: Tone, colour: Colour, centre: [f32; 2]) {
    let strokes: &[&[[f32; 2]]] = match tone {
        Tone::Success => &[&[[-8.0, 0.5], [-2.5, 6.0], [8.0, -5.5]]],
        Tone::Danger => &[&[[-6.0, -6.0], [6.0, 6.0]], &[[-6.0, 6.0], [6.0, -6.0]]],
        Tone::Info | Tone::Warning | Tone::Neutral => &[&[[0.0, -9.0], [0.0, 0.0], [6.0, 4.0]]],
    };
    sheet.marks.push(Mark::Circle {
        centre,
        radius: SIGN_RADIUS,
        width: 2.5,
        colour,
    });
    for points in strokes {
        let points = points.iter();
        let points = points.map(|[x, y]| [centre[0] + x, centre[1] + y]);
        sheet.marks.push(Mark::Stroke {
            points: points.collect(),
            width: 2.5,
            colour,
            is_dashed: false,
        });
    }
}
