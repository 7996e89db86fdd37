//! A transaction's receipt: its texts, amounts and their order. It is rendered on screen, in print, as an image and as
//! a PDF.

use crate::calendar::{Instant, day_year_and_time};
use crate::money::{AmountText, CurrencyCode, Formatted, display_in_full};
use crate::payment::{Category, Direction};
use crate::shape::{input, output};
use crate::status::{self, Status, StatusInput, StatusLabel};
use crate::validation::{Checked, Violation};

input! {
    /// A transaction.
    pub struct ReceiptInput {
        /// The reference of the transaction.
        reference: String,
        /// The category of the transaction.
        category: Category,
        /// Whether the wallet was debited or credited.
        direction as "type": Direction,
        /// The status of the transaction.
        status: Status,
        /// The currency of the transaction.
        currency: CurrencyCode,
        /// The payee's amount.
        gross_amount: AmountText,
        /// The fee.
        charge: AmountText,
        /// The debit or credit of the wallet.
        net_amount: AmountText,
        /// The description of the transaction; blank: shown as a dash.
        description: String,
        /// The payee or payer; null: none is known.
        counterparty: Option<Party>,
        /// The reason for a failure.
        comment: Option<String>,
        /// A prepaid meter's token, and its units.
        token: Option<String>,
        /// The units that the token buys; null: none.
        units: Option<String>,
        /// The time of the transaction, shown in Lagos time.
        created_at: Instant,
        /// The owner of the statement.
        owner: Option<String>,
        /// Whether amounts and numbers are shown; the default is yes.
        visible: Option<bool>,
    }

    /// The counterparty.
    pub struct Party {
        /// The name of the person, network, service, wallet or plan.
        name: String,
        /// The name of the bank; null: no bank is involved.
        bank_name: Option<String>,
        /// The number that the category's label names, such as an account or a phone number; null: none.
        account_number: Option<String>,
        /// The number of the wallet; null: none.
        wallet_number: Option<String>,
    }
}

output! {
    /// A receipt.
    pub struct Receipt {
        /// The label and the tone of the status.
        status: StatusLabel,
        /// The amount sent or received.
        amount: String,
        /// A summary such as `Sent to Ada Obi`.
        headline: String,
        /// The rows of the receipt, from top to bottom; none of them is blank.
        rows: Vec<Row>,
        /// An additional remark, such as where a failed payment's money is.
        note: Option<String>,
    }

    /// A label and its value.
    pub struct Row {
        /// The name of the row.
        label: &'static str,
        /// The content of the row.
        value: String,
        /// Whether it is the amount that left or reached the wallet.
        is_total: bool,
    }
}

/// The receipt of a transaction, its date in Lagos time. Without a fee, the total stands alone. Source: document 2,
/// section 2 (the receipt's total, fee, grand total).
///
/// # Errors
/// `not_an_amount`; an unknown currency.
pub fn receipt(input: &ReceiptInput) -> Checked<Receipt> {
    let currency = input.currency.known("currency")?;
    let is_visible = input.visible != Some(false);
    let shown = |field: &'static str, amount: &AmountText| -> Result<String, Violation> {
        let amount = amount.amount(field, currency)?;
        Ok(masked(display_in_full(&amount), is_visible))
    };
    let gross = shown("gross_amount", &input.gross_amount)?;
    let (is_debit, party) = (input.direction == Direction::Debit, &input.counterparty);
    let mut rows = vec![];
    let mut line = |label: &'static str, value: &str, is_total: bool| {
        if !value.is_empty() {
            rows.push(Row {
                label,
                value: value.to_owned(),
                is_total,
            });
        }
    };
    let mut row = |label, value: &str| line(label, value, false);
    row(
        "From",
        if is_debit {
            input.owner.as_deref()
        } else {
            None
        }
        .unwrap_or_default(),
    );
    if let Some(party) = party {
        let (name, number) = input.category.party_labels();
        let given = |text: &Option<String>| text.clone().unwrap_or_default();
        let hidden = |text: &Option<String>| match text {
            Some(number) => masked(number.clone(), is_visible),
            None => String::new(),
        };
        row(name, &party.name);
        row("Bank", &given(&party.bank_name));
        row(number, &hidden(&party.account_number));
        row("Wallet number", &hidden(&party.wallet_number));
    }
    row(
        "To",
        if is_debit {
            None
        } else {
            input.owner.as_deref()
        }
        .unwrap_or_default(),
    );
    row(
        "Token",
        &in_fours(input.token.as_deref().unwrap_or_default()),
    );
    row("Units", input.units.as_deref().unwrap_or_default());
    let is_free = input.charge.amount("charge", currency)?.is_zero();
    if !is_free {
        row("Total", &gross);
        row("Fee", &shown("charge", &input.charge)?);
    }
    let total = match (is_debit, is_free) {
        (true, false) => "Grand total",
        (true, true) => "Total",
        (false, _) => "Received",
    };
    line(total, &shown("net_amount", &input.net_amount)?, true);
    let mut row = |label, value: &str| line(label, value, false);
    let description = input.description.trim();
    row(
        "Description",
        if description.is_empty() {
            "–"
        } else {
            description
        },
    );
    row(
        "Date",
        &[&day_year_and_time(input.created_at), " (Lagos time)"].concat(),
    );
    row("Reference", &input.reference);
    let status = status::label(&StatusInput {
        status: input.status,
        lateness: None,
    });
    let label = input.category.label();
    let headline = match party {
        None => label.to_owned(),
        Some(party) => {
            let done = match (is_debit, input.status) {
                (false, _) => "From ",
                (true, Status::Successful) => "Sent to ",
                (true, Status::Failed) => "Not sent to ",
                (true, _) => "On its way to ",
            };
            match input.category {
                Category::AirtimeTopup
                | Category::DataTopup
                | Category::Cable
                | Category::Power
                | Category::Crypto
                | Category::CryptoProceeds
                | Category::CryptoSend
                | Category::CryptoReceive
                | Category::Exchange
                | Category::ExchangeProceeds => [label, " · ", &party.name].concat(),
                _ => [done, &party.name].concat(),
            }
        }
    };
    Ok(Receipt {
        status,
        amount: gross,
        headline,
        rows,
        note: input.comment.clone(),
    })
}

/// `12345678` as `1234 5678`, as typed into a meter.
fn in_fours(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index.is_multiple_of(4) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

fn masked(text: String, is_visible: bool) -> String {
    if is_visible {
        text
    } else {
        Formatted::hidden().text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Currency;

    fn sent() -> ReceiptInput {
        ReceiptInput {
            reference: "M36QKQ347W3STB59".into(),
            category: Category::Withdraw,
            direction: Direction::Debit,
            status: Status::Successful,
            currency: Currency::Ngn.into(),
            gross_amount: "12500".into(),
            charge: "20".into(),
            net_amount: "12520".into(),
            description: "Rent 🙏🏾".into(),
            counterparty: Some(Party {
                name: "UMAR CHIDI".into(),
                bank_name: Some("Access Bank".into()),
                account_number: Some("0123456789".into()),
                wallet_number: None,
            }),
            comment: None,
            token: None,
            units: None,
            created_at: Instant::parse("2026-11-22T23:52:18.451Z").unwrap(),
            owner: Some("Chiamaka Okonkwo".into()),
            visible: None,
        }
    }

    fn rows(input: &ReceiptInput) -> Vec<(&'static str, String)> {
        let rows = receipt(input).unwrap().rows;
        rows.into_iter().map(|row| (row.label, row.value)).collect()
    }

    #[test]
    fn receipts_have_both_parties_the_amounts_and_the_time_in_lagos() {
        let expected = [
            ("From", "Chiamaka Okonkwo"),
            ("Name", "UMAR CHIDI"),
            ("Bank", "Access Bank"),
            ("Account number", "0123456789"),
            ("Total", "₦12,500.00"),
            ("Fee", "₦20.00"),
            ("Grand total", "₦12,520.00"),
            ("Description", "Rent 🙏🏾"),
            ("Date", "23 Nov 2026, 00:52 (Lagos time)"),
            ("Reference", "M36QKQ347W3STB59"),
        ];
        assert_eq!(
            rows(&sent()),
            expected.map(|(label, value)| (label, value.to_owned()))
        );
    }

    #[test]
    fn without_a_fee_the_total_stands_alone() {
        let free = |direction| ReceiptInput {
            direction,
            charge: "0".into(),
            net_amount: "12500".into(),
            ..sent()
        };
        let totals = |input: &ReceiptInput| {
            let rows = receipt(input).unwrap().rows;
            let totals = rows.into_iter().filter(|row| row.is_total);
            totals.map(|row| row.label).collect::<Vec<_>>()
        };
        assert_eq!(totals(&sent()), ["Grand total"]);
        for (direction, label) in [(Direction::Debit, "Total"), (Direction::Credit, "Received")] {
            let input = free(direction);
            assert_eq!(totals(&input), [label]);
            let amounts = rows(&input)
                .into_iter()
                .filter(|(_, value)| value.contains('₦'));
            assert_eq!(amounts.count(), 1);
        }
    }

    #[test]
    fn headlines_match_direction_and_status() {
        for (direction, status, headline) in [
            (Direction::Debit, Status::Successful, "Sent to UMAR CHIDI"),
            (
                Direction::Debit,
                Status::Processing,
                "On its way to UMAR CHIDI",
            ),
            (Direction::Debit, Status::Failed, "Not sent to UMAR CHIDI"),
            (Direction::Credit, Status::Successful, "From UMAR CHIDI"),
        ] {
            let input = ReceiptInput {
                direction,
                status,
                ..sent()
            };
            assert_eq!(receipt(&input).unwrap().headline, headline);
        }
        let alone = ReceiptInput {
            counterparty: None,
            category: Category::AddressVerification,
            ..sent()
        };
        assert_eq!(receipt(&alone).unwrap().headline, "Address verification");
    }

    #[test]
    fn meter_tokens_are_in_groups_of_four() {
        let input = ReceiptInput {
            category: Category::Power,
            token: Some("12345678901234567890".into()),
            units: Some("43.5".into()),
            ..sent()
        };
        let rows = rows(&input);
        let value = |label: &str| {
            rows.iter()
                .find(|row| row.0 == label)
                .map(|row| row.1.clone())
        };
        assert_eq!(value("Token").as_deref(), Some("1234 5678 9012 3456 7890"));
        assert_eq!(value("Units").as_deref(), Some("43.5"));
    }

    #[test]
    fn hidden_amounts_are_masked_on_receipts() {
        let input = ReceiptInput {
            visible: Some(false),
            ..sent()
        };
        let shown = receipt(&input).unwrap();
        assert_eq!(shown.amount, Formatted::hidden().text);
        let figures = rows(&input)
            .into_iter()
            .filter(|(label, _)| ["Account number", "Total", "Fee", "Grand total"].contains(label));
        assert!(
            figures.clone().count() == 4
                && figures
                    .into_iter()
                    .all(|(_, value)| value == Formatted::hidden().text)
        );
    }
}
