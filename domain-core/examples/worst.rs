//! Times the slowest calls of 64 kB: `cargo run --release --features estimate --example worst`. Each value of a typical
//! input in turn is made as large as possible; the best of a few runs counts, to exclude noise.

use domain_core::catalogue::{evaluate_text, inputs};
use domain_core::shape::{Field, Type};
use std::time::{Duration, Instant};

const LARGEST_BYTES: usize = 64 * 1024;
const TRIES: usize = 5;

fn usual(of: Type) -> String {
    match of {
        Type::Text | Type::Any => "\"text\"".into(),
        Type::Amount | Type::Rate => "\"1500.00\"".into(),
        Type::Integer | Type::Number => "3".into(),
        Type::Flag => "true".into(),
        Type::Date => "\"2026-01-31\"".into(),
        Type::Instant => "\"2026-01-31T09:00:00Z\"".into(),
        Type::Choice(_, texts) => format!("\"{}\"", texts.first().copied().unwrap_or_default()),
        Type::List(item) => format!("[{}]", usual(*item)),
        Type::Nullable(inner) => usual(*inner),
        Type::Map(value) => format!("{{\"NGN\":{}}}", usual(*value)),
        Type::Record(record) | Type::Checked(record) => object(record.fields, None),
        Type::Fields(fields) => object(fields, None),
    }
}

fn object(fields: &[Field], swapped: Option<(&str, &str)>) -> String {
    let members: Vec<String> = fields
        .iter()
        .map(|field| match swapped {
            Some((key, value)) if key == field.key => format!("\"{key}\":{value}"),
            _ => format!("\"{}\":{}", field.key, usual(field.of)),
        })
        .collect();
    format!("{{{}}}", members.join(","))
}

/// The largest readable values of a type.
fn large(of: Type) -> Vec<String> {
    let filled = |unit: &str, separator: &str| {
        let count = LARGEST_BYTES / (unit.len() + separator.len()) - 64;
        vec![unit; count].join(separator)
    };
    match of {
        Type::List(item) => vec![format!("[{}]", filled(&usual(*item), ","))],
        Type::Map(value) => {
            let value = usual(*value);
            let members: Vec<String> = (0..LARGEST_BYTES / (value.len() + 10))
                .map(|key| format!("\"k{key}\":{value}"))
                .collect();
            vec![format!("{{{}}}", members.join(","))]
        }
        Type::Nullable(inner) => large(*inner),
        Type::Record(record) => record
            .fields
            .iter()
            .flat_map(|field| {
                large(field.of)
                    .into_iter()
                    .map(|value| object(record.fields, Some((field.key, &value))))
            })
            .collect(),
        Type::Any => {
            let members: Vec<String> = (0..6_000)
                .rev()
                .map(|key| format!("\"k{key}\":1"))
                .collect();
            vec![
                format!("{{{}}}", members.join(",")),
                format!("[{}]", filled("{\"aB\":1}", ",")),
            ]
        }
        _ => ["a", "9", "é", ".", "@.", "aA1!", "-", " ", "\\\\"]
            .map(|unit| format!("\"{}\"", filled(unit, "")))
            .to_vec(),
    }
}

fn main() {
    let mut slowest: Vec<(Duration, String)> = Vec::new();
    for (rule, of) in inputs() {
        let fields = match of {
            Type::Record(record) => record.fields,
            Type::Fields(fields) => fields,
            _ => continue,
        };
        let mut worst = Duration::ZERO;
        for field in fields {
            for value in large(field.of) {
                let input = object(fields, Some((field.key, &value)));
                let best = (0..TRIES).map(|_| {
                    let began = Instant::now();
                    let _ = std::hint::black_box(evaluate_text(&rule, &input));
                    began.elapsed()
                });
                worst = worst.max(best.min().unwrap_or_default());
            }
        }
        slowest.push((worst, rule));
    }
    slowest.sort();
    println!("the slowest calls of 64 kB, in microseconds");
    for (took, rule) in slowest.iter().rev().take(12) {
        println!("{:>8} {rule}", took.as_micros());
    }
}
