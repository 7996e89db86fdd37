//! Loans: schedule, repayments on any day, and payoff.

use crate::Count;
use crate::calendar::Day;
use crate::dice::Dice;
use crate::exact::even_part;
use crate::instalments::{Part, check_progress, debit};
use crate::rates;
use crate::terms::{Money, Share, Times};
use domain_core::plans::Unit;
use domain_core::plans::instalment::Debt;
use domain_core::plans::payoff::{LoanPart, PayoffInput, payoff};
use domain_core::plans::repay::{RepaymentInput, divide};
use domain_core::plans::schedule::{LoanTerms, loan};

/// The default request fee of a naira loan: 100 naira.
const REQUEST_FEE: i128 = 10_000;

/// A requested loan.
pub struct Loan {
    pub money: Money,
    pub times: Times,
    pub principal: i128,
    pub interest: i128,
    pub fee: i128,
    pub wait: u64,
    pub wait_unit: Unit,
    pub terms: LoanTerms,
}

/// An instalment.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    pub due: Day,
    principal: i128,
    interest: i128,
    paid_principal: i128,
    paid_interest: i128,
    waived: i128,
    /// Principal covered by interest paid ahead for another instalment.
    moved: i128,
}

impl Row {
    pub fn amount(&self) -> i128 {
        self.principal + self.interest
    }

    fn principal_left(&self) -> i128 {
        self.principal - self.paid_principal - self.moved
    }

    fn interest_left(&self) -> i128 {
        self.interest - self.paid_interest - self.waived
    }

    fn part(&self) -> Part {
        Part {
            due: self.due,
            amount: self.amount(),
            paid: self.paid_principal + self.paid_interest,
        }
    }
}

impl Loan {
    fn any(dice: &mut Dice) -> Self {
        let (money, times, principal) = (Money::any(dice), Times::any(dice), dice.minor());
        let share = Share::any(dice);
        let given_fee = dice.once_in(2).then(|| i128::from(dice.below(50_000)));
        let default_fee = if money.currency.as_str() == "NGN" {
            REQUEST_FEE
        } else {
            0
        };
        let (wait, wait_unit) = (dice.of(&[0, 0, 1, 2, 5, 40]), dice.of(Unit::ALL));
        Self {
            money,
            times,
            principal,
            interest: share.of_amount(principal),
            fee: given_fee.unwrap_or(default_fee),
            wait,
            wait_unit,
            terms: LoanTerms {
                amount: money.read(principal),
                currency: money.code(),
                take_profit: share.percent,
                duration: times.count as i64,
                duration_unit: times.unit,
                start: times.start.date(),
                wait: wait as i64,
                wait_unit,
                request_fee: given_fee.map(|fee| money.read(fee)),
            },
        }
    }

    /// If the grace period and the instalments are both in months, all dates are counted from the first day.
    pub fn due(&self, number: u64) -> Day {
        if self.wait_unit == self.times.unit {
            return self.times.start.after(self.wait_unit, self.wait + number);
        }
        let anchor = self.times.start.after(self.wait_unit, self.wait);
        anchor.after(self.times.unit, number)
    }

    /// `loan.schedule`.
    fn schedule(&self, count: &mut Count) -> Vec<Row> {
        let found = loan(&self.terms).expect("a schedule");
        let (money, parts) = (self.money, i128::from(self.times.count));
        let total = self.principal + self.interest;
        count.same(
            "principal",
            found.principal.text(),
            money.text(self.principal),
        );
        count.same("interest", found.interest.text(), money.text(self.interest));
        count.same("total", found.total.text(), money.text(total));
        count.same(
            "request fee",
            found.request_fee.text(),
            money.text(self.fee),
        );
        count.same("number", found.instalments.len() as u64, self.times.count);
        let mut left = total;
        let mut rows = Vec::new();
        for (place, one) in (0_u64..).zip(&found.instalments) {
            let amount = even_part(total, place.into(), parts);
            let interest = even_part(self.interest, place.into(), parts);
            let due = self.due(place + 1);
            left -= amount;
            count.same("number", one.number, place as i64 + 1);
            count.same("due", one.due_at.text(), due.text());
            count.same("amount", one.amount.text(), money.text(amount));
            count.same("interest", one.interest.text(), money.text(interest));
            count.same(
                "principal",
                one.principal.text(),
                money.text(amount - interest),
            );
            count.same("balance", one.balance_after.text(), money.text(left));
            rows.push(Row {
                due,
                principal: amount - interest,
                interest,
                paid_principal: 0,
                paid_interest: 0,
                waived: 0,
                moved: 0,
            });
        }
        count.same("sum of the instalments", left, 0);
        count.instalments += self.times.count;
        rows
    }

    fn input(&self, rows: &[Row], today: Day) -> PayoffInput {
        let part = |row: &Row| LoanPart {
            due_at: row.due.date(),
            principal: self.money.read(row.principal),
            interest: self.money.read(row.interest),
            paid: self.money.read(row.paid_principal + row.paid_interest),
            charge: None,
        };
        PayoffInput {
            instalments: rows.iter().map(part).collect(),
            today: today.date(),
            currency: Some(self.money.code()),
        }
    }

    /// `loan.payoff`: the amount that settles it today, and the interest waived.
    fn payoff(&self, rows: &[Row], today: Day, count: &mut Count) -> (i128, i128) {
        let found = payoff(&self.input(rows, today)).expect("a payoff");
        let money = self.money;
        let (begun, later) = rows.split_at(begun(rows, today));
        let interest = |rows: &[Row]| rows.iter().map(Row::interest_left).sum::<i128>();
        let ahead: i128 = later.iter().map(|row| row.paid_interest).sum();
        let principal = rows.iter().map(Row::principal_left).sum::<i128>() - ahead;
        let (earned, waived) = (interest(begun), interest(later) + ahead);
        assert!(principal >= 0, "less than nothing: {principal}");
        count.same(
            "payoff",
            found.amount.text(),
            money.text(principal + earned),
        );
        count.same(
            "its principal",
            found.principal.text(),
            money.text(principal),
        );
        count.same("its interest", found.interest.text(), money.text(earned));
        count.same("waived", found.waived.text(), money.text(waived));
        count.what_ifs += 1;
        (principal + earned, waived)
    }

    /// Makes a repayment and compares the result; returns whether the loan is settled.
    fn repay(&self, rows: &mut [Row], (today, amount): (Day, i128), count: &mut Count) -> bool {
        let (all, waived) = self.payoff(rows, today, count);
        let loan = self.input(rows, today);
        let found = divide(&RepaymentInput {
            instalments: loan.instalments,
            today: loan.today,
            currency: loan.currency,
            amount: self.money.amount(amount).into(),
        });
        let found = found.expect("a repayment");
        let (is_last, mut rest) = (amount >= all, amount.min(all));
        let taken = rest;
        count.same("is the last", found.is_last, is_last);
        let begun = begun(rows, today);
        let is_ahead = |place: usize| is_last && place >= begun;
        // Interest paid ahead covers remaining principal, starting with the last instalments.
        let ahead = rows.iter().skip(begun).map(|row| row.paid_interest).sum();
        let mut to_cover = if is_last { ahead } else { 0 };
        count.same("returned", found.returned.text(), self.money.text(to_cover));
        let mut covered = vec![0; rows.len()];
        for (covered, row) in covered.iter_mut().zip(rows.iter()).rev() {
            *covered = row.principal_left().min(to_cover);
            to_cover -= *covered;
        }
        for (place, (row, part)) in rows.iter_mut().zip(&found.parts).enumerate() {
            let mut take = |left: i128| {
                let taken = left.min(rest);
                rest -= taken;
                taken
            };
            let (waived, returned) = if is_ahead(place) {
                (row.interest_left(), row.paid_interest)
            } else {
                (0, 0)
            };
            let interest = take(row.interest_left() - waived);
            let principal = take(row.principal_left() - covered[place]);
            let expected = [principal, interest, waived, returned, covered[place]];
            let parts = [
                part.principal,
                part.interest,
                part.waived,
                part.returned,
                part.covered,
            ];
            let expected = expected.map(|units| self.money.text(units));
            count.same("part", parts.map(|one| one.text()), expected);
            row.paid_interest += interest - returned;
            row.paid_principal += principal + returned;
            row.waived += waived + returned;
            row.moved += covered[place] - returned;
        }
        count.same("all is used", rest, 0);
        let both = found.principal.minor().zip(found.interest.minor());
        let both = both.map(|(principal, interest)| i128::from(principal) + i128::from(interest));
        count.same("repaid", both, Some(taken));
        if is_last {
            let left: i128 = rows
                .iter()
                .map(|row| row.principal_left() + row.interest_left())
                .sum();
            count.same("left of a loan that is over", left, 0);
            let sum = |of: fn(&Row) -> i128| rows.iter().map(of).sum::<i128>();
            count.same("principal", sum(|row| row.paid_principal), self.principal);
            let earned = rows.iter().take(begun).map(|row| row.interest).sum();
            count.same("earned", sum(|row| row.paid_interest), earned);
            let interest = sum(|row| row.paid_interest) + sum(|row| row.waived);
            count.same("interest", interest, self.interest);
            count.same("waived", sum(|row| row.waived), waived);
        }
        is_last
    }
}

/// The number of periods that have begun: the first with the loan, each later one on the day after the previous due
/// date.
fn begun(rows: &[Row], today: Day) -> usize {
    let are_over = rows.iter().take_while(|row| row.due < today).count();
    rows.len().min(are_over + 1)
}

pub fn live(dice: &mut Dice, count: &mut Count) {
    let loan = Loan::any(dice);
    let mut rows = loan.schedule(count);
    rates::check_cost(&loan, &rows, dice, count);
    let end = rows[rows.len() - 1].due;
    let mut today = loan.times.start;
    let stride = end.since(today) / dice.between(2, 8) + 2;
    while today <= end.later(stride) {
        let (all, _) = loan.payoff(&rows, today, count);
        if all > 0 {
            // One minor unit less does not settle it; the exact amount does.
            for (amount, is_last) in [(all - 1, false), (all, true)] {
                let mut rows = rows.clone();
                let over = loan.repay(&mut rows, (today, amount), count);
                count.same("over", over, is_last);
            }
        }
        let aimed = if dice.once_in(3) { all } else { all / 3 };
        let typed = dice.part_of(aimed);
        let amount = debit(all, typed, Debt::Loan, loan.money, count);
        let is_over = loan.repay(&mut rows, (today, amount), count);
        if is_over {
            count.paid_off_early += u64::from(today < end);
            break;
        }
        let parts: Vec<Part> = rows.iter().map(Row::part).collect();
        check_progress(&parts, loan.money, today, dice, count);
        today = today.later(dice.below(stride));
    }
    count.loans += 1;
}
