//! Statements for tests.

use super::{Document, balanced};
use domain_core::calendar::Instant;
use domain_core::money::{Amount, Currency};
use domain_core::payment::Category;
use domain_core::wallet::statement::period;
use money::statement::{Booked, Counterparty, Direction, Line, Status, TransactionRow};

fn naira(minor: i64) -> Amount {
    Amount::from_minor(minor, Currency::Ngn).unwrap()
}

/// A line with this name and description.
pub fn line(text: &str, direction: Direction, minor: i64) -> Line {
    let booked_at_ms = 1_795_900_000_000;
    let party = Counterparty {
        name: text.into(),
        account_number: None,
        bank_name: None,
        wallet_number: None,
    };
    let row = TransactionRow {
        id: String::new(),
        user_id: String::new(),
        reference: "M36QKQ347W3STB59".into(),
        ledger_transfer_id: String::new(),
        category: Category::WalletTransfer,
        direction,
        status: Status::Successful,
        currency: Currency::Ngn,
        gross: naira(minor),
        charge: naira(0),
        net: naira(minor),
        description: text.into(),
        counterparty: Some(party),
        payee: None,
        comment: None,
        token: None,
        owes_token: false,
        created_at_ms: booked_at_ms,
    };
    Line { row, booked_at_ms }
}

/// A statement of these lines.
pub fn document(lines: Vec<Line>) -> Document {
    let sum = |direction| {
        let those = lines.iter().filter(|line| line.row.direction == direction);
        those.filter_map(|line| line.row.net.minor()).sum::<i64>()
    };
    let closing = naira(sum(Direction::Credit) - sum(Direction::Debit));
    let booked = Booked {
        opening: naira(0),
        closing,
        lines,
        is_sound: true,
    };
    let ((opening, lines), sums) = balanced(booked).unwrap();
    let now = Instant(1_796_000_000_000);
    Document {
        holder: "Ada Okafor".into(),
        accounts: vec![("Wallet", "9593210549".into())],
        period: period("2026-11", Instant(0), now).unwrap(),
        currency: Currency::Ngn,
        issued_at: now,
        opening,
        lines,
        sums,
        code: "ABCD-EFGH-JKMN-PQRS".into(),
        link: "https://ajo.example/statement/ABCDEFGHJKMNPQRS".into(),
    }
}
