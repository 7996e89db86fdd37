//! The native interface, for comparison with the others. One call per line, tab-separated:
//!
//! - `parity evaluate`: reads `rule <tab> input`, writes the answer;
//! - `parity names MODULE`: writes the names of the rules in the module `entry` or in the part `later`;
//! - `parity random COUNT SEED`: writes `rule <tab> input <tab> answer`, COUNT random calls per rule.
//!
//! An answer is JSON; a malformed call is answered with `!` and `{"code", "message"}`.

mod random;

use std::error::Error;
use std::io::{BufRead, BufWriter, Write, stdin, stdout};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut out = BufWriter::new(stdout().lock());
    match arguments[..] {
        ["evaluate"] => {
            for line in stdin().lock().lines() {
                let line = line?;
                let (rule, input) = line.split_once('\t').ok_or("a line is: rule, tab, input")?;
                writeln!(out, "{}", answer(rule, input)?)?;
            }
        }
        ["names", module] => {
            for rule in domain_core::catalogue::names_in(module) {
                writeln!(out, "{rule}")?;
            }
        }
        ["random", count, seed] => {
            let mut source = random::Source::new(seed.parse()?);
            for (rule, of) in domain_core::catalogue::inputs() {
                for _ in 0..count.parse::<usize>()? {
                    let input = random::call(&mut source, &rule, of);
                    writeln!(out, "{rule}\t{input}\t{}", answer(&rule, &input)?)?;
                }
            }
        }
        _ => return Err("parity evaluate | parity names MODULE | parity random COUNT SEED".into()),
    }
    Ok(out.flush()?)
}

/// The answer of `domain_core::evaluate`.
fn answer(rule: &str, input: &str) -> Result<String, Box<dyn Error>> {
    Ok(
        match domain_core::evaluate(rule, serde_json::from_str(input)?) {
            Ok(output) => output.to_string(),
            Err(error) => format!("!{}", serde_json::to_string(&error)?),
        },
    )
}
