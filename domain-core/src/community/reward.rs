//! Whether a recommendation has earned its reward. Only the server decides it, so it is in no catalogue.
//!
//! A friend who signed up with somebody's code pays for the first time, and who recommended Ajo gets a bonus: once for
//! each friend, and for friends who are somebody else. (Document 2, section 2.)

use crate::money::{Amount, Currency, Rates, Rounding};

/// (Document 2, section 9.)
const BONUS_NAIRA: u64 = 200;
/// A payment worth less says little about whether somebody uses Ajo; five times the bonus.
const LEAST_PAYMENT_NAIRA: u64 = 1_000;
/// What the worst day of somebody who makes friends up may cost: N1,000.
pub const MOST_A_DAY: i64 = 5;
/// And all their days together: N10,000.
pub const MOST_IN_ALL: i64 = 50;
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
    /// The address was never proven.
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FriendsPayment {
    pub amount: Amount,
    pub progress: Progress,
    /// It went to a wallet or a bank account of whoever recommended Ajo.
    pub to_referrer: bool,
}

/// What both have in common.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shared {
    /// The friend signed in with a browser of the referrer's, or of a friend who earned a bonus before.
    pub browser: bool,
    /// A bank account that is saved as their own, or that money came from.
    pub bank_account: bool,
}

/// How many friends the referrer was rewarded for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rewarded {
    pub today: i64,
    pub in_all: i64,
}

/// Everything that the decision looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommendation<'a> {
    pub payment: FriendsPayment,
    pub friend: Person,
    pub friend_standing: Standing,
    /// A bonus was paid for this friend before.
    pub already_rewarded: bool,
    /// Whose code it was, in the friend's own brand; `None` where it is nobody's.
    pub referrer: Option<(Person, Standing)>,
    /// The friends that the referrer was rewarded for.
    pub earlier_friends: &'a [Person],
    pub shared: Shared,
    pub rewarded: Rewarded,
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
}

/// Why a payment earns nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    NotPaid,
    TooLittle,
    ToReferrer,
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

/// What follows from a friend's payment. Rates are the rates of the moment; a currency without one is worth nothing.
#[must_use]
pub fn judge(known: &Recommendation<'_>, rates: &Rates) -> Verdict {
    let Some((referrer, referrer_standing)) = &known.referrer else {
        return Verdict::Nothing(Reason::NobodysCode);
    };
    let kin = || std::iter::once(referrer).chain(known.earlier_friends);
    let payment = &known.payment;
    let refusals = [
        (Reason::AlreadyRewarded, known.already_rewarded),
        (Reason::NotPaid, payment.progress == Progress::Failed),
        (Reason::OwnCode, referrer.id == known.friend.id),
        (
            Reason::FriendNotInGoodStanding,
            known.friend_standing != Standing::Good,
        ),
        (
            Reason::ReferrerNotInGoodStanding,
            *referrer_standing != Standing::Good,
        ),
        (Reason::TooLittle, !is_enough(&payment.amount, rates)),
        (Reason::ToReferrer, payment.to_referrer),
        (
            Reason::SamePhone,
            kin().any(|other| same_phone(other, &known.friend)),
        ),
        (
            Reason::SamePerson,
            kin().any(|other| same_person(other, &known.friend)),
        ),
        (Reason::SameBrowser, known.shared.browser),
        (Reason::SameBankAccount, known.shared.bank_account),
        (Reason::MostInAll, known.rewarded.in_all >= MOST_IN_ALL),
    ];
    let refused = refusals.into_iter().find(|(_, applies)| *applies);
    match (refused, payment.progress) {
        (Some((reason, _)), _) => Verdict::Nothing(reason),
        (None, Progress::UnderWay) => Verdict::NotYet(Waiting::Settlement),
        (None, _) if known.rewarded.today >= MOST_A_DAY => Verdict::NotYet(Waiting::Tomorrow),
        (None, _) => Verdict::Earned(bonus()),
    }
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

/// Both names and the day of birth: namesakes are born on other days, and twins have other names.
fn same_person(one: &Person, other: &Person) -> bool {
    let same = |one: &Option<String>, other: &Option<String>| match (one, other) {
        (Some(one), Some(other)) => {
            let one = one.trim();
            !one.is_empty() && one.to_lowercase() == other.trim().to_lowercase()
        }
        _ => false,
    };
    one.id != other.id
        && same(&one.first_name, &other.first_name)
        && same(&one.last_name, &other.last_name)
        && same(&one.dob, &other.dob)
}

#[cfg(test)]
mod tests;
