//! A third opinion on money: every calculation again, slowly, in exact rationals, from the contract's words.
//!
//! `PROPTEST_CASES=20000 cargo nextest run -p domain-core --test oracle` asks longer.

use domain_core::evaluate;
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;
use serde_json::{Value, json};

const CURRENCIES: [(&str, u32); 6] = [
    ("NGN", 2),
    ("USD", 2),
    ("GBP", 2),
    ("BTC", 8),
    ("ETH", 8),
    ("USDT", 6),
];

/// Decimal text as a fraction.
fn exact(text: &str) -> BigRational {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let digits: BigInt = format!("{whole}{decimals}").parse().unwrap();
    BigRational::new(
        digits,
        BigInt::from(10).pow(u32::try_from(decimals.len()).unwrap()),
    )
}

fn whole(number: i64) -> BigRational {
    BigRational::from_integer(number.into())
}

#[derive(Clone, Copy)]
enum Round {
    Up,
    Down,
    HalfUp,
}

/// The fraction as decimal text at a scale. Nothing here is below zero.
fn rounded(value: &BigRational, scale: u32, round: Round) -> String {
    let units = value * BigRational::from_integer(BigInt::from(10).pow(scale));
    let units = match round {
        Round::Up => units.ceil(),
        Round::Down => units.floor(),
        Round::HalfUp => (units + BigRational::new(1.into(), 2.into())).floor(),
    };
    let width = usize::try_from(scale).unwrap() + 1;
    let digits = format!("{:0>width$}", units.to_integer().to_string());
    let (whole, decimals) = digits.split_at(digits.len() - width + 1);
    if decimals.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{decimals}")
    }
}

fn scale(currency: &str) -> u32 {
    CURRENCIES
        .iter()
        .find(|(name, _)| *name == currency)
        .unwrap()
        .1
}

fn currency() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(CURRENCIES.map(|(name, _)| name).to_vec())
}

/// An amount that its currency can hold, mostly of an ordinary size.
fn amount_in(currency: &'static str) -> impl Strategy<Value = String> {
    let scale = scale(currency);
    prop_oneof![0..10_u64.pow(10), 0..10_u64.pow(17)].prop_map(move |units| {
        let value = BigRational::new(units.into(), BigInt::from(10).pow(scale));
        rounded(&value, scale, Round::Down)
    })
}

fn rate() -> impl Strategy<Value = String> {
    prop_oneof![
        "[1-9][0-9]{0,4}(\\.[0-9]{1,4})?",
        "0\\.0{0,6}[1-9][0-9]{0,6}"
    ]
}

fn rates() -> impl Strategy<Value = Value> {
    proptest::collection::vec((rate(), rate()), 6).prop_map(|pairs| {
        let pairs = CURRENCIES
            .iter()
            .zip(pairs)
            .map(|((name, _), (sell, buy))| {
                (
                    (*name).to_owned(),
                    json!({"sell_rate": sell, "buy_rate": buy}),
                )
            });
        Value::Object(pairs.collect())
    })
}

fn sell(rates: &Value, currency: &str) -> BigRational {
    exact(rates[currency]["sell_rate"].as_str().unwrap())
}

/// The answer, or nothing when an amount would be too great to be one.
fn answer(rule: &str, input: Value) -> Option<Value> {
    let answer = evaluate(rule, input).unwrap();
    if answer["valid"] == false {
        assert_eq!(
            answer["violations"][0]["code"], "out_of_range",
            "{rule}: {answer}"
        );
        return None;
    }
    Some(answer)
}

fn money(currency: &'static str) -> impl Strategy<Value = (&'static str, String)> {
    amount_in(currency).prop_map(move |amount| (currency, amount))
}

fn any_money() -> impl Strategy<Value = (&'static str, String)> {
    currency().prop_flat_map(money)
}

proptest! {
    #[test]
    fn conversions((from, amount) in any_money(), to in currency(), rates in rates()) {
        let expected = if from == to { exact(&amount) } else { exact(&amount) / sell(&rates, from) * sell(&rates, to) };
        if let Some(answer) = answer("money.convert", json!({"amount": amount, "from": from, "to": to, "rates": rates})) {
            prop_assert_eq!(answer["amount"].as_str().unwrap(), rounded(&expected, scale(to), Round::Down));
        }
    }

    #[test]
    fn totals(
        naira in amount_in("NGN"), dollars in amount_in("USD"), bitcoin in amount_in("BTC"), tether in amount_in("USDT"),
        base in currency(), rates in rates(),
    ) {
        let balances = [("NGN", naira), ("USD", dollars), ("BTC", bitcoin), ("USDT", tether)];
        let expected: BigRational = balances.iter().map(|(currency, amount)| {
            if *currency == base { exact(amount) } else { exact(amount) / sell(&rates, currency) * sell(&rates, base) }
        }).sum();
        let input: Vec<Value> = balances.iter().map(|(currency, balance)| json!({"currency": currency, "balance": balance})).collect();
        if let Some(answer) = answer("balance.total", json!({"balances": input, "rates": rates, "base": base})) {
            prop_assert_eq!(answer["total"].as_str().unwrap(), rounded(&expected, scale(base), Round::Down));
        }
    }

    #[test]
    fn fees_and_minimums((currency, amount) in any_money(), rates in rates()) {
        let in_currency = |naira: i64| {
            if currency == "NGN" { whole(naira) } else { whole(naira) * sell(&rates, currency) / sell(&rates, "NGN") }
        };
        let scale = scale(currency);
        let fee = rounded(&in_currency(20), scale, Round::HalfUp);
        let input = json!({"destination": "bank", "amount": amount, "currency": currency, "rates": rates});
        if let Some(quote) = answer("transfer.quote", input) {
            prop_assert_eq!(quote["fee"].as_str().unwrap(), &fee);
            prop_assert_eq!(quote["total"].as_str().unwrap(), rounded(&(exact(&amount) + exact(&fee)), scale, Round::Down));
            let lines: BigRational = quote["lines"].as_array().unwrap().iter().map(|line| exact(line["amount"].as_str().unwrap())).sum();
            prop_assert_eq!(lines, exact(quote["total"].as_str().unwrap()));
        }
        if let Some(answer) = answer("withdrawal.minimum", json!({"currency": currency, "rates": rates})) {
            prop_assert_eq!(answer["minimum"].as_str().unwrap(), rounded(&in_currency(200), scale, Round::Up));
        }
    }

    #[test]
    fn funding_and_cards(dollars in amount_in("USD"), naira in amount_in("NGN")) {
        let fee = rounded(&(exact(&dollars) / whole(100)), 2, Round::HalfUp);
        let quote = answer("funding.quote", json!({"method": "bank", "currency": "USD", "amount": dollars})).unwrap();
        prop_assert_eq!(quote["fee"].as_str().unwrap(), fee);
        for (currency, total, surcharge) in [("NGN", &naira, "50.00"), ("USD", &dollars, "0.50")] {
            let charged = exact(total) + exact(surcharge);
            let receipt = answer("card.receipt", json!({"total": total, "currency": currency})).unwrap();
            prop_assert_eq!(receipt["charged"].as_str().unwrap(), rounded(&charged, 2, Round::Down));
            prop_assert_eq!(receipt["provider_fee"].as_str().unwrap(), rounded(&(charged * exact("0.014")), 2, Round::HalfUp));
        }
    }

    #[test]
    fn prices_of_alerts(rate in rate(), currency in currency()) {
        if let Some(price) = answer("alert.price", json!({"buy_rate": rate, "currency": currency})) {
            prop_assert_eq!(price["total"].as_str().unwrap(), rounded(&(exact(&rate) * whole(10)), scale(currency), Round::HalfUp));
        }
    }

    #[test]
    fn limits_of_plans((base, minimum) in any_money(), maximum in 0..10_i64.pow(9), currency in currency(), rates in rates()) {
        let converted = |amount: &BigRational, round| {
            let value = if base == currency { amount.clone() } else { amount / sell(&rates, base) * sell(&rates, currency) };
            rounded(&value, scale(currency), round)
        };
        let plan = json!({"min_amount": minimum, "max_amount": maximum.to_string(), "base_currency": base});
        if let Some(limits) = answer("plan.limits", json!({"plan": plan, "currency": currency, "rates": rates})) {
            prop_assert_eq!(limits["minimum"].as_str().unwrap(), converted(&exact(&minimum), Round::Up));
            prop_assert_eq!(limits["maximum"].as_str().unwrap(), converted(&whole(maximum), Round::Down));
        }
    }

    #[test]
    fn loans_and_savings((currency, amount) in any_money(), percent in "[0-9]{1,2}(\\.[0-9]{1,3})?", count in 1..=366_i64) {
        let scale = scale(currency);
        let interest = rounded(&(exact(&amount) * exact(&percent) / whole(100)), scale, Round::HalfUp);
        let total = exact(&amount) + exact(&interest);
        let terms = json!({
            "amount": amount, "currency": currency, "take_profit": percent, "duration": count, "duration_unit": "day",
            "start": "2026-01-31", "wait": 0, "wait_unit": "day",
        });
        let loan = answer("loan.schedule", terms).unwrap();
        prop_assert_eq!(loan["interest"].as_str().unwrap(), &interest);
        let unit = BigRational::new(1.into(), BigInt::from(10).pow(scale));
        let share = &total / whole(count);
        let mut left = total.clone();
        for part in loan["instalments"].as_array().unwrap() {
            let amount = exact(part["amount"].as_str().unwrap());
            // Within one minor unit of the exact share, whichever it is.
            prop_assert!((&amount - &share) < unit && (&share - &amount) < unit);
            left -= amount;
            prop_assert_eq!(exact(part["balance_after"].as_str().unwrap()), left.clone());
        }
        prop_assert_eq!(left, whole(0));

        let terms = json!({"amount": amount, "currency": currency, "duration": count, "duration_unit": "day", "start": "2026-01-31"});
        if let Some(savings) = answer("savings.schedule", terms) {
            prop_assert_eq!(exact(savings["total"].as_str().unwrap()), exact(&amount) * whole(count));
        }
    }

    #[test]
    fn penalties((currency, paid) in any_money(), percent in "[0-9]{1,2}(\\.[0-9]{1,3})?") {
        let scale = scale(currency);
        let penalty = rounded(&(exact(&paid) * exact(&percent) / whole(100)), scale, Round::HalfUp);
        let quote = answer("termination.quote", json!({
            "kind": "savings", "status": "ACTIVE", "is_flexible": false, "is_group": false, "created_by": "a", "user": "a",
            "opt_out_penalty": percent, "paid": paid, "currency": currency, "due_at": "2026-02-01", "today": "2026-01-31",
        })).unwrap();
        prop_assert_eq!(quote["penalty"].as_str().unwrap(), &penalty);
        prop_assert_eq!(exact(quote["refund"].as_str().unwrap()), exact(&paid) - exact(&penalty));
    }
}
