//! Explanations: the answer is that of the rule, and every figure can be worked out again from the input and the
//! constants of the rules, by an arithmetic that shares nothing with the rules'.

#[path = "../examples/parity/random.rs"]
#[allow(dead_code, reason = "the program uses all of it")]
mod random;

use domain_core::catalogue::inputs;
use domain_core::money::plain_amount;
use domain_core::{evaluate, explain};
use num_bigint::BigInt;
use num_rational::BigRational;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Random calls of each rule.
const CALLS: usize = 400;
const SEED: u64 = 20_261_129;

/// Of all figures checked, those by the way of their last step.
type Counts = BTreeMap<String, u64>;

fn rational(text: &str) -> BigRational {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits: BigInt = [whole, decimals].concat().parse().unwrap();
    BigRational::new(
        digits,
        BigInt::from(10).pow(decimals.len().try_into().unwrap()),
    )
}

/// The decimals that a text has.
fn scale(text: &str) -> u32 {
    text.split_once('.')
        .map_or(0, |(_, decimals)| decimals.len().try_into().unwrap())
}

fn rounded(exact: &BigRational, scale: u32, rounding: &str) -> BigRational {
    let unit = BigRational::from(BigInt::from(10).pow(scale));
    let units = exact * &unit;
    let units = match rounding {
        "up" => units.ceil(),
        "down" => units.floor(),
        "half_up" => (units + BigRational::new(1.into(), 2.into())).floor(),
        other => panic!("{other}"),
    };
    units / unit
}

/// Works a step out from the steps that it is made of; none for one that is only described.
fn worked_out(step: &Value, before: &[BigRational]) -> Option<BigRational> {
    let text = |key: &str| step[key].as_str().unwrap();
    let value = text("value");
    let of: Vec<&BigRational> = step["of"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|number| {
            let number = usize::try_from(number.as_u64().unwrap()).unwrap();
            &before[number - 1]
        })
        .collect();
    Some(match text("way") {
        "input" => rational(&plain_amount(value)?),
        "constant" => rational(value),
        "plus" => of[0] + of[1],
        "minus" => of[0] - of[1],
        "at_most" => of[0].min(of[1]).clone(),
        "at_least" => of[0].max(of[1]).clone(),
        "scaled" => {
            let exact = of[0] * rational(text("times")) / rational(text("over"));
            rounded(&exact, scale(value), text("rounding"))
        }
        "part" => {
            let unit = BigRational::from(BigInt::from(10).pow(scale(value)));
            let units = (of[0] * &unit).to_integer();
            let count = BigInt::from(step["count"].as_u64().unwrap());
            let is_early = BigInt::from(step["number"].as_u64().unwrap()) <= &units % &count;
            BigRational::from(&units / &count + BigInt::from(u8::from(is_early))) / unit
        }
        "described" => return None,
        other => panic!("{other}"),
    })
}

fn check(rule: &str, input: &Value, counts: &mut Counts) {
    let explained = explain(rule, input);
    let answer = evaluate(rule, input.clone());
    let (explained, answer) = match (explained, answer) {
        (Ok(explained), Ok(answer)) => (explained, answer),
        (Err(explained), Err(answer)) => return assert_eq!(explained, answer, "{rule}: {input}"),
        other => panic!("{rule}: {input}: {other:?}"),
    };
    assert_eq!(explained["output"], answer, "{rule}: {input}");
    let steps = explained["steps"].as_array().unwrap();
    if explained["is_complete"] == false {
        return assert_eq!(
            (steps.len(), &explained["figures"]),
            (0, &serde_json::json!({}))
        );
    }
    let mut values: Vec<BigRational> = Vec::with_capacity(steps.len());
    for step in steps {
        let value = step["value"].as_str().unwrap();
        let numbers = step["of"].as_array();
        for number in numbers.into_iter().flatten() {
            assert!(
                number.as_u64().unwrap() <= values.len().try_into().unwrap(),
                "{rule}: {step}"
            );
        }
        // An input that is no amount is refused, so nothing is made of it.
        let known = match step["way"].as_str() {
            Some("input") => plain_amount(value).map(|plain| rational(&plain)),
            _ => Some(rational(value)),
        };
        let Some(known) = known else {
            values.push(rational("0"));
            continue;
        };
        if let Some(found) = worked_out(step, &values) {
            assert_eq!(found, known, "{rule}: {input}: {step}");
        }
        values.push(known);
    }
    for (path, number) in explained["figures"].as_object().unwrap() {
        let number = usize::try_from(number.as_u64().unwrap()).unwrap();
        let shown = explained["output"]
            .pointer(path)
            .and_then(Value::as_str)
            .unwrap();
        assert_eq!(
            rational(shown),
            values[number - 1],
            "{rule}: {input}: {path}"
        );
        let way = steps[number - 1]["way"].as_str().unwrap().to_owned();
        let is_bare = way == "constant" && rational(shown) != rational("0");
        *counts
            .entry(if is_bare { "bare constant".into() } else { way })
            .or_default() += 1;
    }
}

fn fixtures(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let found = entries.flat_map(|path| match path.is_dir() {
        true => fixtures(&path),
        false => vec![path],
    });
    found
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect()
}

#[test]
fn figures_are_worked_out_again_from_their_leaves() {
    let mut counts = Counts::new();
    for path in fixtures(Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures"
    ))) {
        let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        let rule = file["rule"].as_str().unwrap();
        for case in file["cases"].as_array().unwrap() {
            check(rule, &case["input"], &mut counts);
        }
    }
    let mut source = random::Source::new(SEED);
    for (rule, of) in inputs() {
        for _ in 0..CALLS {
            let input = random::call(&mut source, &rule, of);
            check(&rule, &serde_json::from_str(&input).unwrap(), &mut counts);
        }
    }
    let all: u64 = counts.values().sum();
    println!("{all} figures: {counts:?}");
    assert!(all > 10_000, "{counts:?}");
    for way in [
        "at_least", "at_most", "input", "minus", "part", "plus", "scaled",
    ] {
        assert!(counts.contains_key(way), "{way}: {counts:?}");
    }
}

#[test]
fn texts_like_marks_and_endless_calls_are_answered_without_steps() {
    let marked = serde_json::json!({
        "amount": "10", "currency": "NGN", "parts": [{ "coin": "\u{1}1\u{1}BTC", "percent": "100" }],
    });
    let long = serde_json::json!({ "amounts": vec!["1.50"; 12_000], "step": "1" });
    for (rule, input) in [("coins.allocate", marked), ("savings.round_up", long)] {
        let explained = explain(rule, &input).unwrap();
        assert_eq!(explained["output"], evaluate(rule, input).unwrap());
        assert_eq!(
            (&explained["is_complete"], &explained["steps"]),
            (&false.into(), &serde_json::json!([]))
        );
    }
}

#[test]
fn a_transfer_is_explained_by_its_amount_and_its_fee() {
    let input = serde_json::json!({
        "amount": "5000", "currency": "NGN", "destination": "bank", "rates": {},
    });
    let explained = explain("transfer.quote", &input).unwrap();
    let steps = explained["steps"].as_array().unwrap();
    let step = |path: &str| {
        let number = explained["figures"][path].as_u64().unwrap();
        &steps[usize::try_from(number).unwrap() - 1]
    };
    assert_eq!(
        (&step("/total")["way"], &step("/total")["value"]),
        (&"plus".into(), &"5020.00".into())
    );
    assert_eq!(
        (&step("/amount")["way"], &step("/amount")["path"]),
        (&"input".into(), &"amount".into())
    );
    assert_eq!(
        (&step("/fee")["way"], &step("/fee")["value"]),
        (&"constant".into(), &"20.00".into())
    );
}
