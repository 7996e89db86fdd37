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

/// A friend who has paid exactly enough, and has nothing in common with the referrer.
fn earned() -> Recommendation<'static> {
    Recommendation {
        payment: FriendsPayment {
            amount: naira("1000.00"),
            progress: Progress::Settled,
            to_referrer: false,
        },
        friend: person("friend", "08030000001", ["Ben", "Ade"], "01-02-1990"),
        friend_standing: Standing::Good,
        already_rewarded: false,
        referrer: Some((
            person("referrer", "08030000002", ["Ada", "Obi"], "17-03-1994"),
            Standing::Good,
        )),
        earlier_friends: &[],
        shared: Shared::default(),
        rewarded: Rewarded::default(),
    }
}

fn with(change: impl FnOnce(&mut Recommendation<'static>)) -> Verdict {
    let mut known = earned();
    change(&mut known);
    judge(&known, &rates())
}

#[test]
fn a_friend_who_pays_earns_two_hundred_naira() {
    assert_eq!(judge(&earned(), &rates()), Verdict::Earned(naira("200.00")));
}

#[test]
fn whatever_speaks_against_it_earns_nothing() {
    type Change = fn(&mut Recommendation<'static>);
    let cases: [(Reason, Change); 15] = [
        (Reason::NobodysCode, |known| known.referrer = None),
        (Reason::AlreadyRewarded, |known| {
            known.already_rewarded = true
        }),
        (Reason::NotPaid, |known| {
            known.payment.progress = Progress::Failed
        }),
        (Reason::OwnCode, |known| known.friend.id = "referrer".into()),
        (Reason::FriendNotInGoodStanding, |known| {
            known.friend_standing = Standing::Restricted;
        }),
        (Reason::FriendNotInGoodStanding, |known| {
            known.friend_standing = Standing::Unproven;
        }),
        (Reason::ReferrerNotInGoodStanding, |known| {
            if let Some(referrer) = &mut known.referrer {
                referrer.1 = Standing::Restricted;
            }
        }),
        (Reason::ReferrerNotInGoodStanding, |known| {
            if let Some(referrer) = &mut known.referrer {
                referrer.1 = Standing::Unproven;
            }
        }),
        (Reason::TooLittle, |known| {
            known.payment.amount = naira("999.99")
        }),
        (Reason::ToReferrer, |known| known.payment.to_referrer = true),
        (Reason::SamePhone, |known| {
            known.friend.phone = " 08030000002 ".into()
        }),
        (Reason::SamePerson, |known| {
            known.friend = person("friend", "08030000001", ["ada ", "OBI"], "17-03-1994");
        }),
        (Reason::SameBrowser, |known| known.shared.browser = true),
        (Reason::SameBankAccount, |known| {
            known.shared.bank_account = true
        }),
        (Reason::MostInAll, |known| {
            known.rewarded.in_all = MOST_IN_ALL
        }),
    ];
    for (reason, change) in cases {
        assert_eq!(with(change), Verdict::Nothing(reason), "{reason:?}");
    }
}

#[test]
fn the_same_holds_for_friends_who_earned_a_bonus_before() {
    let twin = person("before", "08030000001", ["Bola", "Ade"], "01-02-1990");
    let double = person("before", "08030000009", ["Ben", "Ade"], "01-02-1990");
    for (earlier, reason) in [(twin, Reason::SamePhone), (double, Reason::SamePerson)] {
        let mut known = earned();
        let earlier = [earlier];
        known.earlier_friends = &earlier;
        assert_eq!(judge(&known, &rates()), Verdict::Nothing(reason));
    }
}

#[test]
fn what_is_not_known_is_not_held_against_anybody() {
    let earned = Verdict::Earned(naira("200.00"));
    let unknown = with(|known| {
        known.friend = Person {
            id: "friend".into(),
            ..Person::default()
        };
        known.referrer = Some((
            Person {
                id: "referrer".into(),
                ..Person::default()
            },
            Standing::Good,
        ));
    });
    assert_eq!(unknown, earned);
    let namesake = with(|known| {
        known.friend = person("friend", "08030000001", ["Ada", "Obi"], "18-03-1994");
    });
    assert_eq!(namesake, earned);
    let sibling = with(|known| {
        known.friend = person("friend", "08030000001", ["Ada", "Ade"], "17-03-1994");
    });
    assert_eq!(sibling, earned);
}

#[test]
fn a_payment_under_way_waits_for_the_bank_and_a_full_day_for_the_next() {
    let under_way = with(|known| known.payment.progress = Progress::UnderWay);
    assert_eq!(under_way, Verdict::NotYet(Waiting::Settlement));
    for (today, verdict) in [
        (MOST_A_DAY - 1, Verdict::Earned(naira("200.00"))),
        (MOST_A_DAY, Verdict::NotYet(Waiting::Tomorrow)),
    ] {
        let rewarded = Rewarded {
            today,
            in_all: today,
        };
        assert_eq!(with(|known| known.rewarded = rewarded), verdict);
    }
    // What speaks against it does so before the bank has answered.
    let hopeless = with(|known| {
        known.payment.progress = Progress::UnderWay;
        known.shared.browser = true;
    });
    assert_eq!(hopeless, Verdict::Nothing(Reason::SameBrowser));
}

#[test]
fn the_last_of_all_is_still_rewarded() {
    let last = Rewarded {
        today: 0,
        in_all: MOST_IN_ALL - 1,
    };
    assert_eq!(
        with(|known| known.rewarded = last),
        Verdict::Earned(naira("200.00"))
    );
}

#[test]
fn other_currencies_count_by_what_they_are_worth_in_naira() {
    let dollars = |text: &str| Amount::parse(text, Currency::Usd).unwrap();
    let paying = |amount: Amount| with(move |known| known.payment.amount = amount);
    assert_eq!(paying(dollars("0.67")), Verdict::Earned(naira("200.00")));
    assert_eq!(paying(dollars("0.66")), Verdict::Nothing(Reason::TooLittle));
    // Without a rate nobody knows what it is worth.
    let pounds = Amount::parse("900.00", Currency::Gbp).unwrap();
    assert_eq!(paying(pounds), Verdict::Nothing(Reason::TooLittle));
}

#[test]
fn a_code_is_the_same_however_it_is_typed() {
    assert_eq!(plain_code(" abcd2345 ").as_deref(), Some("ABCD2345"));
    assert_eq!(plain_code("  "), None);
}

#[test]
fn each_friend_who_earned_a_bonus_is_a_point() {
    assert_eq!((points(0), points(3)), (0, 3));
}
