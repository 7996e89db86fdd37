//! The oracle's instalments, compared with the rules' answers on a day.

use crate::Count;
use crate::calendar::Day;
use crate::dice::Dice;
use crate::exact;
use crate::terms::Money;
use domain_core::plans::collect::{CollectInput, collect};
use domain_core::plans::instalment::{
    Debt, InstalmentStatus, NextInput, PaymentInput, next, payment,
};
use domain_core::plans::progress::{Instalment, ProgressInput, progress};

#[derive(Debug, Clone, Copy)]
pub struct Part {
    pub due: Day,
    pub amount: i128,
    pub paid: i128,
}

impl Part {
    pub fn left(&self) -> i128 {
        self.amount - self.paid
    }
}

pub fn sum(parts: &[Part], of: impl Fn(&Part) -> i128) -> i128 {
    parts.iter().map(of).sum()
}

fn read(parts: &[Part], money: Money) -> Vec<Instalment> {
    let one = |part: &Part| Instalment {
        due_at: part.due.date(),
        amount: money.read(part.amount),
        paid: money.read(part.paid),
    };
    parts.iter().map(one).collect()
}

/// `plan.progress`, and `instalment.next` for one instalment.
pub fn check_progress(
    parts: &[Part],
    money: Money,
    today: Day,
    dice: &mut Dice,
    count: &mut Count,
) {
    let found = progress(&ProgressInput {
        instalments: read(parts, money),
        today: today.date(),
        goal: None,
        currency: Some(money.code()),
    });
    let found = found.expect("progress");
    let (total, paid) = (sum(parts, |one| one.amount), sum(parts, |one| one.paid));
    let left_by = |is_meant: &dyn Fn(&Part) -> bool| {
        money.text(sum(parts, |one| if is_meant(one) { one.left() } else { 0 }))
    };
    count.same("total", found.total.text(), money.text(total));
    count.same("paid", found.paid.text(), money.text(paid));
    count.same("owed", found.owed.text(), left_by(&|_| true));
    count.same("due", found.due.text(), left_by(&|one| one.due <= today));
    count.same(
        "overdue",
        found.overdue.text(),
        left_by(&|one| one.due < today),
    );
    count.same("complete", found.complete, paid == total);
    let tenths = if total == 0 {
        1_000
    } else {
        paid * 1_000 / total
    };
    count.same("percent", found.percent, exact::text(tenths, 1));
    let first = (1..).zip(parts).find(|(_, one)| one.left() > 0);
    let first = first.map(|(number, one)| (number, one.due.text(), money.text(one.left())));
    let found = found
        .next
        .map(|one| (one.number, one.due_at.text(), one.amount.text()));
    count.same("next", found, first);

    let one = parts[dice.below(parts.len() as u64) as usize];
    let state = next(&NextInput {
        status: InstalmentStatus::Pending,
        due_at: one.due.date(),
        today: today.date(),
        paid: money.read(one.paid),
        amount: money.read(one.amount),
        currency: Some(money.code()),
    });
    let expected = match (one.left(), one.due <= today) {
        (0, _) => InstalmentStatus::Paid,
        (_, true) => InstalmentStatus::Due,
        (_, false) => InstalmentStatus::Pending,
    };
    count.same("state", state.expect("a state").status, expected);
}

/// `instalment.payment`: the debit for a typed amount; zero if it is refused.
pub fn debit(owed: i128, typed: i128, kind: Debt, money: Money, count: &mut Count) -> i128 {
    let answer = payment(&PaymentInput {
        owed: money.read(owed),
        amount: money.read(typed),
        kind,
        currency: Some(money.code()),
    });
    let one = 10_i128.pow(money.scale);
    let least = if owed == 0 { one } else { owed.min(one) };
    if typed < least {
        count.same("refused below the least", answer.is_err(), true);
        return 0;
    }
    let (answer, debit) = (answer.expect("a debit"), owed.min(typed));
    count.same("debit", answer.debit.text(), money.text(debit));
    count.same("capped", answer.capped, typed > owed);
    count.payments += 1;
    debit
}

/// `instalment.collect` on a day, with its debits applied.
pub fn collect_due(
    parts: &mut [Part],
    money: Money,
    today: Day,
    dice: &mut Dice,
    count: &mut Count,
) {
    let due = sum(parts, |one| if one.due <= today { one.left() } else { 0 });
    let (available, auto) = (dice.part_of(due), !dice.once_in(5));
    let found = collect(&CollectInput {
        instalments: read(parts, money),
        available: money.read(available),
        today: today.date(),
        auto,
        currency: Some(money.code()),
    });
    let found = found.expect("a collection");
    let taken = if auto { available.min(due) } else { 0 };
    count.same("collected", found.total.text(), money.text(taken));
    count.same("missing", found.missing.text(), money.text(due - taken));
    let (mut rest, mut debits) = (taken, Vec::new());
    for (number, one) in (1_i64..).zip(parts) {
        let amount = if one.due <= today {
            one.left().min(rest)
        } else {
            0
        };
        rest -= amount;
        one.paid += amount;
        if amount > 0 {
            debits.push((number, money.text(amount)));
        }
    }
    let found = found
        .debits
        .iter()
        .map(|one| (one.number, one.amount.text()));
    count.same("debits", found.collect(), debits);
    count.collections += 1;
}
