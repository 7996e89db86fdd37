//! Parts of measurements that a script in Node is too slow for: a load client that costs little beside the server, the
//! disk's own speed, and payments in SQLite without a server. Each command prints one line of JSON.

#![allow(
    clippy::disallowed_methods,
    reason = "a measurement needs the real time"
)]

mod disk;
mod grouped;
mod http;
mod load;
mod times;

use serde::Serialize;
use std::error::Error;

const USAGE: &str = "\
bench-load http ADDRESS FILE CONNECTIONS SECONDS [RATE]   each connection its own requests, one after the other; with a
                                                          rate, that many a second over all connections, in file order
bench-load disk FOLDER SECONDS                            how long fdatasync takes after 8 kB
bench-load grouped FILE                                   payments in SQLite, several in one commit";

/// No run is longer, whatever was asked for.
const MOST_SECONDS: f64 = 300.0;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["http", address, file, connections, seconds, rate @ ..] if rate.len() < 2 => {
            let rate = rate.first().map(|rate| rate.parse::<f64>()).transpose()?;
            let plan = load::Plan {
                address: address.parse()?,
                connections: connections.parse()?,
                seconds: bounded(seconds)?,
                rate,
            };
            print(&load::run(&plan, file.as_ref())?)
        }
        ["disk", folder, seconds] => print(&disk::run(folder.as_ref(), bounded(seconds)?)?),
        ["grouped", file] => print(&grouped::run(file.as_ref())?),
        _ => Err(USAGE.into()),
    }
}

fn bounded(seconds: &str) -> Result<f64, Box<dyn Error>> {
    let seconds: f64 = seconds.parse()?;
    if seconds > 0.0 && seconds <= MOST_SECONDS {
        Ok(seconds)
    } else {
        Err(format!("seconds are above 0 and at most {MOST_SECONDS}").into())
    }
}

fn print(outcome: &impl Serialize) -> Result<(), Box<dyn Error>> {
    println!("{}", serde_json::to_string(outcome)?);
    Ok(())
}
