//! Payments in SQLite without a server: one thread, prepared statements, several payments in one commit.
//!
//! The statements come from a file. A named parameter gets its value from the payment's person, from the columns of an
//! earlier statement's row, or is `:now`, `:k` (the payment's number) or `:id` (a text used once).

use crate::times::{Times, cpu_seconds, micros};
use rusqlite::types::Value;
use rusqlite::{Connection, Statement};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

#[derive(Deserialize)]
struct Work {
    database: PathBuf,
    /// Run once, before the measurement.
    prepare: String,
    /// A query; each of its rows is a person who pays.
    people: String,
    /// The statements of a payment, in order.
    payment: Vec<String>,
    /// The beginning of the identifiers of this run.
    run: String,
    /// Payments in a commit.
    group: u64,
    seconds: f64,
    /// The greatest number of payments.
    most: u64,
}

#[derive(Debug, Serialize)]
pub struct Grouped {
    done: u64,
    rate: f64,
    seconds: f64,
    exhausted: bool,
    cpu_seconds: f64,
    /// A group, from its beginning to its commit.
    #[serde(flatten)]
    times: Times,
}

type Values = HashMap<String, Value>;

/// A prepared statement with the names of its parameters.
struct Step<'c> {
    statement: Statement<'c>,
    names: Vec<String>,
    columns: Vec<String>,
}

pub fn run(file: &Path) -> Result<Grouped, Box<dyn Error>> {
    let work: Work = serde_json::from_reader(std::fs::File::open(file)?)?;
    let database = Connection::open(&work.database)?;
    database.execute_batch(&work.prepare)?;
    let people = people(&database, &work.people)?;
    if people.is_empty() || work.group == 0 {
        return Err("there are people, and payments in a group".into());
    }
    let mut steps = Vec::new();
    for text in &work.payment {
        steps.push(Step::new(&database, text)?);
    }
    let end = Duration::from_secs_f64(work.seconds.clamp(0.0, crate::MOST_SECONDS));
    let (cpu, started) = (cpu_seconds(), Instant::now());
    let (mut done, mut samples) = (0, Vec::new());
    while started.elapsed() < end && done + work.group <= work.most {
        let before = Instant::now();
        database.execute_batch("BEGIN IMMEDIATE")?;
        for k in done..done + work.group {
            let place = usize::try_from(k % people.len() as u64)?;
            let mut values = people.get(place).cloned().unwrap_or_default();
            values.insert(":now".into(), Value::Integer(now_ms()?));
            values.insert(":k".into(), Value::Integer(i64::try_from(k)?));
            values.insert(":id".into(), Value::Text(format!("{}-{k}", work.run)));
            for step in &mut steps {
                step.run(&mut values)?;
            }
        }
        database.execute_batch("COMMIT")?;
        samples.push(micros(before.elapsed()));
        done += work.group;
    }
    let seconds = started.elapsed().as_secs_f64();
    Ok(Grouped {
        done,
        rate: done as f64 / seconds,
        seconds,
        exhausted: done + work.group > work.most,
        cpu_seconds: cpu_seconds() - cpu,
        times: Times::of(samples),
    })
}

fn now_ms() -> Result<i64, Box<dyn Error>> {
    Ok(i64::try_from(
        SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis(),
    )?)
}

fn people(database: &Connection, query: &str) -> Result<Vec<Values>, Box<dyn Error>> {
    let mut statement = database.prepare(query)?;
    let columns = columns_of(&statement);
    let mut rows = statement.query([])?;
    let mut people = Vec::new();
    while let Some(row) = rows.next()? {
        let mut person = Values::new();
        for (place, column) in columns.iter().enumerate() {
            person.insert(column.clone(), row.get(place)?);
        }
        people.push(person);
    }
    Ok(people)
}

fn columns_of(statement: &Statement<'_>) -> Vec<String> {
    statement
        .column_names()
        .into_iter()
        .map(|name| format!(":{name}"))
        .collect()
}

impl<'c> Step<'c> {
    fn new(database: &'c Connection, text: &str) -> Result<Self, Box<dyn Error>> {
        let statement = database.prepare(text)?;
        let names = (1..=statement.parameter_count())
            .map(|place| statement.parameter_name(place).map(String::from));
        let names = names
            .collect::<Option<Vec<_>>>()
            .ok_or("parameters have names")?;
        let columns = columns_of(&statement);
        Ok(Self {
            statement,
            names,
            columns,
        })
    }

    /// Reads all rows; keeps the first. A statement that finds no row fails the run.
    fn run(&mut self, values: &mut Values) -> Result<(), Box<dyn Error>> {
        for (place, name) in self.names.iter().enumerate() {
            let value = values
                .get(name)
                .ok_or_else(|| format!("{name} has no value"))?;
            self.statement.raw_bind_parameter(place + 1, value)?;
        }
        if self.columns.is_empty() {
            return match self.statement.raw_execute()? {
                0 => Err("a statement changed nothing".into()),
                _ => Ok(()),
            };
        }
        let mut rows = self.statement.raw_query();
        let mut is_first = true;
        while let Some(row) = rows.next()? {
            if is_first {
                for (place, column) in self.columns.iter().enumerate() {
                    values.insert(column.clone(), row.get(place)?);
                }
            }
            is_first = false;
        }
        if is_first {
            Err("a statement found nothing".into())
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(database: &Path, payment: &[&str]) -> String {
        serde_json::json!({
            "database": database,
            "prepare": "CREATE TABLE a (name TEXT PRIMARY KEY, n INTEGER); CREATE TABLE b (id TEXT PRIMARY KEY, n INTEGER);
                INSERT INTO a VALUES ('x', 0), ('y', 0)",
            "people": "SELECT name FROM a ORDER BY name",
            "payment": payment,
            "run": "r",
            "group": 4,
            "seconds": 5,
            "most": 10,
        })
        .to_string()
    }

    fn run_with(name: &str, payment: &[&str]) -> (Result<Grouped, Box<dyn Error>>, PathBuf) {
        let folder =
            std::env::temp_dir().join(format!("bench-grouped-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (database, file) = (folder.join("a.sqlite"), folder.join("work.json"));
        std::fs::write(&file, work(&database, payment)).unwrap();
        (run(&file), folder)
    }

    #[test]
    fn payments_take_turns_and_read_earlier_rows() {
        let payment = [
            "UPDATE a SET n = n + 1 WHERE name = :name RETURNING n",
            "INSERT INTO b VALUES (:id, :n + :k - :k)",
        ];
        let (outcome, folder) = run_with("turns", &payment);
        let outcome = outcome.unwrap();
        assert_eq!((outcome.done, outcome.exhausted), (8, true));
        let database = Connection::open(folder.join("a.sqlite")).unwrap();
        let text = "SELECT group_concat(id || '=' || n, ' ') FROM (SELECT * FROM b ORDER BY id)";
        let rows: String = database.query_row(text, [], |row| row.get(0)).unwrap();
        assert_eq!(rows, "r-0=1 r-1=1 r-2=2 r-3=2 r-4=3 r-5=3 r-6=4 r-7=4");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_statement_without_effect_fails_the_run() {
        let (outcome, folder) = run_with("none", &["UPDATE a SET n = 1 WHERE name = 'z'"]);
        assert!(outcome.unwrap_err().to_string().contains("changed nothing"));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
