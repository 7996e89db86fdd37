use super::*;
use crate::money::Rate;
use proptest::prelude::*;

fn rates() -> Rates {
    let rate = |text| Rate::parse(text).unwrap();
    Rates::default()
        .with(Currency::Ngn, rate("1500"), None)
        .with(Currency::Usd, rate("1"), None)
        .with(Currency::Btc, rate("0.0000105"), None)
}

fn amount(text: &str, currency: Currency) -> Amount {
    Amount::parse(text, currency).unwrap()
}

fn naira_text(text: &str) -> Amount {
    amount(text, Currency::Ngn)
}

fn at(text: &str) -> Instant {
    Instant::parse(text).unwrap()
}

const NOON: &str = "2026-11-21T11:00:00Z";

fn input(
    changes: &[(Change, Instant)],
    sent: Amount,
    dealings: Option<Dealings>,
    now: Instant,
) -> CapInput {
    let changed = |(change, at): &(Change, Instant)| Changed {
        change: *change,
        at: *at,
    };
    CapInput {
        now,
        currency: sent.currency().into(),
        rates: rates(),
        changes: changes.iter().map(changed).collect(),
        sent: sent.into(),
        dealings,
    }
}

fn capped(
    changes: &[(Change, Instant)],
    sent: Amount,
    dealings: Option<Dealings>,
    now: Instant,
) -> Option<Cap> {
    cap(&input(changes, sent, dealings, now)).unwrap().cap
}

fn after(change: Change, sent: &str, now: Instant) -> Option<(String, Option<Instant>)> {
    let found = capped(&[(change, at(NOON))], naira_text(sent), None, now);
    found.map(|cap| (cap.amount.text(), cap.until))
}

#[test]
fn without_a_change_there_is_no_cap() {
    assert_eq!(capped(&[], naira_text("9000000"), None, at(NOON)), None);
}

#[test]
fn each_change_caps_payments_at_fifty_thousand_naira_for_a_day() {
    for change in Change::ALL {
        let until = at(NOON).add_ms(CAUTION_MS);
        let of = |sent, ms| after(*change, sent, at(NOON).add_ms(ms));
        assert_eq!(of("0", 0), Some(("50000.00".into(), Some(until))));
        assert_eq!(of("49999.99", 1), Some(("0.01".into(), Some(until))));
        assert_eq!(of("50000", 1), Some(("0.00".into(), Some(until))));
        assert_eq!(of("70000", 1), Some(("0.00".into(), Some(until))));
        assert_eq!(
            of("20000", CAUTION_MS - 1),
            Some(("30000.00".into(), Some(until)))
        );
        assert_eq!(of("20000", CAUTION_MS), None);
    }
}

#[test]
fn the_change_whose_caution_ends_last_is_named() {
    let changes = [
        (Change::NewDevice, at(NOON).add_ms(-5_000)),
        (Change::Pin, at(NOON)),
        (Change::Password, at(NOON).add_ms(-CAUTION_MS)),
    ];
    let found = capped(&changes, naira_text("0"), None, at(NOON)).unwrap();
    assert_eq!(found.reason, Reason::Pin);
    assert_eq!(found.until, Some(at(NOON).add_ms(CAUTION_MS)));
}

#[test]
fn caps_in_other_currencies_are_converted_and_rounded_down() {
    let changes = [(Change::Pin, at(NOON))];
    for (currency, expected) in [(Currency::Usd, "33.33"), (Currency::Btc, "0.00035000")] {
        let found = capped(&changes, Amount::zero(currency), None, at(NOON));
        assert_eq!(
            found.map(|cap| cap.amount),
            Some(amount(expected, currency))
        );
    }
    let unknown = input(&changes, Amount::zero(Currency::Gbp), None, at(NOON));
    let refused = cap(&unknown).unwrap_err().violations;
    assert_eq!(refused[0].message, "GBP not supported yet!");
}

#[test]
fn new_recipients_get_at_most_two_hundred_thousand_naira() {
    let of = |known_since, sent: &str, ms| {
        let dealings = Dealings {
            known_since,
            sent: naira_text(sent).into(),
        };
        let now = at(NOON).add_ms(ms);
        let found = capped(&[], naira_text("900000"), Some(dealings), now);
        found.map(|cap| (cap.amount.text(), cap.until))
    };
    let until = at(NOON).add_ms(CAUTION_MS);
    assert_eq!(of(None, "0", 0), Some(("200000.00".into(), None)));
    assert_eq!(
        of(Some(at(NOON)), "150000", 1),
        Some(("50000.00".into(), Some(until)))
    );
    assert_eq!(
        of(Some(at(NOON)), "0", CAUTION_MS - 1),
        Some(("200000.00".into(), Some(until)))
    );
    assert_eq!(of(Some(at(NOON)), "0", CAUTION_MS), None);
}

#[test]
fn the_tightest_cap_applies() {
    let changes = [(Change::Password, at(NOON))];
    let to = |sent: &str| {
        Some(Dealings {
            known_since: None,
            sent: naira_text(sent).into(),
        })
    };
    let found = capped(&changes, naira_text("0"), to("0"), at(NOON)).unwrap();
    assert_eq!(found.reason, Reason::Password);
    let found = capped(&changes, naira_text("0"), to("180000"), at(NOON)).unwrap();
    assert_eq!(
        (found.reason, found.amount),
        (Reason::NewPayee, naira_text("20000"))
    );
}

#[test]
fn the_sentence_has_amount_end_and_reason() {
    let until = Some(at("2026-11-22T13:05:00Z"));
    let of = |text, currency, reason, until| words(&amount(text, currency), reason, until);
    let password = Reason::Password;
    assert_eq!(
        of("50000", Currency::Ngn, password, until),
        "For your safety, up to ₦50,000.00 may leave your wallet until 22 Nov, 14:05, because your password was changed."
    );
    assert_eq!(
        of("0", Currency::Usd, Reason::NewDevice, until),
        "For your safety, nothing more may leave your wallet until 22 Nov, 14:05, because of a sign-in on a new device."
    );
    assert_eq!(
        of("0.00035", Currency::Btc, Reason::NewPayee, None),
        "For your safety, up to BTC 0.00035000 may go to this recipient in the first 24 hours, because this recipient is new."
    );
    assert_eq!(
        what_follows(),
        "For your safety, up to ₦50,000.00 may leave your wallet in the next 24 hours."
    );
}

proptest! {
    #[test]
    fn sent_and_remaining_amounts_sum_to_the_limit(sent_minor in 0..5_000_000_i64) {
        let sent = Amount::from_minor(sent_minor, Currency::Ngn).unwrap();
        let found = capped(&[(Change::Phone, at(NOON))], sent, None, at(NOON)).unwrap();
        prop_assert_eq!(found.amount.checked_add(&sent), Some(naira_text("50000")));
    }
}
