//! The table of a statement: a line for each transaction, over as many pages as it takes.

use super::page::{BOTTOM, END, MARGIN, page};
use crate::paper::face::{Face, faces};
use crate::paper::sheet::{Colour, Mark, Sheet, first_lines, plain};
use domain_core::calendar::{Instant, day_and_time};
use domain_core::money::{Amount, display_in_full};
use domain_core::wallet::statement::Statement;
use money::statement::{Direction, Line, TransactionRow};

pub const TINT: Colour = Colour([0.95, 0.96, 0.95]);
const SIZE: f32 = 8.0;
const LEADING: f32 = 10.5;
/// The first lines of a description that are shown.
const MOST_LINES: usize = 3;
/// The left of the descriptions and references.
const DESCRIPTION: f32 = MARGIN + 66.0;
const REFERENCE: f32 = DESCRIPTION + 150.0;
/// The right of the debits and credits.
const DEBIT: f32 = END - 148.0;
const CREDIT: f32 = END - 76.0;

/// A table that grows downwards.
pub struct Table {
    sheets: Vec<Sheet>,
    sheet: Sheet,
    y: f32,
}

impl Table {
    /// Begins on a page at a height.
    pub fn begin(sheet: Sheet, y: f32) -> Self {
        let mut table = Self {
            sheets: Vec::new(),
            sheet,
            y,
        };
        table.head();
        table
    }

    /// Names the columns.
    fn head(&mut self) {
        let Some([_, bold]) = faces() else {
            return;
        };
        let y = self.y + 8.0;
        for (x, name) in [
            (MARGIN, "Date"),
            (DESCRIPTION, "Description"),
            (REFERENCE, "Reference"),
        ] {
            self.sheet.text(bold, SIZE, Colour::MUTED, x, y, name);
        }
        for (x, name) in [(DEBIT, "Debit"), (CREDIT, "Credit"), (END, "Balance")] {
            self.sheet.right(bold, SIZE, Colour::MUTED, x, y, name);
        }
        self.y = y + 6.0;
        self.rule();
    }

    fn rule(&mut self) {
        self.sheet.marks.push(Mark::Area {
            place: [MARGIN, self.y, END - MARGIN, 0.5],
            colour: Colour::LINE,
        });
        self.y += 4.0;
    }

    /// Turns to the next page unless so many lines of text fit on this one.
    fn make_room(&mut self, lines: usize) {
        let lines = u16::try_from(lines).map_or(f32::MAX, f32::from);
        if self.y + lines * LEADING + 8.0 <= BOTTOM {
            return;
        }
        self.sheets.push(std::mem::replace(&mut self.sheet, page()));
        self.y = MARGIN;
        self.head();
    }

    /// Draws a transaction and the balance after it.
    pub fn line(&mut self, line: &Line, balance: &Amount) {
        let Some([regular, _]) = faces() else {
            return;
        };
        let room = REFERENCE - DESCRIPTION - 6.0;
        let words = first_lines(regular, SIZE, room, &description(&line.row), MOST_LINES);
        self.make_room(words.len());
        let y = self.y + 8.0;
        let date = day_and_time(Instant(line.booked_at_ms));
        let sheet = &mut self.sheet;
        sheet.text(regular, SIZE, Colour::TEXT, MARGIN, y, &date);
        let reference = plain(&line.row.reference);
        sheet.text(regular, 7.0, Colour::MUTED, REFERENCE, y, &reference);
        let x = match line.row.direction {
            Direction::Debit => DEBIT,
            Direction::Credit => CREDIT,
        };
        figure(sheet, regular, x, y, &line.row.net);
        figure(sheet, regular, END, y, balance);
        let mut below = y;
        for words in &words {
            sheet.text(regular, SIZE, Colour::TEXT, DESCRIPTION, below, words);
            below += LEADING;
        }
        self.y = below - LEADING + 6.0;
        self.rule();
    }

    /// Draws the totals. Returns the pages, and the height below the table.
    pub fn end(mut self, sums: &Statement) -> (Vec<Sheet>, f32) {
        // With the notes below.
        self.make_room(5);
        let y = self.y + 10.0;
        if let Some([regular, bold]) = faces() {
            let sheet = &mut self.sheet;
            if sums.balances.is_empty() {
                let none = "No transactions in this period";
                sheet.text(regular, SIZE, Colour::MUTED, MARGIN, y, none);
            } else {
                sheet.text(bold, SIZE, Colour::TEXT, MARGIN, y, "Totals");
            }
            figure(sheet, bold, DEBIT, y, &sums.debits);
            figure(sheet, bold, CREDIT, y, &sums.credits);
            figure(sheet, bold, END, y, &sums.closing);
        }
        self.sheets.push(self.sheet);
        (self.sheets, y + 26.0)
    }
}

/// Draws an amount that ends at `x`.
fn figure(sheet: &mut Sheet, face: &Face, x: f32, y: f32, amount: &Amount) {
    sheet.right(face, SIZE, Colour::TEXT, x, y, &display_in_full(amount));
}

/// The other side, the kind of the transaction, and what its owner wrote.
fn description(row: &TransactionRow) -> String {
    let label = row.category.label();
    let name = row.counterparty.as_ref().map(|party| plain(&party.name));
    let note = plain(&row.description);
    let mut parts: Vec<&str> = name.as_deref().into_iter().collect();
    parts.push(label);
    parts.extend((!note.is_empty() && note != label).then_some(note.as_str()));
    parts.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{document, line};
    use super::super::{Document, layout};
    use super::*;
    use crate::paper::pdf;
    use crate::paper::sheet::Brand;

    fn brand() -> Brand {
        Brand {
            name: "Ajo".into(),
            accent: Colour::TEXT,
            on_accent: Colour::PAPER,
            logo: None,
        }
    }

    fn written(document: &Document) -> Vec<u8> {
        pdf::write(
            &layout::lay_out(document, &brand()),
            ["Statement", "Check"],
            &brand(),
        )
    }

    fn texts(sheet: &Sheet) -> Vec<&str> {
        let marks = sheet.marks.iter();
        marks
            .filter_map(|mark| match mark {
                Mark::Text { text, .. } => Some(text.as_str()),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn equal_statements_are_equal_files() {
        let lines = || {
            vec![
                line("Rent", Direction::Credit, 500),
                line("🙏🏾", Direction::Debit, 20),
            ]
        };
        assert_eq!(written(&document(lines())), written(&document(lines())));
        assert_ne!(written(&document(lines())), written(&document(Vec::new())));
    }

    #[test]
    fn thousands_of_lines_are_on_numbered_pages_and_nothing_leaves_the_paper() {
        let long = "Ọláṣadé\u{202e} (Adébáyọ̀) \\ مرحبا ".repeat(9);
        let lines = (0..5_000)
            .map(|_| line(&long, Direction::Credit, 99_999_999))
            .collect();
        let document = document(lines);
        let sheets = layout::lay_out(&document, &brand());
        let bytes = pdf::write(&sheets, ["Statement", "Check"], &brand());
        let last = format!("Page {0} of {0}", sheets.len());
        assert!(texts(sheets.last().unwrap()).contains(&last.as_str()));
        for sheet in &sheets {
            assert!(sheet.marks.iter().all(|mark| match mark {
                Mark::Text { x, y, .. } => *x >= MARGIN - 1.0 && *y < sheet.height - 30.0,
                _ => true,
            }));
            assert!(texts(sheet).iter().all(|text| !text.contains('\u{202e}')));
        }
        assert!(bytes.len() < 8_000_000);
    }

    #[test]
    fn a_month_without_transactions_says_so() {
        let sheets = layout::lay_out(&document(Vec::new()), &brand());
        let [only] = &sheets[..] else {
            panic!("one page");
        };
        for part in [
            "No transactions in this period",
            "Page 1 of 1",
            "ABCD-EFGH-JKMN-PQRS",
        ] {
            assert!(texts(only).contains(&part), "{part}");
        }
    }
}
