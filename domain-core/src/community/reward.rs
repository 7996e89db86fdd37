//! Referral bonuses.
//!
//! When a friend who signed up with a referrer's code pays for the first time, the referrer gets a bonus: once per
//! friend, and only for real other people. (Document 2, section 2.)

use crate::money::{Amount, AmountText, Currency, CurrencyCode, Rates, Rounding};
use crate::person::{Particulars, is_same_person};
use crate::shape::{choice, input, output};
use crate::validation::{Checked, plain_identifier};

/// (Document 2, section 9.)
const BONUS_NAIRA: u32 = 200;
/// Five times the bonus: smaller payments are weak evidence that the friend uses Ajo.
const LEAST_PAYMENT_NAIRA: u32 = 1_000;
/// The maximum loss per day to a referrer with invented friends: N1,000.
const MAX_A_DAY: i64 = 5;
/// The maximum loss in total: N10,000.
const MAX_IN_ALL: i64 = 50;
/// The daily limit of all bonuses together, in case fake accounts pass every other check.
const DAY_BUDGET_NAIRA: u32 = 100_000;
/// One point for each friend who earned a bonus. Points are displayed, but buy nothing.
const POINTS_A_FRIEND: i64 = 1;

/// The bonus per friend.
#[must_use]
pub fn bonus() -> Amount {
    Amount::of_units(BONUS_NAIRA, Currency::Ngn)
}

/// The minimum payment by a friend that earns the bonus.
#[must_use]
pub fn least_payment() -> Amount {
    Amount::of_units(LEAST_PAYMENT_NAIRA, Currency::Ngn)
}

/// The daily limit of all bonuses together.
#[must_use]
pub fn day_budget() -> Amount {
    Amount::of_units(DAY_BUDGET_NAIRA, Currency::Ngn)
}

/// Whether the day's budget covers one more bonus.
#[must_use]
pub fn budget_covers(paid_today: &Amount) -> bool {
    paid_today
        .checked_add(&bonus())
        .is_some_and(|then| then <= day_budget())
}

/// The points of a referrer with this many rewarded friends.
#[must_use]
pub fn points(rewarded: i64) -> i64 {
    rewarded.saturating_mul(POINTS_A_FRIEND)
}

/// The normalised code for storage and look-up; `None` if blank.
#[must_use]
pub fn plain_code(typed: &str) -> Option<String> {
    Some(plain_identifier(typed).to_ascii_uppercase()).filter(|code| !code.is_empty())
}

/// Facts that show whether two accounts belong to one person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Person {
    pub id: String,
    pub phone: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub dob: Option<String>,
}

choice! {
    /// The standing of an account.
    pub enum Standing {
        Good = "good",
        /// Restricted from sending money.
        Restricted = "restricted",
        /// Address or identity was never proven.
        Unproven = "unproven",
    }
}

choice! {
    /// The state of the friend's payment.
    pub enum Progress {
        /// Reserved; the bank's outcome is still unknown.
        UnderWay = "under_way",
        Settled = "settled",
        /// It failed.
        Failed = "failed",
    }
}

/// A payment that the friend authorised with the PIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FriendsPayment {
    pub amount: Amount,
    pub progress: Progress,
    /// Whether it went to a wallet or a bank account of the referrer.
    pub to_referrer: bool,
    /// All debits of the friend's wallet in this currency up to then, including this payment and all fees.
    pub spent: Amount,
    /// All bank deposits into that wallet up to then.
    pub deposited: Amount,
}

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub person: Person,
    pub standing: Standing,
}

/// Links between the friend and the referrer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shared {
    /// The friend signed in with a browser of the referrer, or of a friend rewarded earlier.
    pub browser: bool,
    /// A bank account saved as their own, or used for a deposit.
    pub bank_account: bool,
}

/// The referrer, in the friend's own brand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referrer {
    pub account: Account,
    /// The friends rewarded earlier.
    pub earlier_friends: Vec<Person>,
    /// The number of friends rewarded today.
    pub rewarded_today: i64,
    pub shared: Shared,
}

/// The input of the decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommendation {
    pub payment: FriendsPayment,
    pub friend: Account,
    /// Whether a bonus was already paid for this friend.
    pub already_rewarded: bool,
    /// `None` if the code is unknown.
    pub referrer: Option<Referrer>,
    /// All bonuses paid today, to any referrer.
    pub paid_today: Amount,
}

choice! {
    /// The decision about a friend's payment.
    pub enum Outcome {
        /// The referrer gets the bonus.
        Earned = "earned",
        /// To be decided later.
        NotYet = "not_yet",
        /// This payment earns nothing; a later one may.
        Nothing = "nothing",
    }
}

choice! {
    /// Why a payment earns nothing, or nothing yet.
    pub enum Reason {
        /// Waiting for the bank's answer.
        Settlement = "settlement",
        /// Waiting for the next day: the referrer has reached today's limit.
        Tomorrow = "tomorrow",
        /// Waiting for the next day: the daily limit of all bonuses is reached.
        Budget = "budget",
        NotPaid = "not_paid",
        TooLittle = "too_little",
        ToReferrer = "to_referrer",
        /// Not all of the friend's spending was deposited from a bank.
        NotOwnMoney = "not_own_money",
        AlreadyRewarded = "already_rewarded",
        NobodysCode = "nobodys_code",
        OwnCode = "own_code",
        FriendNotInGoodStanding = "friend_not_in_good_standing",
        ReferrerNotInGoodStanding = "referrer_not_in_good_standing",
        SamePhone = "same_phone",
        SamePerson = "same_person",
        SameBrowser = "same_browser",
        SameBankAccount = "same_bank_account",
        MostInAll = "most_in_all",
    }
}

input! {
    /// A friend's payment, and its referrer. Who they are is no part of it: only whether they differ.
    pub struct BonusInput {
        /// The currency of the payment.
        currency: CurrencyCode,
        /// The friend's payment, in `currency`; it earns a bonus from 1,000 naira or their equivalent.
        amount: AmountText,
        /// The state of the friend's payment.
        progress: Progress,
        /// Whether it went to a wallet or a bank account of the referrer.
        to_referrer: bool,
        /// All debits of the friend's wallet in this currency up to then, including this payment and all fees.
        spent: AmountText,
        /// All bank deposits into that wallet up to then.
        deposited: AmountText,
        /// The standing of the friend's account.
        friend: Standing,
        /// Null if the code is unknown.
        referrer: Option<Standing>,
        /// Whether a bonus was already paid for this friend.
        already_rewarded: bool,
        /// Whether the friend and the referrer are one account.
        own_code: bool,
        /// Whether the friend has the phone of the referrer, or of a friend rewarded earlier.
        same_phone: bool,
        /// Whether the friend has the name and the date of birth of one of them.
        same_person: bool,
        /// Whether the friend signed in with a browser of the referrer, or of a friend rewarded earlier.
        same_browser: bool,
        /// Whether the friend shares a bank account with the referrer: a saved one, or one used for a deposit.
        same_bank_account: bool,
        /// The number of friends rewarded earlier; from 50 on it is `most_in_all`.
        rewarded: i64,
        /// The number of friends rewarded today; from 5 on the bonus waits for `tomorrow`.
        rewarded_today: i64,
        /// All bonuses paid today, to any referrer, in naira; if another one made more than 100,000, it waits for the
        /// next `budget`.
        paid_today: AmountText,
        /// The rates that convert the payment to naira; without one for its currency it counts as zero.
        rates: Rates,
    }
}

output! {
    /// The decision about a bonus.
    pub struct Bonus {
        /// The decision about the bonus.
        outcome: Outcome,
        /// The bonus, 200 naira; null unless it is earned.
        amount: Option<Amount>,
        /// Null if it is earned.
        reason: Option<Reason>,
    }
}

impl Recommendation {
    /// The facts that decide, without the people.
    #[must_use]
    pub fn facts(&self, rates: &Rates) -> BonusInput {
        let friend = &self.friend.person;
        let any_other = |is_same: fn(&Person, &Person) -> bool| {
            self.referrer.iter().any(|referrer| {
                std::iter::once(&referrer.account.person)
                    .chain(&referrer.earlier_friends)
                    .any(|other| is_same(other, friend))
            })
        };
        let referrer = self.referrer.as_ref();
        let is = |flag: fn(&Referrer) -> bool| referrer.is_some_and(flag);
        let earlier = referrer.map_or(0, |referrer| referrer.earlier_friends.len());
        let FriendsPayment {
            amount,
            progress,
            to_referrer,
            spent,
            deposited,
        } = self.payment;
        BonusInput {
            currency: amount.currency().into(),
            amount: amount.into(),
            progress,
            to_referrer,
            spent: spent.into(),
            deposited: deposited.into(),
            friend: self.friend.standing,
            referrer: referrer.map(|referrer| referrer.account.standing),
            already_rewarded: self.already_rewarded,
            own_code: referrer.is_some_and(|referrer| referrer.account.person.id == friend.id),
            same_phone: any_other(same_phone),
            same_person: any_other(same_person),
            same_browser: is(|referrer| referrer.shared.browser),
            same_bank_account: is(|referrer| referrer.shared.bank_account),
            rewarded: i64::try_from(earlier).unwrap_or(i64::MAX),
            rewarded_today: referrer.map_or(0, |referrer| referrer.rewarded_today),
            paid_today: self.paid_today.into(),
            rates: rates.clone(),
        }
    }
}

/// The decision about a friend's payment, at sell rates, rounded down. A payment in a currency without a rate, or
/// whose worth is beyond 28 digits, counts as zero. Money sent between members can circulate at no cost, starting
/// from the referrer, so it does not count: bank deposits must cover all spending. The first reason that applies is
/// named, in this order: `nobodys_code`, `already_rewarded`, `own_code`, `friend_not_in_good_standing`,
/// `referrer_not_in_good_standing`, `too_little`, `to_referrer`, `not_own_money`, `same_phone`, `same_person`,
/// `same_browser`, `same_bank_account`, `most_in_all`, `not_paid`, `settlement`, `tomorrow`, `budget`. The outcome of
/// `settlement`, `tomorrow` and `budget` is `not_yet`. Source: document 2, section 2; all limits are ours.
///
/// # Errors
/// `not_an_amount`, `{currency} not supported yet!`
pub fn judge(input: &BonusInput) -> Checked<Bonus> {
    let currency = input.currency.known("currency")?;
    let amount = input.amount.amount("amount", currency)?;
    let spent = input.spent.amount("spent", currency)?;
    let deposited = input.deposited.amount("deposited", currency)?;
    let paid_today = input.paid_today.amount("paid_today", Currency::Ngn)?;
    let is_own_money = deposited >= spent;
    // Objections hold whatever the payment's outcome.
    let objections = [
        (Reason::NobodysCode, input.referrer.is_none()),
        (Reason::AlreadyRewarded, input.already_rewarded),
        (Reason::OwnCode, input.own_code),
        (
            Reason::FriendNotInGoodStanding,
            input.friend != Standing::Good,
        ),
        (
            Reason::ReferrerNotInGoodStanding,
            input.referrer != Some(Standing::Good),
        ),
        (Reason::TooLittle, !is_enough(&amount, &input.rates)),
        (Reason::ToReferrer, input.to_referrer),
        (Reason::NotOwnMoney, !is_own_money),
        (Reason::SamePhone, input.same_phone),
        (Reason::SamePerson, input.same_person),
        (Reason::SameBrowser, input.same_browser),
        (Reason::SameBankAccount, input.same_bank_account),
        (Reason::MostInAll, input.rewarded >= MAX_IN_ALL),
    ];
    let objection = objections.into_iter().find(|(_, applies)| *applies);
    let is_full_day = input.rewarded_today >= MAX_A_DAY;
    let (outcome, reason) = match (objection, input.progress) {
        (Some((reason, _)), _) => (Outcome::Nothing, Some(reason)),
        (None, Progress::Failed) => (Outcome::Nothing, Some(Reason::NotPaid)),
        (None, Progress::UnderWay) => (Outcome::NotYet, Some(Reason::Settlement)),
        (None, Progress::Settled) if is_full_day => (Outcome::NotYet, Some(Reason::Tomorrow)),
        (None, Progress::Settled) if !budget_covers(&paid_today) => {
            (Outcome::NotYet, Some(Reason::Budget))
        }
        (None, Progress::Settled) => (Outcome::Earned, None),
    };
    Ok(Bonus {
        outcome,
        amount: reason.is_none().then(bonus),
        reason,
    })
}

fn is_enough(amount: &Amount, rates: &Rates) -> bool {
    rates
        .convert(amount, Currency::Ngn, Rounding::Down)
        .is_ok_and(|worth| worth >= least_payment())
}

fn same_phone(one: &Person, other: &Person) -> bool {
    let phone = one.phone.trim();
    one.id != other.id && !phone.is_empty() && phone == other.phone.trim()
}

/// Name and date of birth must match: namesakes have different dates of birth, and twins different names. Without a
/// date of birth there is no match.
fn same_person(one: &Person, other: &Person) -> bool {
    fn particulars(person: &Person) -> Particulars<'_> {
        Particulars {
            first_name: person.first_name.as_deref().unwrap_or_default(),
            last_name: person.last_name.as_deref().unwrap_or_default(),
            dob: person.dob.as_deref().unwrap_or_default(),
        }
    }
    one.id != other.id
        && one.dob.as_deref().is_some_and(|dob| !dob.trim().is_empty())
        && is_same_person(&particulars(one), &particulars(other))
}

#[cfg(test)]
mod tests;
