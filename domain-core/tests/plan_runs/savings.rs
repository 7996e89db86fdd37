//! Savings: schedule, payments on any day, and the refund for stopping.

use crate::Count;
use crate::calendar::Day;
use crate::dice::Dice;
use crate::instalments::{Part, check_progress, collect_due, debit, sum};
use crate::terms::{Money, Share, Times};
use domain_core::plans::Kind;
use domain_core::plans::instalment::Debt;
use domain_core::plans::schedule::{SavingsTerms, savings};
use domain_core::plans::termination::{TerminationInput, TerminationQuote, quote};
use domain_core::status::Status;

/// A plan to leave early.
pub struct Stopping {
    pub kind: Kind,
    pub money: Money,
    pub penalty: Share,
    pub is_flexible: bool,
    pub is_group: bool,
    pub ends: Day,
}

impl Stopping {
    fn request(&self, user: &str, status: Status, paid: i128, today: Day) -> TerminationQuote {
        let quoted = quote(&TerminationInput {
            kind: self.kind,
            status,
            is_flexible: self.is_flexible,
            is_group: self.is_group,
            created_by: "creator".into(),
            user: user.into(),
            opt_out_penalty: self.penalty.percent,
            paid: self.money.read(paid),
            currency: self.money.code(),
            due_at: Some(self.ends.date()),
            today: today.date(),
        });
        quoted.expect("a quote")
    }

    /// The refund for stopping today: the payments minus the penalty.
    pub fn check(&self, paid: i128, today: Day, count: &mut Count) -> i128 {
        let answer = self.request("creator", Status::Active, paid, today);
        let is_free = self.is_flexible || today >= self.ends;
        let penalty = if is_free {
            0
        } else {
            self.penalty.of_amount(paid).min(paid)
        };
        count.same("allowed", answer.allowed, true);
        count.same("penalty", answer.penalty.text(), self.money.text(penalty));
        count.same(
            "refund",
            answer.refund.text(),
            self.money.text(paid - penalty),
        );
        let both = answer.penalty.minor().zip(answer.refund.minor());
        let both = both.map(|(penalty, refund)| i128::from(penalty) + i128::from(refund));
        count.same("refund and penalty", both, Some(paid));
        if self.is_group && self.kind == Kind::Savings {
            let other = self.request("member", Status::Active, paid, today);
            let nothing = (false, self.money.text(0));
            count.same("others", (other.allowed, other.refund.text()), nothing);
        }
        count.what_ifs += 1;
        paid - penalty
    }

    /// A stopped plan gives no second refund.
    fn check_over(&self, paid: i128, today: Day, count: &mut Count) {
        let answer = self.request("creator", Status::Terminated, paid, today);
        let found = (answer.allowed, answer.refund.text(), answer.penalty.text());
        let nothing = (false, self.money.text(0), self.money.text(0));
        count.same("stopped", found, nothing);
    }
}

pub fn live(dice: &mut Dice, count: &mut Count) {
    let (money, times, amount) = (Money::any(dice), Times::any(dice), dice.minor());
    let mut parts = schedule(money, times, amount, count);
    let end = parts[parts.len() - 1].due.after(times.unit, 1);
    let stopping = Stopping {
        kind: Kind::Savings,
        money,
        penalty: Share::any(dice),
        is_flexible: dice.once_in(4),
        is_group: dice.once_in(4),
        ends: end,
    };
    // The amounts moved into the pot by each payment.
    let mut moved = Vec::new();
    let mut today = times.start.earlier(dice.below(4));
    let stride = end.since(today) / dice.between(2, 8) + 2;
    while today <= end {
        let before = sum(&parts, |one| one.paid);
        if dice.once_in(2) {
            collect_due(&mut parts, money, today, dice, count);
            moved.push(sum(&parts, |one| one.paid) - before);
        } else if let Some(one) = chosen(&mut parts, dice) {
            let typed = dice.part_of(one.left());
            let paid = debit(one.left(), typed, Debt::Savings, money, count);
            one.paid += paid;
            moved.push(paid);
        }
        check_progress(&parts, money, today, dice, count);
        let pot = moved.iter().sum();
        stopping.check(pot, today, count);
        if dice.once_in(12) {
            stopping.check_over(pot, today, count);
            count.stopped_early += u64::from(today < end);
            break;
        }
        today = today.later(dice.below(stride));
        today = today.later(u64::from(dice.once_in(3)));
    }
    count.savings += 1;
}

/// Mostly the oldest unpaid one, sometimes a later one.
fn chosen<'a>(parts: &'a mut [Part], dice: &mut Dice) -> Option<&'a mut Part> {
    let open = parts.iter().filter(|one| one.left() > 0).count() as u64;
    let place = if dice.once_in(4) { dice.below(open) } else { 0 };
    parts
        .iter_mut()
        .filter(|one| one.left() > 0)
        .nth(place as usize)
}

fn schedule(money: Money, times: Times, amount: i128, count: &mut Count) -> Vec<Part> {
    let found = savings(&SavingsTerms {
        amount: money.read(amount),
        currency: money.code(),
        duration: times.count as i64,
        duration_unit: times.unit,
        start: times.start.date(),
    });
    let found = found.expect("a schedule");
    let total = money.text(amount * i128::from(times.count));
    count.same("total", found.total.text(), total);
    count.same("number", found.instalments.len() as u64, times.count);
    let mut sum = 0;
    let mut parts = Vec::new();
    for (place, one) in (0..).zip(&found.instalments) {
        let due = times.start.after(times.unit, place);
        count.same("number", one.number, place as i64 + 1);
        count.same("due", one.due_at.text(), due.text());
        count.same("amount", one.amount.text(), money.text(amount));
        sum += i128::from(one.amount.minor().expect("minor units"));
        parts.push(Part {
            due,
            amount,
            paid: 0,
        });
    }
    count.same(
        "sum of the instalments",
        money.text(sum),
        found.total.text(),
    );
    count.instalments += times.count;
    parts
}
