use super::*;
use crate::money::Rate;

fn person(id: &str, phone: &str, names: [&str; 2], dob: &str) -> Person {
    Person {
        id: id.into(),
        phone: phone.into(),
        first_name: Some(names[0].into()),
        last_name: Some(names[1].into()),
        dob: Some(dob.into()),
    }
}

fn naira(text: &str) -> Amount {
    Amount::parse(text, Currency::Ngn).unwrap()
}

fn rates() -> Rates {
    let rate = |text| Rate::parse(text).unwrap();
    Rates::default()
        .with(Currency::Ngn, rate("1500"), None)
        .with(Currency::Usd, rate("1"), None)
}

/// A friend who has paid just enough, and is not linked to the referrer.
fn earned() -> Recommendation {
    Recommendation {
        payment: FriendsPayment {
            amount: naira("1000.00"),
            progress: Progress::Settled,
            to_referrer: false,
            spent: naira("1020.00"),
            deposited: naira("1020.00"),
        },
        friend: Account {
            person: person("friend", "08030000001", ["Ben", "Ade"], "01-02-1990"),
            standing: Standing::Good,
        },
        already_rewarded: false,
        referrer: Some(Referrer {
            account: Account {
                person: person("referrer", "08030000002", ["Ada", "Obi"], "17-03-1994"),
                standing: Standing::Good,
            },
            earlier_friends: Vec::new(),
            rewarded_today: 0,
            shared: Shared::default(),
        }),
        paid_today: naira("0.00"),
    }
}

fn judged(known: &Recommendation) -> Bonus {
    judge(&known.facts(&rates())).unwrap()
}

fn with(change: impl FnOnce(&mut Recommendation)) -> Bonus {
    let mut known = earned();
    change(&mut known);
    judged(&known)
}

/// The verdict with a modified referrer.
fn with_referrer(change: impl FnOnce(&mut Referrer)) -> Bonus {
    with(|known| {
        if let Some(referrer) = &mut known.referrer {
            change(referrer);
        }
    })
}

fn two_hundred() -> Bonus {
    Bonus {
        outcome: Outcome::Earned,
        amount: Some(naira("200.00")),
        reason: None,
    }
}

fn nothing(reason: Reason) -> Bonus {
    Bonus {
        outcome: Outcome::Nothing,
        amount: None,
        reason: Some(reason),
    }
}

fn not_yet(reason: Reason) -> Bonus {
    Bonus {
        outcome: Outcome::NotYet,
        ..nothing(reason)
    }
}

/// Friends without links to anyone.
fn strangers(count: i64) -> Vec<Person> {
    let stranger = |place: i64| Person {
        id: place.to_string(),
        ..Person::default()
    };
    (0..count).map(stranger).collect()
}

#[test]
fn a_friend_who_pays_earns_two_hundred_naira() {
    assert_eq!(judged(&earned()), two_hundred());
}

#[test]
fn objections_to_the_payment_or_the_friend_earn_nothing() {
    type Change = fn(&mut Recommendation);
    let cases: [(Reason, Change); 12] = [
        (Reason::NobodysCode, |known| known.referrer = None),
        (Reason::AlreadyRewarded, |known| {
            known.already_rewarded = true
        }),
        (Reason::NotPaid, |known| {
            known.payment.progress = Progress::Failed
        }),
        (Reason::TooLittle, |known| {
            known.payment.amount = naira("999.99")
        }),
        (Reason::ToReferrer, |known| known.payment.to_referrer = true),
        (Reason::NotOwnMoney, |known| {
            known.payment.deposited = naira("1019.99")
        }),
        (Reason::NotOwnMoney, |known| {
            known.payment.deposited = naira("0.00")
        }),
        (Reason::OwnCode, |known| {
            known.friend.person.id = "referrer".into()
        }),
        (Reason::FriendNotInGoodStanding, |known| {
            known.friend.standing = Standing::Restricted
        }),
        (Reason::FriendNotInGoodStanding, |known| {
            known.friend.standing = Standing::Unproven
        }),
        (Reason::SamePhone, |known| {
            known.friend.person.phone = " 08030000002 ".into()
        }),
        (Reason::SamePerson, |known| {
            known.friend.person = person("friend", "08030000001", ["ada ", "OBI"], "17-03-1994");
        }),
    ];
    for (reason, change) in cases {
        assert_eq!(with(change), nothing(reason), "{reason:?}");
    }
}

#[test]
fn objections_to_the_referrer_earn_nothing() {
    type Change = fn(&mut Referrer);
    let cases: [(Reason, Change); 7] = [
        (Reason::ReferrerNotInGoodStanding, |one| {
            one.account.standing = Standing::Restricted
        }),
        (Reason::ReferrerNotInGoodStanding, |one| {
            one.account.standing = Standing::Unproven
        }),
        (Reason::SameBrowser, |one| one.shared.browser = true),
        (Reason::SameBankAccount, |one| {
            one.shared.bank_account = true
        }),
        (Reason::SamePhone, |one| {
            one.earlier_friends = vec![person(
                "before",
                "08030000001",
                ["Bola", "Ade"],
                "01-02-1990",
            )];
        }),
        (Reason::SamePerson, |one| {
            one.earlier_friends = vec![person(
                "before",
                "08030000009",
                ["Ben", "Ade"],
                "01-02-1990",
            )];
        }),
        (Reason::MostInAll, |one| one.earlier_friends = strangers(50)),
    ];
    for (reason, change) in cases {
        assert_eq!(with_referrer(change), nothing(reason), "{reason:?}");
    }
    assert_eq!(
        with_referrer(|one| one.earlier_friends = strangers(49)),
        two_hundred()
    );
}

#[test]
fn unknown_facts_are_no_objection() {
    let unknown = with(|known| {
        known.friend.person = Person {
            id: "friend".into(),
            ..Person::default()
        };
        if let Some(referrer) = &mut known.referrer {
            referrer.account.person = Person {
                id: "referrer".into(),
                ..Person::default()
            };
        }
    });
    assert_eq!(unknown, two_hundred());
    for (names, dob) in [
        (["Ada", "Obi"], "18-03-1994"),
        (["Ada", "Ade"], "17-03-1994"),
        (["Ben", "Obi"], "17-03-1994"),
    ] {
        let other = with(|known| known.friend.person = person("friend", "08030000001", names, dob));
        assert_eq!(other, two_hundred(), "{names:?}");
    }
}

#[test]
fn pending_payments_wait_for_the_bank_and_full_days_for_the_next() {
    let under_way = with(|known| known.payment.progress = Progress::UnderWay);
    assert_eq!(under_way, not_yet(Reason::Settlement));
    assert_eq!(with_referrer(|one| one.rewarded_today = 4), two_hundred());
    let full = with_referrer(|one| one.rewarded_today = 5);
    assert_eq!(full, not_yet(Reason::Tomorrow));
    // Objections apply before the bank has answered.
    let hopeless = with(|known| {
        known.payment.progress = Progress::UnderWay;
        known.already_rewarded = true;
    });
    assert_eq!(hopeless, nothing(Reason::AlreadyRewarded));
}

#[test]
fn the_daily_budget_limits_all_bonuses() {
    let after = |paid: &str| with(|known| known.paid_today = naira(paid));
    assert_eq!(after("99800.00"), two_hundred());
    assert_eq!(after("99800.01"), not_yet(Reason::Budget));
    assert_eq!(after("100000.00"), not_yet(Reason::Budget));
    // Objections still apply, and the decision is final.
    let hopeless = with(|known| {
        known.paid_today = naira("100000.00");
        known.already_rewarded = true;
    });
    assert_eq!(hopeless, nothing(Reason::AlreadyRewarded));
}

#[test]
fn other_currencies_count_by_their_value_in_naira() {
    let dollars = |text: &str| Amount::parse(text, Currency::Usd).unwrap();
    let paying = |amount: Amount| {
        with(move |known| {
            known.payment.amount = amount;
            (known.payment.spent, known.payment.deposited) = (amount, amount);
        })
    };
    assert_eq!(paying(dollars("0.67")), two_hundred());
    assert_eq!(paying(dollars("0.66")), nothing(Reason::TooLittle));
    // Without a rate its value is unknown.
    let pounds = Amount::parse("900.00", Currency::Gbp).unwrap();
    assert_eq!(paying(pounds), nothing(Reason::TooLittle));
}

#[test]
fn codes_are_normalised() {
    assert_eq!(plain_code(" abcd2345 ").as_deref(), Some("ABCD2345"));
    assert_eq!(plain_code("  "), None);
}

#[test]
fn each_rewarded_friend_is_a_point() {
    assert_eq!((points(0), points(3)), (0, 3));
}

#[test]
fn a_missing_date_of_birth_never_matches() {
    let named = |id: &str, dob: &str| person(id, "", ["Ada", "Obi"], dob);
    assert!(same_person(
        &named("one", "01-02-1990"),
        &named("other", "01-02-1990")
    ));
    for dob in ["", " "] {
        assert!(!same_person(&named("one", dob), &named("other", dob)));
    }
}
