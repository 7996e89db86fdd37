//! An independent oracle: every calculation again, slowly, in exact rationals, from the wording of the contract.
//!
//! `PROPTEST_CASES=20000 cargo nextest run -p domain-core --test oracle` runs more cases.

use domain_core::calendar::Date;
use domain_core::evaluate;
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

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

/// A day of the last quarter of 2026, counted from its first.
fn day_of_autumn(day: i64) -> String {
    match day {
        0..31 => format!("2026-10-{:02}", day + 1),
        31..61 => format!("2026-11-{:02}", day - 30),
        _ => format!("2026-12-{:02}", day - 60),
    }
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

/// The fraction as decimal text at a scale. All values are non-negative.
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

/// An amount that fits its currency, mostly of an ordinary size.
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

/// The rate halfway between a currency's two.
fn mid(rates: &Value, currency: &str) -> BigRational {
    (sell(rates, currency) + exact(rates[currency]["buy_rate"].as_str().unwrap())) / whole(2)
}

/// Two different currencies that are not coins.
fn two_of_money() -> impl Strategy<Value = (&'static str, &'static str)> {
    let all = ["NGN", "USD", "GBP"];
    (0..3_usize, 1..3_usize).prop_map(move |(one, step)| (all[one], all[(one + step) % 3]))
}

/// The answer, or `None` if an amount would be too large.
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

/// The value one for linear light.
const LIGHT: i128 = 10_i128.pow(25);

/// A channel's linear light to 25 decimals, by the sRGB curve.
fn linear_light(channel: u8) -> i128 {
    let channel = i128::from(channel);
    // 0.04045 × 255.
    if channel * 100_000 <= 255 * 4_045 {
        return LIGHT * channel * 100 / (255 * 1_292);
    }
    // The fifth root of the twelfth power.
    let part = BigInt::from(channel * 1_000 + 14_025).pow(12) * BigInt::from(LIGHT).pow(5);
    let light = (part / BigInt::from(269_025).pow(12)).nth_root(5);
    light.try_into().unwrap()
}

/// The excess of two colours' contrast over 4.5, on an arbitrary scale; negative: below.
fn above_the_limit(one: [u8; 3], other: [u8; 3]) -> i128 {
    static LIGHTS: LazyLock<Vec<i128>> = LazyLock::new(|| (0..=255).map(linear_light).collect());
    let luminance = |colour: [u8; 3]| -> i128 {
        let weighted = colour.iter().zip([2126, 7152, 722]);
        let sum: i128 = weighted
            .map(|(channel, weight)| LIGHTS[usize::from(*channel)] * weight)
            .sum();
        sum + 500 * LIGHT
    };
    let (one, other) = (luminance(one), luminance(other));
    2 * one.max(other) - 9 * one.min(other)
}

fn hexadecimal([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
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
    fn deals_in_coins(
        coin in proptest::sample::select(vec!["BTC", "ETH", "USDT"]), units in prop_oneof![0..10_u64.pow(6), 0..10_u64.pow(12)],
        price in rate(), spread in "[0-9]{1,2}(\\.[0-9]{1,3})?", currency in currency(), is_sale in any::<bool>(),
    ) {
        let amount = rounded(&BigRational::new(units.into(), BigInt::from(10).pow(scale(coin))), scale(coin), Round::Down);
        let (side, round) = if is_sale { ("sell", Round::Down) } else { ("buy", Round::Up) };
        let kept = if is_sale { whole(100) - exact(&spread) } else { whole(100) + exact(&spread) } / whole(100);
        let worth = exact(&amount) * exact(&price);
        let total = rounded(&(&worth * kept), scale(currency), round);
        let worth = rounded(&worth, scale(currency), round);
        let input = json!({"side": side, "coin": coin, "amount": amount, "price": price, "spread": spread, "currency": currency});
        if let Some(quote) = answer("coin.quote", input) {
            let difference = if is_sale { exact(&worth) - exact(&total) } else { exact(&total) - exact(&worth) };
            let spread = rounded(&difference, scale(currency), Round::Down);
            let sign = if is_sale && difference > whole(0) { "-" } else { "" };
            prop_assert_eq!(&quote["amount"], &json!(amount));
            prop_assert_eq!((&quote["worth"], &quote["spread"], &quote["total"]), (&json!(worth), &json!(spread), &json!(total)));
            let lines: Vec<&Value> = quote["lines"].as_array().unwrap().iter().map(|line| &line["amount"]).collect();
            prop_assert_eq!(lines, [&json!(worth), &json!(format!("{sign}{spread}"))]);
        }
    }

    #[test]
    fn conversions_between_wallets(
        rates in rates(), (from, to) in two_of_money(), units in prop_oneof![0..10_u64.pow(6), 0..10_u64.pow(15)],
        spread in "[0-9]{1,2}(\\.[0-9]{1,3})?",
    ) {
        let amount = rounded(&BigRational::new(units.into(), 100.into()), 2, Round::Down);
        let (worth, kept) = (exact(&amount) * mid(&rates, to) / mid(&rates, from), (whole(100) - exact(&spread)) / whole(100));
        let received = rounded(&(&worth * kept), 2, Round::Down);
        let worth = rounded(&worth, 2, Round::Down);
        let ask = |from: &str, to: &str, amount: &Value| {
            answer("exchange.quote", json!({"from": from, "to": to, "amount": amount, "rates": rates, "spread": spread}))
        };
        if let Some(quote) = ask(from, to, &json!(amount)) {
            let difference = exact(&worth) - exact(&received);
            let spread = rounded(&difference, 2, Round::Down);
            let sign = if difference > whole(0) { "-" } else { "" };
            prop_assert_eq!(
                (&quote["amount"], &quote["worth"], &quote["spread"], &quote["received"]),
                (&json!(amount), &json!(worth), &json!(spread), &json!(received))
            );
            let lines: Vec<&Value> = quote["lines"].as_array().unwrap().iter().map(|line| &line["amount"]).collect();
            prop_assert_eq!(lines, [&json!(worth), &json!(format!("{sign}{spread}"))]);
            // Converting back never yields more than was put in.
            // Amounts of more than twenty characters are not read.
            let is_readable = received.len() <= 20;
            if let Some(back) = is_readable.then(|| ask(to, from, &quote["received"])).flatten() {
                prop_assert!(exact(back["received"].as_str().unwrap()) <= exact(&amount), "{quote} {back}");
            }
        }
    }

    #[test]
    fn sendable_amounts_of_coins(
        coin in proptest::sample::select(vec!["BTC", "ETH", "USDT"]),
        (balance, fee) in prop_oneof![(0..2_000_u64, 0..2_000_u64), (0..10_u64.pow(15), 0..10_u64.pow(6))],
        cap in proptest::option::of(prop_oneof![0..2_000_u64, 0..10_u64.pow(15)]),
    ) {
        let text = |units: u64| rounded(&BigRational::new(units.into(), BigInt::from(10).pow(scale(coin))), scale(coin), Round::Down);
        let least = if coin == "BTC" { 546 } else { 1 };
        let covered = balance.checked_sub(fee).map(|covered| covered.min(cap.unwrap_or(covered)));
        let expected = covered.filter(|covered| *covered >= least).map(text);
        let input = json!({"coin": coin, "balance": text(balance), "network_fee": text(fee), "cap": cap.map(text)});
        prop_assert_eq!(&evaluate("coin.sendable", input).unwrap()["amount"], &json!(expected));
    }

    #[test]
    fn charges_on_bills(
        kind in proptest::sample::select(vec!["airtime", "data", "cable", "power"]), kobo in 0..5_000_000_u64,
        mut limits in proptest::collection::vec(1..4_000_000_u64, 0..4), fees in proptest::collection::vec(0..100_000_u64, 4),
        vat in proptest::option::of("[0-9]{1,2}(\\.[0-9]{1,2})?"), duty in proptest::option::of((1..4_000_000_u64, 0..10_000_u64)),
        (has_begun, near, has_last) in any::<(bool, bool, bool)>(),
    ) {
        let naira = |kobo: u64| rounded(&BigRational::new(kobo.into(), 100.into()), 2, Round::Down);
        limits.sort_unstable();
        limits.dedup();
        // Often the last amount of a band, or the first one after it.
        let kobo = if near { limits.first().map_or(kobo, |limit| limit + kobo % 2) } else { kobo };
        let mut bands: Vec<(Option<u64>, u64)> = limits.iter().map(|limit| Some(*limit)).zip(fees.iter().copied()).collect();
        if has_last || bands.is_empty() {
            bands.push((None, fees[3]));
        }
        let charged = bands.iter().find(|(limit, _)| limit.is_none_or(|limit| kobo <= limit)).or(bands.last()).unwrap().1;
        let tariff = json!({
            "from": "2026-02-01",
            "bands": bands.iter().map(|(limit, fee)| json!({"up_to": limit.map(naira), "fee": naira(*fee)})).collect::<Vec<_>>(),
            "vat_percent": vat,
            "stamp_duty": duty.map(|(from, amount)| json!({"from": naira(from), "amount": naira(amount)})),
        });
        // An older one, which may be superseded, or the only one that has begun.
        let free = json!({"from": "2026-01-01", "bands": [{"up_to": null, "fee": "0"}], "vat_percent": null, "stamp_duty": null});
        let today = if has_begun { "2026-02-01" } else { "2026-01-31" };
        let input = json!({"kind": kind, "amount": naira(kobo), "currency": "NGN", "tariffs": [tariff, free], "today": today});
        let mut expected = vec![naira(kobo)];
        if has_begun {
            expected.push(naira(charged));
            expected.extend(vat.map(|vat| rounded(&(exact(&naira(charged)) * exact(&vat) / whole(100)), 2, Round::HalfUp)));
            expected.extend(duty.filter(|(from, _)| kobo >= *from).map(|(_, amount)| naira(amount)));
        } else {
            expected.push(naira(0));
        }
        let sum = |lines: &[String]| rounded(&lines.iter().map(|line| exact(line)).sum(), 2, Round::Down);
        if let Some(quote) = answer("bill.quote", input) {
            let lines: Vec<&str> = quote["lines"].as_array().unwrap().iter().map(|line| line["amount"].as_str().unwrap()).collect();
            prop_assert_eq!(&lines, &expected);
            prop_assert_eq!((&quote["fee"], &quote["total"]), (&json!(sum(&expected[1..])), &json!(sum(&expected))));
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
        let request_fee = if currency == "NGN" { whole(100) } else { whole(0) };
        prop_assert_eq!(loan["request_fee"].as_str().unwrap(), rounded(&request_fee, scale, Round::Down));
        prop_assert_eq!(loan["interest"].as_str().unwrap(), &interest);
        let unit = BigRational::new(1.into(), BigInt::from(10).pow(scale));
        let share = &total / whole(count);
        let mut left = total.clone();
        for part in loan["instalments"].as_array().unwrap() {
            let amount = exact(part["amount"].as_str().unwrap());
            // Within one minor unit of the exact share.
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
    fn limits_of_borrowers(
        first in 0..5_000_000_i64,
        person in 0..50_000_000_i64,
        (growth, income) in (0..400_i64, 0..200_i64),
        loans in prop::collection::vec((0..10_000_000_i64, 0..40_i64, prop::sample::select(vec![0, 0, 0, 1, 9]), any::<bool>()), 0..6),
        (age, received) in (0..60_i64, 0..200_000_000_i64),
    ) {
        let money = |minor: i64| whole(minor) / whole(100);
        let kobo = |minor: i64| rounded(&money(minor), 2, Round::Down);
        let listed: Vec<Value> = loans.iter().map(|(amount, held, late, repaid)| {
            let paid = json!({"due_at": day_of_autumn(50), "paid_on": day_of_autumn(50 + late)});
            json!({
                "amount": kobo(*amount), "started_on": day_of_autumn(10), "ended_on": day_of_autumn(10 + held), "repaid": repaid,
                "parts": [paid],
            })
        }).collect();
        let terms = json!({
            "first": kobo(first), "person": kobo(person), "growth": growth.to_string(), "income": income.to_string(),
            "least_age_days": 30, "least_held_days": 14,
        });
        let answer = answer("loan.limit", json!({"terms": terms, "loans": listed, "opened_on": day_of_autumn(91 - age), "today": day_of_autumn(91), "received": kobo(received)})).unwrap();
        let limit = exact(answer["limit"].as_str().unwrap());
        // The loans since the last late one that ran for long enough.
        let since = loans.iter().rposition(|(_, _, late, _)| *late > 0).map_or(0, |place| place + 1);
        let good = loans[since..].iter().filter(|(_, held, _, repaid)| *repaid && *held >= 14);
        let part = |minor: i64, percent: i64| exact(&rounded(&(money(minor) * whole(percent) / whole(100)), 2, Round::Down));
        let grown = good.map(|(amount, ..)| part(*amount, growth)).max();
        let mut expected = grown.filter(|_| age >= 30).map_or(money(first), |grown| grown.min(part(received, income)));
        expected = expected.max(money(first)).min(money(person));
        prop_assert_eq!(limit, expected);
        prop_assert!(!answer["lines"].as_array().unwrap().is_empty());
    }

    #[test]
    fn returns_on_savings(
        deposits in prop::collection::vec((0..100_000_000_i64, 0..60_i64), 0..8),
        (rate, until, due) in (0..9_000_i64, 0..92_i64, 0..92_i64),
        (flexible, by_other) in (any::<bool>(), any::<bool>()),
    ) {
        let kobo = |kobo: i64| rounded(&BigRational::new(kobo.into(), 100.into()), 2, Round::Down);
        let listed: Vec<Value> = deposits.iter().map(|(amount, day)| json!({"amount": kobo(*amount), "paid_on": day_of_autumn(*day)})).collect();
        let percent = rounded(&BigRational::new(rate.into(), 100.into()), 2, Round::Down);
        let answer = answer("savings.return", json!({"rate": percent, "deposits": listed, "until": day_of_autumn(until), "due_at": day_of_autumn(due), "is_flexible": flexible, "ended_by_other": by_other})).unwrap();
        let end = until.min(due);
        let weight: BigInt = deposits.iter().map(|(amount, day)| BigInt::from(*amount) * (end - day).max(0)).sum();
        let exact = BigRational::new(weight * BigInt::from(rate), BigInt::from(100_i64 * 100 * 100 * 365));
        let accrued = rounded(&exact, 2, Round::Down);
        prop_assert_eq!(answer["accrued"].as_str().unwrap(), &accrued);
        let is_paid = flexible || by_other || until >= due;
        let paid = if is_paid { accrued } else { "0.00".to_owned() };
        prop_assert_eq!(answer["paid"].as_str().unwrap(), &paid);
    }

    #[test]
    fn change_and_shares_that_are_saved(
        amounts in prop::collection::vec(0..100_000_000_i64, 0..10),
        step in 1..200_000_i64,
        (amount, least, percent) in (0..1_000_000_000_i64, 0..1_000_000_000_i64, 0..12_000_i64),
    ) {
        let kobo = |kobo: i64| rounded(&BigRational::new(kobo.into(), 100.into()), 2, Round::Down);
        let listed: Vec<String> = amounts.iter().map(|amount| kobo(*amount)).collect();
        let change = answer("savings.round_up", json!({"amounts": listed, "step": kobo(step)})).unwrap();
        // The distance of each to the ceiling of its quotient.
        let expected: i64 = amounts.iter().map(|amount| (amount + step - 1) / step * step - amount).sum();
        prop_assert_eq!(change["total"].as_str().unwrap(), kobo(expected));
        let shared = answer("savings.share", json!({"amount": kobo(amount), "least": kobo(least), "percent": kobo(percent)})).unwrap();
        let part = rounded(&BigRational::new(BigInt::from(amount) * percent, BigInt::from(1_000_000_i64)), 2, Round::Down);
        let part = exact(&part).min(exact(&kobo(amount)));
        let expected = if amount < least { whole(0) } else { part };
        prop_assert_eq!(exact(shared["share"].as_str().unwrap()), expected);
    }

    #[test]
    fn proposed_savings_reach_their_goal_in_time(
        target in 100..10_000_000_000_i64,
        (minimum, room) in (1..1_000_000_i64, 0..10_000_000_i64),
        (days, duration) in (1..800_i64, 1..40_i64),
        (is_flexible, unit) in (any::<bool>(), 0..3_usize),
    ) {
        let kobo = |kobo: i64| rounded(&BigRational::new(kobo.into(), 100.into()), 2, Round::Down);
        let today = Date::parse("2026-11-27").unwrap();
        let by = today.add_days(days).unwrap().text();
        let unit = ["day", "week", "month"][unit];
        let plan = json!({
            "id": "one", "min_amount": kobo(minimum), "max_amount": kobo(minimum + room), "base_currency": "NGN",
            "pot_currency": "NGN", "duration": duration, "duration_unit": unit,
            "is_flexible": is_flexible, "is_group": false,
        });
        let found = answer("savings.propose", json!({
            "target": kobo(target), "by": by, "today": today.text(), "currency": "NGN", "plans": [plan],
        })).unwrap();
        let ways = found["ways"].as_array().unwrap();
        prop_assert_eq!(ways.is_empty(), found["message"].is_string());
        for way in ways {
            let amount = exact(way["amount"].as_str().unwrap());
            let total = exact(way["total"].as_str().unwrap());
            let count = way["duration"].as_i64().unwrap();
            prop_assert_eq!(&total, &(&amount * whole(count)));
            prop_assert!(total >= exact(&kobo(target)));
            prop_assert_eq!(exact(way["over"].as_str().unwrap_or("0.00")), total - exact(&kobo(target)));
            prop_assert!(amount >= exact(&kobo(minimum.max(100))) && amount <= exact(&kobo(minimum + room)));
            prop_assert!(way["ends_on"].as_str().unwrap() <= by.as_str());
            // The last one is needed.
            prop_assert!(!is_flexible || amount * whole(count - 1) < exact(&kobo(target)));
        }
    }

    #[test]
    fn shares_of_what_left_a_wallet(amounts in prop::array::uniform3(prop_oneof![Just(0_i64), 0..1_000_i64, 0..100_000_000_000_i64])) {
        let kobo = |kobo: i64| rounded(&BigRational::new(kobo.into(), 100.into()), 2, Round::Down);
        let [sent, bills, plans] = amounts.map(kobo);
        let answer = answer("transaction.flows", json!({"currency": "NGN", "sent": sent, "bills": bills, "plans": plans})).unwrap();
        let total: i64 = amounts.iter().sum();
        let percents: Vec<i64> = answer["flows"].as_array().unwrap().iter().map(|one| one["percent"].as_i64().unwrap()).collect();
        prop_assert_eq!(percents.iter().sum::<i64>(), if total == 0 { 0 } else { 100 });
        for (percent, amount) in percents.iter().zip(amounts) {
            // Less than one away from the exact share.
            let off = (i128::from(*percent) * i128::from(total) - i128::from(amount) * 100).abs();
            prop_assert!(total == 0 || off < i128::from(total), "{percents:?} of {amounts:?}");
        }
    }

    #[test]
    fn balances_of_a_statement(
        opening in 0..100_000_000_i64,
        lines in prop::collection::vec((any::<bool>(), 0..100_000_000_i64), 0..20),
    ) {
        let kobo = |kobo: i64| rounded(&BigRational::new(kobo.into(), 100.into()), 2, Round::Down);
        let listed: Vec<Value> = lines.iter().map(|(is_credit, amount)| json!({"type": if *is_credit { "CREDIT" } else { "DEBIT" }, "amount": kobo(*amount)})).collect();
        let answer = evaluate("statement.balance", json!({"currency": "NGN", "opening": kobo(opening), "lines": listed})).unwrap();
        // Each balance anew, from the first line.
        let after = |count: usize| opening + lines[..count].iter().map(|(is_credit, amount)| if *is_credit { *amount } else { -amount }).sum::<i64>();
        let balances: Vec<i64> = (1..=lines.len()).map(after).collect();
        let is_sound = balances.iter().all(|balance| *balance >= 0);
        prop_assert_eq!(answer["valid"].as_bool().unwrap(), is_sound);
        if is_sound {
            let sum = |credits: bool| kobo(lines.iter().filter(|line| line.0 == credits).map(|line| line.1).sum());
            prop_assert_eq!(answer["credits"].as_str().unwrap(), sum(true));
            prop_assert_eq!(answer["debits"].as_str().unwrap(), sum(false));
            prop_assert_eq!(answer["closing"].as_str().unwrap(), kobo(after(lines.len())));
            prop_assert_eq!(&answer["balances"], &json!(balances.into_iter().map(kobo).collect::<Vec<_>>()));
        }
    }

    #[test]
    fn refunds_to_members_who_leave_a_group(
        (paid, penalty) in (0..100_000_000_i64, 0..12_000_i64),
        (today, due) in (0..60_i64, 0..60_i64),
        (flexible, is_creator) in (any::<bool>(), any::<bool>()),
        membership in prop::sample::select(vec!["ACTIVE", "PENDING", "TERMINATED", "COMPLETED"]),
    ) {
        let kobo = |kobo: i64| rounded(&BigRational::new(kobo.into(), 100.into()), 2, Round::Down);
        let answer = answer("group.leave", json!({"status": "ACTIVE", "membership": membership, "created_by": "ada", "user": if is_creator { "ada" } else { "bayo" }, "is_flexible": flexible, "opt_out_penalty": kobo(penalty), "paid": kobo(paid), "currency": "NGN", "due_at": day_of_autumn(due), "today": day_of_autumn(today)})).unwrap();
        let allowed = membership == "ACTIVE" && !is_creator;
        prop_assert_eq!(answer["allowed"].as_bool(), Some(allowed));
        let share = BigRational::new(BigInt::from(paid) * penalty, BigInt::from(1_000_000_i64));
        let charged = if flexible || today >= due { whole(0) } else { exact(&rounded(&share, 2, Round::HalfUp)).min(exact(&kobo(paid))) };
        let (lost, back) = if allowed { (charged.clone(), exact(&kobo(paid)) - charged) } else { (whole(0), whole(0)) };
        prop_assert_eq!(exact(answer["penalty"].as_str().unwrap()), lost);
        prop_assert_eq!(exact(answer["refund"].as_str().unwrap()), back);
    }

    #[test]
    fn charges_for_late_instalments(
        (percent, ceiling) in (0..40_i64, 0..40_i64),
        (principal, charged, unpaid) in (1..100_000_000_i64, 0..3_000_000_i64, 0..10_000_000_i64),
        (due, after, later) in (0..40_i64, 0..20_i64, 0..30_i64),
    ) {
        let kobo = |kobo: i64| rounded(&BigRational::new(kobo.into(), 100.into()), 2, Round::Down);
        let answer = answer("loan.late_charge", json!({"percent": percent.to_string(), "ceiling": ceiling.to_string(), "after_days": after, "principal": kobo(principal), "charged": kobo(charged), "unpaid": kobo(unpaid), "due_at": day_of_autumn(due), "today": day_of_autumn(due + later)})).unwrap();
        let share = |kobo: i64, percent: i64| exact(&rounded(&BigRational::new((kobo * percent).into(), 10_000.into()), 2, Round::Down));
        let most = share(principal, ceiling);
        let left = (most.clone() - exact(&kobo(charged))).max(whole(0));
        let would_be = share(unpaid, percent).min(left);
        prop_assert_eq!(exact(answer["most"].as_str().unwrap()), most);
        prop_assert_eq!(exact(answer["would_be"].as_str().unwrap()), would_be.clone());
        let charge = if later > after { would_be } else { whole(0) };
        prop_assert_eq!(exact(answer["charge"].as_str().unwrap()), charge);
        prop_assert_eq!(answer["on"].as_str().unwrap(), day_of_autumn(due + after + 1));
    }

    #[test]
    fn rates_of_loans(amount in 100_000..10_000_000_i64, percent in 0..80_i64, count in 1..=12_i32, wait in 0..4_i32, fee in 0..50_000_i64, unit in prop::sample::select(vec![("day", 365), ("week", 52), ("month", 12)])) {
        let kobo = |amount: i64| rounded(&(whole(amount) / whole(100)), 2, Round::Down);
        let terms = json!({
            "amount": kobo(amount), "currency": "NGN", "take_profit": percent.to_string(), "duration": count,
            "duration_unit": unit.0, "start": "2026-01-31", "wait": wait, "wait_unit": unit.0, "request_fee": kobo(fee),
        });
        let schedule = answer("loan.schedule", terms.clone()).unwrap();
        let cost = answer("loan.cost", terms).unwrap();
        // The present value of the instalments at a yearly rate, minus the borrower's proceeds.
        let worth = |rate: BigRational| {
            let period = whole(1) + rate / whole(unit.1);
            let mut worth = whole(fee) / whole(100) - whole(amount) / whole(100);
            for (place, part) in (1..).zip(schedule["instalments"].as_array().unwrap()) {
                worth += exact(part["amount"].as_str().unwrap()) / period.pow(wait + place);
            }
            worth
        };
        match cost["annual_rate"].as_str() {
            Some(rate) => {
                let (rate, half) = (exact(rate) / whole(100), BigRational::new(1.into(), 20_000.into()));
                // Half a hundredth of a percent below the rate, it is zero or more; half a one above, negative.
                prop_assert!(rate == whole(0) || worth(&rate - &half) >= whole(0));
                prop_assert!(worth(&rate + &half) < whole(0));
            }
            None => prop_assert!(worth(BigRational::new(1_999_999_999.into(), 20_000.into())) >= whole(0)),
        }
    }

    #[test]
    fn allocated_amounts((currency, amount) in any_money(), cuts in prop::collection::vec(0..=100_i64, 0..5)) {
        let mut cuts = cuts;
        cuts.extend([0, 100]);
        cuts.sort_unstable();
        let shares: Vec<i64> = cuts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let parts: Vec<Value> = shares.iter().map(|share| json!({"coin": "x", "percent": share.to_string()})).collect();
        let divided = answer("coins.allocate", json!({"amount": amount, "currency": currency, "parts": parts})).unwrap();
        let unit = BigRational::new(1.into(), BigInt::from(10).pow(scale(currency)));
        let mut sum = whole(0);
        for (part, share) in divided["parts"].as_array().unwrap().iter().zip(&shares) {
            let (given, due) = (exact(part["amount"].as_str().unwrap()), exact(&amount) * whole(*share) / whole(100));
            prop_assert!(&given - &due < unit && &due - &given < unit);
            sum += given;
        }
        prop_assert_eq!(sum, exact(&amount));
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

    #[test]
    fn nearest_withdrawals_are_covered_by_the_balance(
        (currency, amount) in any_money(), share in 0..3_u32, to_bank: bool, rates in rates(),
    ) {
        let in_currency = |naira: i64| {
            if currency == "NGN" { whole(naira) } else { whole(naira) * sell(&rates, currency) / sell(&rates, "NGN") }
        };
        let scale = scale(currency);
        let of_bank = |value| if to_bank { value } else { whole(0) };
        let fee = exact(&rounded(&of_bank(in_currency(20)), scale, Round::HalfUp));
        let minimum = exact(&rounded(&of_bank(in_currency(200)), scale, Round::Up));
        let balance = rounded(&(exact(&amount) * whole(share.into()) / whole(2)), scale, Round::Down);
        let destination = if to_bank { "bank" } else { "wallet" };
        let input = |amount: &str| json!({
            "amount": amount, "currency": currency, "ledger_balance": balance, "rates": rates, "destination": destination,
        });
        let verdict = evaluate("withdrawal.check", input(&amount)).unwrap();
        let violation = &verdict["violations"][0];
        if to_bank && ["BTC", "ETH", "USDT"].contains(&currency) {
            prop_assert_eq!(&violation["code"], "not_allowed");
            return Ok(());
        }
        let left = exact(&balance) - &fee;
        let smallest = BigRational::new(1.into(), BigInt::from(10).pow(scale));
        let least = if !to_bank { smallest } else if minimum > whole(1) { minimum.clone() } else { whole(1) };
        if exact(&amount) < minimum {
            prop_assert_eq!(&violation["code"], "below_minimum");
        } else if exact(&amount) + &fee > exact(&balance) {
            prop_assert_eq!(&violation["code"], "insufficient_balance");
            prop_assert_eq!(&violation["params"]["unlock"], "fund");
            let nearest = (left >= least).then(|| rounded(&left, scale, Round::Down));
            prop_assert_eq!(violation["params"]["nearest"].as_str(), nearest.as_deref());
            if let Some(nearest) = nearest {
                prop_assert_eq!(&evaluate("withdrawal.check", input(&nearest)).unwrap()["valid"], true);
            }
        } else {
            prop_assert_eq!(&verdict["valid"], true);
        }
    }

    #[test]
    fn nearest_bills_are_covered_by_balance_and_cap(
        kobo in (0..30_000_u64, 0..30_000_u64, 0..3_000_u64), cap in proptest::option::of(0..30_000_u64),
        kind in proptest::sample::select(vec!["airtime", "data", "cable", "power"]),
    ) {
        let naira = |kobo: u64| rounded(&BigRational::new(kobo.into(), 100.into()), 2, Round::Down);
        let (amount, balance, minimum) = kobo;
        let least = match kind { "airtime" => 1_000, "power" => minimum.max(1_000), _ => 0 };
        let expected = |cap: Option<u64>| {
            let most = balance.min(cap.unwrap_or(balance));
            let code = if amount < least {
                "below_minimum"
            } else if amount > balance {
                "insufficient_balance"
            } else if cap.is_some_and(|cap| amount > cap) {
                "above_maximum"
            } else {
                return None;
            };
            let nearest = if code == "below_minimum" { Some(least) } else { (most >= least && most > 0).then_some(most) };
            Some((code, nearest.map(naira), code == "insufficient_balance"))
        };
        let found = |verdict: &Value| verdict["violations"].get(0).map(|violation| {
            let params = &violation["params"];
            let nearest = params["nearest"].as_str().map(str::to_owned);
            (violation["code"].as_str().unwrap().to_owned(), nearest, params["unlock"] == "fund")
        });
        let owned = |expected: Option<(&str, Option<String>, bool)>| expected.map(|(code, nearest, unlock)| (code.to_owned(), nearest, unlock));
        let checked = evaluate("bill.check", json!({
            "kind": kind, "amount": naira(amount), "balance": naira(balance), "currency": "NGN", "minimum": naira(minimum),
            "restricted": false,
        })).unwrap();
        prop_assert_eq!(found(&checked), owned(expected(None)));
        if kind == "airtime" {
            let form = evaluate("form.airtime", json!({
                "values": {"network": "mtn", "phone": "08031234567", "amount": naira(amount), "confirm": true},
                "context": {"balance": naira(balance), "cap": cap.map(naira)},
            })).unwrap();
            prop_assert_eq!(found(&form), owned(expected(cap)));
        }
        if kind == "power" {
            let form = evaluate("form.power", json!({
                "values": {"service": "ikeja", "meter": "12345678901", "amount": naira(amount), "confirm": true},
                "context": {"balance": naira(balance), "minimum": naira(minimum)},
            })).unwrap();
            prop_assert_eq!(found(&form), owned(expected(None)));
        }
    }

    #[test]
    fn numbers_of_up_to_fifteen_digits_are_amounts(whole in "0|[1-9][0-9]{0,17}", decimals in "[0-9]{0,4}") {
        let text = if decimals.is_empty() { whole.clone() } else { format!("{whole}.{decimals}") };
        let digits = format!("{whole}{decimals}");
        let digits = digits.trim_matches('0').len();
        let plain = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        let is_in_kobo = plain.split_once('.').is_none_or(|(_, decimals)| decimals.len() <= 2);
        let input = format!(r#"{{"destination": "wallet", "currency": "NGN", "rates": {{}}, "amount": {text}}}"#);
        let quote = evaluate("transfer.quote", serde_json::from_str(&input).unwrap()).unwrap();
        if digits <= 15 && is_in_kobo {
            prop_assert_eq!(quote["total"].as_str().unwrap(), rounded(&exact(&text), 2, Round::Down), "{}", text);
        } else {
            prop_assert_eq!(&quote["violations"][0]["code"], "not_an_amount", "{}", text);
        }
    }

    #[test]
    fn locks_of_a_pin(failures in prop_oneof![0..200_i64, 0..10_i64.pow(15)]) {
        let counted = failures + 1;
        let rounds = u32::try_from((counted / 5).min(100)).unwrap();
        let minutes = (counted % 5 == 0).then(|| (BigInt::from(15) * BigInt::from(2).pow(rounds - 1)).min(BigInt::from(24 * 60)));
        let state = evaluate("pin.transition", json!({
            "status": "pin_set", "event": "verify_fail", "failures": failures, "locked_until": null, "now": "2026-11-20T00:00:00Z",
        })).unwrap();
        let until = minutes.map(|minutes| {
            let minutes: u32 = minutes.try_into().unwrap();
            format!("2026-11-{}T{:02}:{:02}:00Z", 20 + minutes / 1440, minutes % 1440 / 60, minutes % 60)
        });
        prop_assert_eq!(state["locked_until"].as_str(), until.as_deref());
        prop_assert_eq!(&state["failures"], counted);
    }

    #[test]
    fn keys_in_either_case(words in proptest::collection::vec(("[a-z]{2,5}", proptest::option::of("[0-9]{1,3}[a-z]{1,2}")), 1..5)) {
        let words: Vec<String> = words.into_iter().flat_map(|(word, digits)| std::iter::once(word).chain(digits)).collect();
        let snake = words.join("_");
        let capitalised = words.iter().skip(1).map(|word| word[..1].to_uppercase() + &word[1..]);
        let camel = std::iter::once(words[0].clone()).chain(capitalised).collect::<String>();
        for (rule, key, expected) in [
            ("case.snake", &camel, &snake), ("case.snake", &snake, &snake), ("case.camel", &snake, &camel), ("case.camel", &camel, &camel),
        ] {
            let mut value = serde_json::Map::new();
            value.insert(key.clone(), json!(false));
            let answer = evaluate(rule, json!({"value": value})).unwrap();
            prop_assert_eq!(answer["value"].as_object().unwrap().keys().collect::<Vec<_>>(), [expected], "{}", rule);
        }
    }

    /// The blue value with the contrast nearest to 4.5, where a small error would give the wrong result.
    #[test]
    fn contrasts_near_the_limit(background in any::<[u8; 3]>(), [red, green] in any::<[u8; 2]>()) {
        let texts = (0..=255).map(|blue| [red, green, blue]);
        let text = texts.min_by_key(|text| above_the_limit(*text, background).abs()).unwrap();
        let colours = json!({
            "primary_text": hexadecimal(text), "primary_background": hexadecimal(background), "secondary_background": hexadecimal(background),
        });
        let theme = evaluate("branding.theme", json!({"colours": colours})).unwrap();
        let adjusted = theme["adjusted"].as_array().unwrap().contains(&json!("primary_text/primary_background"));
        prop_assert_eq!(adjusted, above_the_limit(text, background) < 0, "{} on {}", hexadecimal(text), hexadecimal(background));
        let shown = theme["css"]["--brand-primary-text"].as_str().unwrap();
        if !adjusted {
            prop_assert_eq!(shown, hexadecimal(text));
        }
        let number = u32::from_str_radix(&shown[1..], 16).unwrap().to_be_bytes();
        prop_assert!(above_the_limit([number[1], number[2], number[3]], background) >= 0, "{}", shown);
    }
}
