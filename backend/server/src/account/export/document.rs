//! The export as one JSON document, compressed while it is written.

use super::form::Head;
use flate2::Compression;
use flate2::write::GzEncoder;
use ground::own_data::{Sink, Table};
use serde_json::Value;
use std::io::{Result, Write};

/// `{"exported_at": …, "business": …, "tables": {"name": [{…}, …], …}}`, with a row in each line.
pub struct Document {
    file: GzEncoder<Vec<u8>>,
    length: usize,
    table: Option<&'static Table>,
    /// Whether a table, or a row of the current table, was written before.
    follows_table: bool,
    follows_row: bool,
}

impl Document {
    pub fn begin(head: &Head) -> Result<Self> {
        let mut document = Self {
            file: GzEncoder::new(Vec::new(), Compression::fast()),
            length: 0,
            table: None,
            follows_table: false,
            follows_row: false,
        };
        let (at, business) = (
            serde_json::to_string(&head.exported_at)?,
            serde_json::to_string(&head.business)?,
        );
        document.write(&format!(
            "{{\"exported_at\": {at},\n\"business\": {business},\n\"tables\": {{"
        ))?;
        Ok(document)
    }

    /// The compressed document, and the length of the plain one.
    pub fn finish(mut self) -> Result<(Vec<u8>, usize)> {
        self.write("}}\n")?;
        Ok((self.file.finish()?, self.length))
    }

    fn write(&mut self, text: &str) -> Result<()> {
        self.length += text.len();
        self.file.write_all(text.as_bytes())
    }
}

impl Sink for Document {
    fn begin(&mut self, table: &'static Table) -> Result<()> {
        let before = if self.follows_table { ",\n" } else { "\n" };
        self.write(&format!("{before}\"{}\": [", table.name))?;
        (self.table, self.follows_table, self.follows_row) = (Some(table), true, false);
        Ok(())
    }

    fn row(&mut self, values: Vec<Value>) -> Result<()> {
        let mut line = String::from(if self.follows_row { ",\n{" } else { "\n{" });
        let columns = self.table.map(|table| table.columns).unwrap_or_default();
        for (index, (column, value)) in columns.iter().zip(values).enumerate() {
            let before = if index > 0 { ", " } else { "" };
            line.push_str(&format!("{before}\"{}\": {value}", column.name));
        }
        line.push('}');
        self.follows_row = true;
        self.write(&line)
    }

    fn end(&mut self, _: u64) -> Result<()> {
        self.write("]")
    }
}
