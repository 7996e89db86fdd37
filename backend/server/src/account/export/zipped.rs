//! The export as a ZIP file: a CSV file for each table, and one that explains them.

use super::form::Head;
use super::readme;
use ground::own_data::{Sink, Table};
use serde_json::Value;
use std::io::{Cursor, Result, Write};
use wallet::csv;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// Higher levels gain little.
const FAST: i64 = 1;

pub struct Zipped {
    zip: ZipWriter<Cursor<Vec<u8>>>,
    options: SimpleFileOptions,
    readme: String,
    table: Option<&'static Table>,
}

impl Zipped {
    pub fn begin(head: &Head) -> Self {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(FAST))
            .last_modified_time(date_of(&head.exported_at).unwrap_or_default());
        Self {
            zip: ZipWriter::new(Cursor::new(Vec::new())),
            options,
            readme: readme::begin(head),
            table: None,
        }
    }

    pub fn finish(mut self) -> Result<Vec<u8>> {
        self.zip.start_file("README.txt", self.options)?;
        self.zip.write_all(self.readme.as_bytes())?;
        Ok(self.zip.finish()?.into_inner())
    }
}

impl Sink for Zipped {
    fn begin(&mut self, table: &'static Table) -> Result<()> {
        let name = [table.name, ".csv"].concat();
        self.zip.start_file(name, self.options)?;
        let head: Vec<String> = table.columns.iter().map(|one| one.name.into()).collect();
        self.table = Some(table);
        self.zip.write_all(csv::BYTE_ORDER_MARK.as_bytes())?;
        self.zip.write_all(csv::line(&head).as_bytes())
    }

    fn row(&mut self, values: Vec<Value>) -> Result<()> {
        let cells: Vec<String> = values.into_iter().map(cell).collect();
        self.zip.write_all(csv::line(&cells).as_bytes())
    }

    fn end(&mut self, rows: u64) -> Result<()> {
        if let Some(table) = self.table {
            self.readme.push_str(&readme::about(table, rows));
        }
        Ok(())
    }
}

fn cell(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// The date of a file, from an instant such as `2026-11-20T09:00:00.000Z`.
fn date_of(instant: &str) -> Option<DateTime> {
    let part = |from: usize, to: usize| instant.get(from..to)?.parse::<u16>().ok();
    let small = |from, to| u8::try_from(part(from, to)?).ok();
    let (month, day) = (small(5, 7)?, small(8, 10)?);
    let (hour, minute, second) = (small(11, 13)?, small(14, 16)?, small(17, 19)?);
    DateTime::from_date_and_time(part(0, 4)?, month, day, hour, minute, second).ok()
}
