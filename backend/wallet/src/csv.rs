//! A statement as a CSV file.

use ground::clock::rfc3339;
use money::statement::TransactionRow;

const HEAD: &str = "date,reference,category,type,status,currency,gross_amount,charge,net_amount,description,counterparty,account";

/// Lets Excel recognise UTF-8; without it, names with ọ or ṣ are garbled.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The entries as CSV (RFC 4180).
pub fn csv(rows: &[TransactionRow]) -> String {
    let mut text = [BYTE_ORDER_MARK, HEAD].concat();
    text.push_str("\r\n");
    for row in rows {
        let party = row.counterparty.as_ref();
        let account = party.and_then(|party| {
            party
                .account_number
                .as_deref()
                .or(party.wallet_number.as_deref())
        });
        let cells = [
            rfc3339(row.created_at_ms),
            row.reference.clone(),
            row.category.as_str().to_owned(),
            row.direction.as_str().to_owned(),
            row.status.as_str().to_owned(),
            row.currency.as_str().to_owned(),
            row.gross.to_string(),
            row.charge.to_string(),
            row.net.to_string(),
            row.description.clone(),
            party.map(|party| party.name.clone()).unwrap_or_default(),
            account.unwrap_or_default().to_owned(),
        ];
        text.push_str(&line(&cells));
    }
    text
}

/// A line of cells that spreadsheets do not interpret as formulas.
pub fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
    cells.join(",") + "\r\n"
}

/// Prefixes text that looks like a formula with an apostrophe, as OWASP advises.
fn escaped(cell: &str) -> String {
    let begins_formula = cell
        .trim_start()
        .starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
        || cell.starts_with(['\t', '\r', '\n']);
    let cell = if begins_formula {
        format!("'{cell}")
    } else {
        cell.to_owned()
    };
    let cell: String = cell
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    if cell.contains(['"', ',', ';', '\'']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn cells_are_never_formulas() {
        assert_eq!(escaped("=cmd|' /C calc'!A0"), "\"'=cmd|' /C calc'!A0\"");
        assert_eq!(escaped("-1+1"), "\"'-1+1\"");
        assert_eq!(escaped("  @SUM(A1)"), "\"'  @SUM(A1)\"");
        assert_eq!(
            escaped("two\nlines, \"quoted\""),
            "\"two lines, \"\"quoted\"\"\""
        );
        assert_eq!(escaped("rent"), "rent");
    }
}
