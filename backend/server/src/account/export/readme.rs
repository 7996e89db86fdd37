//! The file that explains the tables.

use super::form::Head;
use ground::own_data::{Kind, Table};

const UNITS: &str = "Each file is a table in CSV (RFC 4180, UTF-8), and its first line names the columns.\r\n\
    \r\n\
    - Amounts are decimal numbers in the currency that the same row names: 1500.00 in NGN is 1,500 naira.\r\n\
    - Times are in UTC (RFC 3339): 2026-11-20T09:00:00.000Z. Dates without a time are days in Lagos.\r\n\
    - A blank cell means that there is no value.\r\n\
    - A cell that a spreadsheet would take for a formula begins with an apostrophe, and line breaks are blanks. The JSON \
    export has every text as it is.\r\n\
    - Passwords, PINs, codes, keys and your whole BVN or NIN are no part of this. Nor is what is known of other people, \
    except for the names that you were shown yourself.\r\n\
    \r\n";

pub fn begin(head: &Head) -> String {
    format!(
        "Your data at {}\r\nExported at {}\r\n\r\n{UNITS}",
        head.business, head.exported_at
    )
}

/// A paragraph about a table.
pub fn about(table: &Table, rows: u64) -> String {
    let columns: Vec<String> = table
        .columns
        .iter()
        .map(|column| [column.name, unit(&column.kind)].concat())
        .collect();
    format!(
        "{}.csv, rows: {rows}\r\n  {}\r\n  Columns: {}\r\n\r\n",
        table.name,
        table.about,
        columns.join(", ")
    )
}

const fn unit(kind: &Kind) -> &'static str {
    match kind {
        Kind::Flag => " (true or false)",
        Kind::Instant => " (time)",
        Kind::Amount(_) => " (amount)",
        Kind::Naira => " (amount in NGN)",
        Kind::Json => " (JSON)",
        Kind::Bytes => " (Base64)",
        Kind::Text | Kind::Number | Kind::Computed(_) => "",
    }
}
