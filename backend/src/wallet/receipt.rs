//! A receipt as a one-page PDF.
//!
//! It uses the standard fonts of every PDF reader, so none is embedded. They lack ₦ and most African letters: amounts
//! carry the currency code, and diacritics are dropped.

use crate::clock::rfc3339;
use crate::payment::statement::TransactionRow;
use crate::payment::statement::{Direction, Status};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

const WIDTH: f32 = 420.0;
const HEIGHT: f32 = 595.0;
const MARGIN: f32 = 40.0;
const VALUE_AT: f32 = 150.0;
const ROW: f32 = 22.0;
const LONGEST_VALUE_CHARACTERS: usize = 44;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const REGULAR: Ref = Ref::new(5);
const BOLD: Ref = Ref::new(6);
const INFO: Ref = Ref::new(7);

/// The receipt of a transaction, with the brand's name.
pub fn receipt(row: &TransactionRow, owner: &str, brand: &str) -> Vec<u8> {
    let mut pdf = Pdf::new();
    pdf.catalog(CATALOG).pages(PAGES);
    pdf.pages(PAGES).kids([PAGE]).count(1);
    let mut page = pdf.page(PAGE);
    page.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT))
        .parent(PAGES)
        .contents(CONTENT);
    page.resources()
        .fonts()
        .pair(Name(b"R"), REGULAR)
        .pair(Name(b"B"), BOLD);
    page.finish();
    for (font, name) in [(REGULAR, &b"Helvetica"[..]), (BOLD, b"Helvetica-Bold")] {
        pdf.type1_font(font)
            .base_font(Name(name))
            .encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    pdf.stream(CONTENT, &content(row, owner, brand));
    let title = format!("Receipt {}", row.reference);
    pdf.document_info(INFO)
        .title(TextStr(&title))
        .producer(TextStr(brand));
    pdf.finish()
}

fn content(row: &TransactionRow, owner: &str, brand: &str) -> Vec<u8> {
    let mut sheet = Sheet {
        content: Content::new(),
        y: HEIGHT - MARGIN - 12.0,
    };
    sheet.line("B", 18.0, MARGIN, brand);
    sheet.y -= ROW;
    sheet.line("R", 11.0, MARGIN, "Transaction receipt");
    sheet.rule();
    for (label, value) in lines(row, owner) {
        sheet.pair("R", label, &value);
    }
    sheet.rule();
    let currency = row.currency;
    let amount = |amount: &str| format!("{currency} {}", grouped(amount));
    sheet.pair("R", "Total", &amount(&row.gross.to_string()));
    sheet.pair("R", "Fee", &amount(&row.charge.to_string()));
    let last = match row.direction {
        Direction::Debit => "Grand total",
        Direction::Credit => "Received",
    };
    sheet.pair("B", last, &amount(&row.net.to_string()));
    sheet.content.finish().to_vec()
}

fn lines(row: &TransactionRow, owner: &str) -> Vec<(&'static str, String)> {
    let party = row.counterparty.as_ref();
    let other = party.map_or_else(String::new, |party| party.name.clone());
    let (from, to) = match row.direction {
        Direction::Debit => (owner.to_owned(), other),
        Direction::Credit => (other, owner.to_owned()),
    };
    let status = match row.status {
        Status::Processing => "Processing",
        Status::Successful => "Successful",
        Status::Failed => "Failed",
    };
    let mut lines = vec![
        ("Reference", row.reference.clone()),
        (
            "Date",
            rfc3339(row.created_at_ms)
                .replace('T', " ")
                .replace('Z', " UTC"),
        ),
        ("Status", status.to_owned()),
        ("From", from),
        ("To", to),
    ];
    if let Some(bank) = party.and_then(|party| party.bank_name.clone()) {
        lines.push(("Bank", bank));
    }
    if let Some(number) = party.and_then(|party| {
        party
            .account_number
            .clone()
            .or_else(|| party.wallet_number.clone())
    }) {
        let is_wallet = party.is_some_and(|party| party.account_number.is_none());
        let (_, label) = row.category.party_labels();
        lines.push((if is_wallet { "Wallet number" } else { label }, number));
    }
    if let Some(sent) = &row.token {
        lines.push(("Token", in_fours(&sent.token)));
        lines.push(("Units", sent.units.clone().unwrap_or_default()));
    }
    lines.push(("Description", row.description.clone()));
    lines.retain(|(_, value)| !value.is_empty());
    lines
}

/// `12345678` as `1234 5678`, as people type it into a meter.
fn in_fours(digits: &str) -> String {
    let digits: Vec<char> = digits.chars().collect();
    let groups: Vec<String> = digits
        .chunks(4)
        .map(|group| group.iter().collect())
        .collect();
    groups.join(" ")
}

/// `1234567.50` as `1,234,567.50`; unlike on screens, all decimals are shown.
fn grouped(amount: &str) -> String {
    let (whole, decimals) = amount.split_once('.').unwrap_or((amount, ""));
    let digits: Vec<char> = whole.chars().collect();
    let groups: Vec<String> = digits
        .rchunks(3)
        .rev()
        .map(|group| group.iter().collect())
        .collect();
    [&groups.join(","), ".", decimals].concat()
}

/// The position of the next line.
struct Sheet {
    content: Content,
    y: f32,
}

impl Sheet {
    fn line(&mut self, font: &str, size: f32, x: f32, text: &str) {
        self.content.begin_text();
        self.content.set_font(Name(font.as_bytes()), size);
        self.content.next_line(x, self.y);
        self.content.show(Str(&win_ansi(text)));
        self.content.end_text();
    }

    fn pair(&mut self, font: &str, label: &str, value: &str) {
        let shown: String = value.chars().take(LONGEST_VALUE_CHARACTERS).collect();
        self.line("R", 10.0, MARGIN, label);
        self.line(font, 10.0, VALUE_AT, &shown);
        self.y -= ROW;
    }

    fn rule(&mut self) {
        self.y -= ROW / 2.0;
        self.content.set_line_width(0.5);
        self.content.move_to(MARGIN, self.y);
        self.content.line_to(WIDTH - MARGIN, self.y);
        self.content.stroke();
        self.y -= ROW;
    }
}

/// Text in the fonts' encoding: Latin-1 unchanged, other Latin letters without diacritics, the rest as `?`.
fn win_ansi(text: &str) -> Vec<u8> {
    text.chars()
        .filter(|c| !('\u{300}'..='\u{36f}').contains(c))
        .map(byte)
        .collect()
}

fn byte(character: char) -> u8 {
    let plain = match character {
        'ạ' => 'a',
        'ẹ' | 'ẽ' | 'ɛ' | 'ǝ' => 'e',
        'ị' | 'ĩ' => 'i',
        'ọ' | 'ɔ' => 'o',
        'ụ' | 'ũ' => 'u',
        'ṣ' => 's',
        'ṅ' | 'ń' | 'ǹ' => 'n',
        'ɓ' => 'b',
        'ɗ' => 'd',
        'ƙ' => 'k',
        'ƴ' => 'y',
        'Ạ' => 'A',
        'Ẹ' => 'E',
        'Ị' => 'I',
        'Ọ' => 'O',
        'Ụ' => 'U',
        'Ṣ' => 'S',
        'Ṅ' => 'N',
        'Ɓ' => 'B',
        'Ɗ' => 'D',
        'Ƙ' => 'K',
        '’' | '‘' => '\'',
        '–' | '—' => '-',
        '•' => '*',
        other => other,
    };
    match u8::try_from(u32::from(plain)) {
        Ok(byte) if (32..127).contains(&byte) || byte >= 160 => byte,
        _ => b'?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_readable_in_the_fonts_every_reader_has() {
        assert_eq!(win_ansi("Ọláṣadé \u{202e}Bello"), b"Ol\xe1sad\xe9 ?Bello");
        assert_eq!(win_ansi("a\nb"), b"a?b");
    }

    #[test]
    fn amounts_are_grouped_with_all_their_decimals() {
        assert_eq!(grouped("1234567.50"), "1,234,567.50");
        assert_eq!(grouped("0.00000013"), "0.00000013");
    }
}
