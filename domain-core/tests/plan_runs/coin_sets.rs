//! Coin sets: allocation, refunds of unspent amounts, returns, and the cost of stopping.

use crate::Count;
use crate::dice::Dice;
use crate::savings::Stopping;
use crate::terms::{Money, Share, Times};
use domain_core::json::Node;
use domain_core::plans::Kind;
use domain_core::plans::allocate::{self, AllocateInput, allocate};
use domain_core::plans::coins::{Coin, CoinSet, CoinStatus, part_of, profit};
use domain_core::shape::Output;

/// One hundred percent, in millionths of a percent.
const HUNDRED: u64 = 100_000_000;

pub fn live(dice: &mut Dice, count: &mut Count) {
    let (money, times, amount) = (Money::any(dice), Times::any(dice), dice.minor());
    let parts = divided(money, amount, dice, count);
    for part in &parts {
        unspent(money, *part, dice, count);
    }
    gained(money, &parts, dice, count);
    let stopping = Stopping {
        kind: Kind::Coins,
        money,
        penalty: Share::any(dice),
        is_flexible: dice.once_in(4),
        is_group: dice.once_in(4),
        ends: times.start.after(times.unit, times.count),
    };
    let last = stopping.ends.since(times.start) + 2;
    for _ in 0..dice.between(1, 6) {
        stopping.check(amount, times.start.later(dice.below(last)), count);
    }
    count.sets += 1;
}

/// `coins.allocate`: rounded down, with the remaining minor units going to the largest remainders.
fn divided(money: Money, amount: i128, dice: &mut Dice, count: &mut Count) -> Vec<i128> {
    let step = dice.of(&[1, 1_000, 1_000_000]);
    let mut cuts = vec![0, HUNDRED];
    cuts.extend((0..dice.below(7)).map(|_| dice.below(HUNDRED / step + 1) * step));
    cuts.sort_unstable();
    let shares: Vec<u64> = cuts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let share = |micro: &u64| allocate::Share {
        coin: micro.to_string(),
        percent: Share::of(*micro, 6).percent,
    };
    let found = allocate(&AllocateInput {
        amount: money.read(amount),
        currency: money.code(),
        parts: shares.iter().map(share).collect(),
    });
    let products = shares.iter().map(|share| amount * i128::from(*share));
    let whole = i128::from(HUNDRED);
    let mut parts: Vec<i128> = products.clone().map(|product| product / whole).collect();
    let lost: Vec<i128> = products.map(|product| product % whole).collect();
    let left = amount - parts.iter().sum::<i128>();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|place| (-lost[*place], *place));
    order
        .iter()
        .take(left as usize)
        .for_each(|place| parts[*place] += 1);
    let found = found.expect("a division").parts;
    let found: Vec<String> = found.iter().map(|part| part.amount.text()).collect();
    count.same(
        "parts",
        found,
        parts.iter().map(|part| money.text(*part)).collect(),
    );
    count.same("sum of the parts", parts.iter().sum(), amount);
    parts
}

/// The refund for a partly filled order, rounded down: with the spent amount it equals the ordered one.
fn unspent(money: Money, part: i128, dice: &mut Dice, count: &mut Count) {
    let whole = dice.between(1, 1_000_000_000);
    let rest = dice.below(whole + 1);
    let back = part * i128::from(rest) / i128::from(whole);
    let found = part_of(&money.amount(part), rest as i64, whole as i64);
    count.same(
        "back",
        found.map(|back| back.text()),
        Some(money.text(back)),
    );
}

/// `coins.profit`.
fn gained(money: Money, parts: &[i128], dice: &mut Dice, count: &mut Count) {
    let mut total = 0;
    let mut coins = Vec::new();
    for bought in parts {
        let status = dice.of(CoinStatus::ALL);
        let sold = dice.once_in(2).then(|| dice.part_of(bought * 2));
        total += match status {
            CoinStatus::Failed | CoinStatus::Completed => sold.unwrap_or(0) - bought,
            _ => *bought,
        };
        coins.push(Coin {
            status,
            price_bought: money.read(*bought),
            price_sold: sold.map(|sold| money.read(sold)),
        });
    }
    let found = profit(&CoinSet {
        coins,
        currency: Some(money.code()),
    });
    let sign = if total < 0 { "-" } else { "" };
    let expected = [sign, &money.text(total.abs())].concat();
    let found = match found.expect("a return").total.write() {
        Node::Text(text) => text.into_owned(),
        _ => panic!("a return is text"),
    };
    count.same("return", found, expected);
}
