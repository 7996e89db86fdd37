//! Whether a recommendation has earned its reward. Only the server decides it, so it is in no catalogue.
//!
//! A friend who signed up with somebody's code pays for the first time, and who recommended Ajo gets a bonus: once for
//! each friend, and for friends who are somebody else. (Document 2, section 2.)

use crate::money::{Amount, Currency, Rates, Rounding};
use crate::person::{Particulars, is_same_person};

/// (Document 2, section 9.)
const BONUS_NAIRA: u32 = 200;
/// A payment worth less says little about whether somebody uses Ajo; five times the bonus.
const LEAST_PAYMENT_NAIRA: u32 = 1_000;
/// What the worst day of somebody who makes friends up may cost: N1,000.
const MAX_A_DAY: i64 = 5;
/// And all their days together: N10,000.
const MAX_IN_ALL: i64 = 50;
/// What the bonuses of all referrers together may cost on a day: however many people are made up, and however they pass as
/// somebody.
const DAY_BUDGET_NAIRA: u32 = 100_000;
/// Points are told, and buy nothing: one for each friend that earned a bonus.
const POINTS_A_FRIEND: i64 = 1;

/// What a friend earns.
#[must_use]
pub fn bonus() -> Amount {
    Amount::of_units(BONUS_NAIRA, Currency::Ngn)
}

/// What a friend's payment must at least be worth.
#[must_use]
pub fn least_payment() -> Amount {
    Amount::of_units(LEAST_PAYMENT_NAIRA, Currency::Ngn)
}

/// What all bonuses of a day may cost together.
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

/// Points of somebody who was rewarded for so many friends.
#[must_use]
pub fn points(rewarded: i64) -> i64 {
    rewarded.saturating_mul(POINTS_A_FRIEND)
}

/// A code as it is kept and looked up, however it was typed; `None` for a blank one.
#[must_use]
pub fn plain_code(typed: &str) -> Option<String> {
    Some(typed.trim().to_ascii_uppercase()).filter(|code| !code.is_empty())
}

/// What is known of a person that tells two accounts of one person apart from two people.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Person {
    pub id: String,
    pub phone: String,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub dob: Option<String>,
}

/// How an account stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Good,
    /// Kept from sending money.
    Restricted,
    /// Address or identity was never proven.
    Unproven,
}

/// How far the friend's payment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Reserved; nobody knows yet whether the bank pays it out.
    UnderWay,
    Settled,
    /// It did not happen.
    Failed,
}

/// A payment that the friend authorised with the PIN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FriendsPayment {
    pub amount: Amount,
    pub progress: Progress,
    /// It went to a wallet or a bank account of whoever recommended Ajo.
    pub to_referrer: bool,
    /// Everything that left the friend's wallet in this currency until then, this payment and all fees included.
    pub spent: Amount,
    /// Everything that a bank brought into that wallet until then.
    pub deposited: Amount,
}

/// Somebody's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub person: Person,
    pub standing: Standing,
}

/// What a friend has in common with whoever recommended Ajo.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shared {
    /// The friend signed in with a browser of the referrer's, or of a friend who earned a bonus before.
    pub browser: bool,
    /// A bank account that is saved as their own, or that money came from.
    pub bank_account: bool,
}

/// Whoever recommended Ajo, in the friend's own brand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Referrer {
    pub account: Account,
    /// The friends that they were rewarded for.
    pub earlier_friends: Vec<Person>,
    /// How many of these today.
    pub rewarded_today: i64,
    pub shared: Shared,
}

/// Everything that the decision looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommendation {
    pub payment: FriendsPayment,
    pub friend: Account,
    /// A bonus was paid for this friend before.
    pub already_rewarded: bool,
    /// `None` where the code is nobody's.
    pub referrer: Option<Referrer>,
    /// All bonuses of the day, whoever earned them.
    pub paid_today: Amount,
}

/// What follows from a friend's payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The referrer gets this.
    Earned(Amount),
    /// To be looked at again.
    NotYet(Waiting),
    /// This payment earns nothing; a later one may.
    Nothing(Reason),
}

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waiting {
    /// The bank's answer.
    Settlement,
    /// The next day: the referrer had as many today as a day may bring.
    Tomorrow,
    /// The next day: all referrers together had what a day may cost.
    Budget,
}

/// Why a payment earns nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    NotPaid,
    TooLittle,
    ToReferrer,
    /// Not all of what the friend has spent was brought in from a bank.
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
    /// For the log.
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

/// What follows from a friend's payment. Rates are those of the moment; a currency without one is worth nothing.
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

/// What speaks against it, however the payment ends.
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

/// Money that members send each other goes round, from the referrer by way of whomever they choose, and costs nothing. So
/// none of it counts: what a bank brought in has to cover everything that was spent.
fn is_own_money(payment: &FriendsPayment) -> bool {
    payment.deposited >= payment.spent
}

fn same_phone(one: &Person, other: &Person) -> bool {
    let phone = one.phone.trim();
    one.id != other.id && !phone.is_empty() && phone == other.phone.trim()
}

/// Namesakes are born on other days, and twins have other names. Who has not said when they were born is nobody's double.
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
