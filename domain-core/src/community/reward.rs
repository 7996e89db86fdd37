//! Referral bonuses. Only the server decides on them, so they are not in the catalogue.
//!
//! When a friend who signed up with a referrer's code pays for the first time, the referrer gets a bonus: once per
//! friend, and only for real other people. (Document 2, section 2.)

use crate::money::{Amount, Currency, Rates, Rounding};
use crate::person::{Particulars, is_same_person};
use crate::validation::plain_identifier;

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

/// The standing of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Good,
    /// Restricted from sending money.
    Restricted,
    /// Address or identity was never proven.
    Unproven,
}

/// The state of the friend's payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Reserved; the bank's outcome is still unknown.
    UnderWay,
    Settled,
    /// It failed.
    Failed,
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

/// The decision about a friend's payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The referrer gets this bonus.
    Earned(Amount),
    /// To be decided later.
    NotYet(Waiting),
    /// This payment earns nothing; a later one may.
    Nothing(Reason),
}

/// The reason for waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// The bank's answer.
    Settlement,
    /// The next day: the referrer has reached today's limit.
    Tomorrow,
    /// The next day: the daily limit of all bonuses is reached.
    Budget,
}

/// Why a payment earns nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    NotPaid,
    TooLittle,
    ToReferrer,
    /// Not all of the friend's spending was deposited from a bank.
    NotOwnMoney,
    AlreadyRewarded,
    NobodysCode,
    OwnCode,
    FriendNotInGoodStanding,
    ReferrerNotInGoodStanding,
    SamePhone,
    SamePerson,
    SameBrowser,
    SameBankAccount,
    MostInAll,
}

impl Reason {
    /// The name for the log.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotPaid => "not_paid",
            Self::TooLittle => "too_little",
            Self::ToReferrer => "to_referrer",
            Self::NotOwnMoney => "not_own_money",
            Self::AlreadyRewarded => "already_rewarded",
            Self::NobodysCode => "nobodys_code",
            Self::OwnCode => "own_code",
            Self::FriendNotInGoodStanding => "friend_not_in_good_standing",
            Self::ReferrerNotInGoodStanding => "referrer_not_in_good_standing",
            Self::SamePhone => "same_phone",
            Self::SamePerson => "same_person",
            Self::SameBrowser => "same_browser",
            Self::SameBankAccount => "same_bank_account",
            Self::MostInAll => "most_in_all",
        }
    }
}

/// The decision about a friend's payment, at current rates; amounts in a currency without a rate count as zero.
#[must_use]
pub fn judge(known: &Recommendation, rates: &Rates) -> Verdict {
    let Some(referrer) = &known.referrer else {
        return Verdict::Nothing(Reason::NobodysCode);
    };
    let is_full_day = referrer.rewarded_today >= MAX_A_DAY;
    match (objection(known, referrer, rates), known.payment.progress) {
        (Some(reason), _) => Verdict::Nothing(reason),
        (None, Progress::Failed) => Verdict::Nothing(Reason::NotPaid),
        (None, Progress::UnderWay) => Verdict::NotYet(Waiting::Settlement),
        (None, Progress::Settled) if is_full_day => Verdict::NotYet(Waiting::Tomorrow),
        (None, Progress::Settled) if !budget_covers(&known.paid_today) => {
            Verdict::NotYet(Waiting::Budget)
        }
        (None, Progress::Settled) => Verdict::Earned(bonus()),
    }
}

/// Objections that hold whatever the payment's outcome.
fn objection(known: &Recommendation, referrer: &Referrer, rates: &Rates) -> Option<Reason> {
    let (friend, account) = (&known.friend, &referrer.account);
    let in_all = i64::try_from(referrer.earlier_friends.len()).unwrap_or(i64::MAX);
    let any_other = |is_same: fn(&Person, &Person) -> bool| {
        std::iter::once(&account.person)
            .chain(&referrer.earlier_friends)
            .any(|other| is_same(other, &friend.person))
    };
    let good = |account: &Account| account.standing == Standing::Good;
    let objections = [
        (Reason::AlreadyRewarded, known.already_rewarded),
        (Reason::OwnCode, account.person.id == friend.person.id),
        (Reason::FriendNotInGoodStanding, !good(friend)),
        (Reason::ReferrerNotInGoodStanding, !good(account)),
        (Reason::TooLittle, !is_enough(&known.payment.amount, rates)),
        (Reason::ToReferrer, known.payment.to_referrer),
        (Reason::NotOwnMoney, !is_own_money(&known.payment)),
        (Reason::SamePhone, any_other(same_phone)),
        (Reason::SamePerson, any_other(same_person)),
        (Reason::SameBrowser, referrer.shared.browser),
        (Reason::SameBankAccount, referrer.shared.bank_account),
        (Reason::MostInAll, in_all >= MAX_IN_ALL),
    ];
    objections
        .into_iter()
        .find_map(|(reason, applies)| applies.then_some(reason))
}

fn is_enough(amount: &Amount, rates: &Rates) -> bool {
    rates
        .convert(amount, Currency::Ngn, Rounding::Down)
        .is_ok_and(|worth| worth >= least_payment())
}

/// Money sent between members can circulate at no cost, starting from the referrer. So it does not count: bank deposits
/// must cover all spending.
fn is_own_money(payment: &FriendsPayment) -> bool {
    payment.deposited >= payment.spent
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
