//! The export of a user's own data.

pub mod complete;
mod moment;
mod private;
mod refused;
mod tables;

use crate::support::Caller;
use axum::http::Method;
use serde_json::{Map, Value};
use std::io::{Cursor, Read};
use zip::ZipArchive;

/// The text of the JSON export.
pub async fn text(person: &Caller) -> String {
    let answer = person
        .raw(Method::GET, "/api/account/export?format=json", "", "")
        .await;
    answer.expect(200);
    assert_eq!(answer.header("content-type"), "application/json");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"my-data.json\""
    );
    assert_eq!(
        answer.header("content-length"),
        answer.bytes.len().to_string()
    );
    answer.text
}

pub async fn document(person: &Caller) -> Value {
    serde_json::from_str(&text(person).await).unwrap()
}

/// The tables of a document.
pub fn tables_of(document: &Value) -> &Map<String, Value> {
    document["tables"].as_object().unwrap()
}

/// The rows of a table.
pub fn rows<'a>(document: &'a Value, table: &str) -> &'a Vec<Value> {
    document["tables"][table].as_array().unwrap()
}

/// The files of the CSV export with their texts, in order.
pub async fn files(person: &Caller) -> Vec<(String, String)> {
    let answer = person
        .raw(Method::GET, "/api/account/export?format=csv", "", "")
        .await;
    answer.expect(200);
    assert_eq!(answer.header("content-type"), "application/zip");
    assert_eq!(
        answer.header("content-disposition"),
        "attachment; filename=\"my-data.zip\""
    );
    let mut archive = ZipArchive::new(Cursor::new(answer.bytes)).unwrap();
    let mut files = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        files.push((file.name().unwrap().into_owned(), text));
    }
    files
}

/// The minor units of an amount.
pub fn minor(amount: &Value) -> i64 {
    amount.as_str().unwrap().replace('.', "").parse().unwrap()
}
