//! How long the disk takes to store what was written, with nothing else to do.

use crate::times::{Times, micros};
use serde::Serialize;
use std::error::Error;
use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// A page of a write-ahead log.
const PAGE: [u8; 8_192] = [0x5a; 8_192];
/// The file is written over and over within this size, as a log is that reuses its segments.
const PAGES: u64 = 256;

#[derive(Debug, Serialize)]
pub struct Disk {
    syncs: usize,
    #[serde(flatten)]
    times: Times,
}

pub fn run(folder: &Path, seconds: f64) -> Result<Disk, Box<dyn Error>> {
    let path = folder.join(format!("bench-disk-{}", std::process::id()));
    let outcome = measure(&path, seconds);
    std::fs::remove_file(&path)?;
    outcome
}

fn measure(path: &Path, seconds: f64) -> Result<Disk, Box<dyn Error>> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    for _ in 0..PAGES {
        file.write_all(&PAGE)?;
    }
    file.sync_all()?;
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let mut samples = Vec::new();
    while Instant::now() < end {
        if (samples.len() as u64).is_multiple_of(PAGES) {
            file.seek(SeekFrom::Start(0))?;
        }
        file.write_all(&PAGE)?;
        let before = Instant::now();
        file.sync_data()?;
        samples.push(micros(before.elapsed()));
    }
    Ok(Disk {
        syncs: samples.len(),
        times: Times::of(samples),
    })
}
