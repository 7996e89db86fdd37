//! Repeats one row a number of times, for callgrind: `bench-native ROW CALLS`.

use bench_native::{ROWS, measured};
use std::hint::black_box;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(row), Some(calls)) = (arguments.next(), arguments.next()) else {
        ROWS.iter().for_each(|(name, _, _)| println!("{name}"));
        return Ok(());
    };
    let known = ROWS.iter().find(|(name, _, _)| *name == row);
    let (_, rule, input) = known.ok_or("there is no such row")?;
    for _ in 0..calls.parse::<u32>()? {
        black_box(measured(black_box(rule), black_box(input)).map_err(|error| error.message.into_owned())?);
    }
    Ok(())
}
