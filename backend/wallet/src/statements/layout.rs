//! The pages of a statement: A4, the brand's band on the first, the table over all of them.

use super::Document;
use super::page::{END, MARGIN, PAGE, page};
use super::table::{self, Table};
use crate::paper::face::faces;
use crate::paper::sheet::{BAND, Brand, Colour, Mark, Sheet, first_lines, plain};
use domain_core::calendar::{day_in_words, day_year_and_time};
use domain_core::money::display_in_full;
use qrcode::{EcLevel, QrCode};

const QR_SIDE: f32 = 84.0;
/// Light squares around the code, which scanners need.
const QUIET: usize = 4;
const COMPLETED: &str =
    "Completed transactions only, on the day they were booked. Times are in Lagos.";
const LACKS: &str =
    "□ stands for a character that this paper cannot show, such as an emoji. The app shows it.";

/// Draws a statement.
pub fn lay_out(document: &Document, brand: &Brand) -> Vec<Sheet> {
    let Some([regular, bold]) = faces() else {
        return Vec::new();
    };
    let mut first = page();
    first.band(brand, MARGIN, "Account statement");
    let name = &document.period.name;
    first.text(bold, 20.0, Colour::TEXT, MARGIN, BAND + 40.0, name);
    let y = facts(&mut first, document);
    check(&mut first, document);
    let y = totals(&mut first, document, y.max(BAND + 170.0));
    let mut table = Table::begin(first, y);
    for (line, balance) in document.lines.iter().zip(&document.sums.balances) {
        table.line(line, balance);
    }
    let (mut sheets, y) = table.end(&document.sums);
    let lacks = sheets.iter().any(|sheet| sheet.lacks);
    if let Some(last) = sheets.last_mut() {
        let notes = [Some(COMPLETED), lacks.then_some(LACKS)];
        for (note, y) in notes.into_iter().flatten().zip([y, y + 11.0]) {
            last.text(regular, 8.0, Colour::MUTED, MARGIN, y, note);
        }
    }
    feet(&mut sheets, document, brand);
    sheets
}

/// The holder, the account and the period. Returns the height below them.
fn facts(sheet: &mut Sheet, document: &Document) -> f32 {
    let Some([regular, bold]) = faces() else {
        return BAND;
    };
    let period = &document.period;
    let days = [
        day_in_words(period.from),
        " to ".into(),
        day_in_words(period.to),
    ]
    .concat();
    let issued = day_year_and_time(document.issued_at) + " (Lagos time)";
    let holder = plain(&document.holder);
    let mut rows = vec![("Account holder", holder.as_str())];
    let accounts = document.accounts.iter();
    rows.extend(accounts.map(|(label, value)| (*label, value.as_str())));
    let currency = document.currency.as_str();
    rows.extend([
        ("Currency", currency),
        ("Period", days.as_str()),
        ("Issued", issued.as_str()),
    ]);
    let mut y = BAND + 64.0;
    for (label, value) in rows {
        sheet.text(regular, 9.0, Colour::MUTED, MARGIN, y, label);
        for line in first_lines(bold, 9.0, 230.0, value, 2) {
            sheet.text(bold, 9.0, Colour::TEXT, MARGIN + 90.0, y, &line);
            y += 12.0;
        }
        y += 4.0;
    }
    y
}

/// The code and the address at which others check the statement.
fn check(sheet: &mut Sheet, document: &Document) {
    let Some([regular, bold]) = faces() else {
        return;
    };
    let top = BAND + 24.0;
    if let Ok(code) = QrCode::with_error_correction_level(document.link.as_bytes(), EcLevel::M) {
        squares(sheet, &code, [END - QR_SIDE, top]);
    }
    let lines = [
        (regular, Colour::MUTED, "Check that it is genuine:"),
        (bold, Colour::TEXT, document.code.as_str()),
    ];
    let mut y = top + QR_SIDE + 12.0;
    for (face, colour, text) in lines {
        sheet.right(face, 8.0, colour, END, y, text);
        y += 11.0;
    }
}

/// Draws a QR code, each run of dark squares as one area.
fn squares(sheet: &mut Sheet, code: &QrCode, [left, top]: [f32; 2]) {
    let wide = code.width();
    let side = QR_SIDE / length(wide + 2 * QUIET);
    let colours = code.to_colors();
    for (row, squares) in colours.chunks(wide.max(1)).enumerate() {
        let mut column = 0;
        for run in squares.chunk_by(|one, next| one == next) {
            if run.first().is_some_and(|one| *one == qrcode::Color::Dark) {
                let x = left + side * length(column + QUIET);
                let y = top + side * length(row + QUIET);
                sheet.marks.push(Mark::Area {
                    place: [x, y, side * length(run.len()), side],
                    colour: Colour::TEXT,
                });
            }
            column += run.len();
        }
    }
}

fn length(count: usize) -> f32 {
    u16::try_from(count).map_or(f32::MAX, f32::from)
}

/// The opening balance, the totals and the closing balance. Returns the height below them.
fn totals(sheet: &mut Sheet, document: &Document, y: f32) -> f32 {
    let Some([regular, bold]) = faces() else {
        return y;
    };
    sheet.marks.push(Mark::Area {
        place: [MARGIN, y, END - MARGIN, 46.0],
        colour: table::TINT,
    });
    let sums = &document.sums;
    let figures = [
        ("Opening balance", &document.opening),
        ("Money in", &sums.credits),
        ("Money out", &sums.debits),
        ("Closing balance", &sums.closing),
    ];
    let room = (END - MARGIN) / 4.0;
    let mut x = MARGIN + 10.0;
    for (label, amount) in figures {
        sheet.text(regular, 8.0, Colour::MUTED, x, y + 17.0, label);
        let amount = display_in_full(amount);
        for line in first_lines(bold, 10.0, room - 10.0, &amount, 1) {
            sheet.text(bold, 10.0, Colour::TEXT, x, y + 33.0, &line);
        }
        x += room;
    }
    y + 66.0
}

/// The number of each page, and where the statement is checked.
fn feet(sheets: &mut [Sheet], document: &Document, brand: &Brand) {
    let Some([regular, _]) = faces() else {
        return;
    };
    let pages = sheets.len();
    for (index, sheet) in sheets.iter_mut().enumerate() {
        let y = PAGE[1] - 40.0;
        let number = format!("Page {} of {pages}", index + 1);
        let whose = [&brand.name, " · ", &document.link].concat();
        let room = END - MARGIN - 80.0;
        for line in first_lines(regular, 8.0, room, &whose, 1) {
            sheet.text(regular, 8.0, Colour::MUTED, MARGIN, y, &line);
        }
        sheet.right(regular, 8.0, Colour::MUTED, END, y, &number);
    }
}
