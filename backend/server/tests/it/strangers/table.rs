//! The parameters of each call that could belong to a user: Ada's value and an unknown one, or the reason that there is
//! none.

use super::ada::{
    ADDRESS_KEY, AIRTIME_KEY, ALERTS_KEY, BILL_KEYS, BVN, Belongings, EXCHANGE_KEY, FRIEND_EMAIL,
    INSTALMENT_KEY, NEXT_EMAIL, NIN, Own, PAYMENT_KEY, PLAN_KEY, REPAYMENT_KEY, SALE_KEY,
    SENDING_KEY, UNSENT_AIRTIME_KEY, UNSENT_ALERTS_KEY, UNSENT_EXCHANGE_KEY, UNSENT_INSTALMENT_KEY,
    UNSENT_JOIN_KEY, UNSENT_KEY, UNSENT_PLAN_KEY, UNSENT_REPAYMENT_KEY, UNSENT_SALE_KEY,
    UNSENT_SENDING_KEY, UNSENT_WITHDRAWAL_KEY, WITHDRAWAL_KEY,
};
use crate::signals::strategies::strategy;
use crate::support::PASSWORD;
use crate::wallet::{ACCOUNT, BANK, coins};
use serde_json::{Value, json};

/// One identifier in one call.
pub struct Case {
    pub call: &'static str,
    pub takes: &'static str,
    pub hers: String,
    /// An unknown value, as long as hers.
    pub nobodys: String,
    /// The rest of the body, or of the query.
    pub rest: Value,
    pub headers: Vec<(&'static str, String)>,
    pub status: u16,
    /// The code of the refusal; blank if the call succeeds.
    pub code: &'static str,
}

fn case(call: &'static str, takes: &'static str, hers: &str, rest: Value) -> Case {
    Case {
        call,
        takes,
        hers: hers.into(),
        nobodys: nobodys(hers),
        rest,
        headers: Vec::new(),
        status: 404,
        code: "not_found",
    }
}

impl Case {
    fn answers(mut self, status: u16, code: &'static str) -> Self {
        (self.status, self.code) = (status, code);
        self
    }

    fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

/// An unknown value of the same form, with different last letters and digits.
fn nobodys(hers: &str) -> String {
    let other = |place: usize, character: char| match character {
        _ if place >= 6 => character,
        '0'..='8' => '9',
        '9' => '1',
        'a'..='f' => '0',
        'g'..='y' => 'z',
        'A'..='Y' => 'Z',
        other => other,
    };
    let turned: Vec<char> = hers
        .chars()
        .rev()
        .enumerate()
        .map(|(place, one)| other(place, one))
        .collect();
    turned.into_iter().rev().collect()
}

/// The key of calls that are repeated under one key.
const BOLAS_KEY: &str = "key-of-bola-00001";

pub fn cases(ada: &Belongings, own: &Own) -> Vec<Case> {
    let none = || json!({});
    let unsent = |call, key: &str, grant: &str, body: &Value| {
        case(call, "header X-Pin-Authorisation", grant, body.clone())
            .with("idempotency-key", key)
            .answers(403, "pin_authorisation_required")
    };
    let paid = |call, key: &str, body: &Value| {
        case(call, "header Idempotency-Key", key, body.clone())
            .answers(403, "pin_authorisation_required")
    };
    let quoted = |call, quote: &str, body: &Value| {
        case(call, "body quote_id", quote, body.clone()).with("idempotency-key", BOLAS_KEY)
    };
    let in_cluster =
        |call, rest: Value| case(call, "path uuid", &ada.cluster, rest).answers(404, "no_channel");
    let message = json!({ "client_id": "message-of-bola", "message": "Hello" });
    let file = json!({ "id": ada.cluster_attachment });
    let to_saved = json!({ "amount": "220.00", "send_wallet": "NGN", "confirm": true });
    let quote_to_saved = json!({ "destination": "bank", "amount": "220.00", "currency": "NGN" });
    let authorise = json!({ "pin": "2580", "currency": "NGN", "action": "withdraw", "amount": "220.00", "payee": format!("bank:{BANK}:{ACCOUNT}"), "request": {} });
    let challenged = |call, rest: Value| {
        case(call, "body challenge_id", &ada.challenge, rest).answers(403, "passkey_refused")
    };
    let client = json!({ "clientDataJSON": "AAAA", "attestationObject": "AAAA" });
    let added = json!({ "credential": { "id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": client } });
    let client = json!({ "clientDataJSON": "AAAA", "authenticatorData": "AAAA", "signature": "AAAA", "userHandle": null });
    let signed = json!({ "credential": { "id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": client } });
    let mut signed_payment = authorise.clone();
    signed_payment["credential"] = signed["credential"].clone();
    signed_payment["idempotency_key"] = json!(BOLAS_KEY);
    let mut cases = bill_cases(ada);
    cases.extend(plan_cases(ada, own));
    cases.extend(code_cases(ada, own));
    cases.extend([
        case("GET /api/user/answers/{id}", "path id", &ada.id, none()),
        case(
            "GET /api/security-questions/user/{uuid}",
            "path uuid",
            &ada.id,
            none(),
        ),
        case(
            "GET /api/support/attachments/{id}",
            "path id",
            &ada.attachment,
            none(),
        ),
        case(
            "GET /api/support/attachments/{id}/thumb",
            "path id",
            &ada.attachment,
            none(),
        ),
        in_cluster("GET /api/clusters/{uuid}/messages", none()),
        in_cluster("POST /api/clusters/{uuid}/messages", message),
        in_cluster("PUT /api/clusters/{uuid}/read", json!({ "number": 1 })),
        in_cluster("PUT /api/clusters/{uuid}/mute", json!({ "muted": true })),
        in_cluster("DELETE /api/clusters/{uuid}/membership", none()),
        in_cluster("POST /api/clusters/{uuid}/attachments", none()),
        in_cluster("GET /api/clusters/{uuid}/attachments/{id}", file.clone()),
        in_cluster("GET /api/clusters/{uuid}/attachments/{id}/thumb", file),
        in_cluster(
            "POST /api/clusters/{uuid}/messages/{number}/report",
            json!({ "number": "1", "reason": "spam" }),
        ),
        case(
            "POST /api/clusters/{uuid}/messages/{number}/report",
            "path number",
            "1",
            json!({ "uuid": ada.cluster, "reason": "spam" }),
        )
        .answers(404, "no_channel"),
        case(
            "GET /api/clusters/{uuid}/attachments/{id}",
            "path id",
            &ada.cluster_attachment,
            json!({ "uuid": ada.cluster }),
        )
        .answers(404, "no_channel"),
        case(
            "GET /api/clusters/{uuid}/attachments/{id}/thumb",
            "path id",
            &ada.cluster_attachment,
            json!({ "uuid": ada.cluster }),
        )
        .answers(404, "no_channel"),
        case("GET /api/liveness/{id}", "path id", &ada.liveness, none()),
        case("DELETE /api/mandates/{id}", "path id", &ada.mandate, none()),
        case(
            "GET /api/payment/card/{tx_ref}",
            "path tx_ref",
            &ada.tx_ref,
            none(),
        ),
        case(
            "POST /api/payment/flutter/confirm",
            "body tx_ref",
            &ada.tx_ref,
            none(),
        ),
        case(
            "GET /api/transaction/{reference}",
            "path reference",
            &ada.reference,
            none(),
        ),
        case(
            "GET /api/transaction/{reference}/decision",
            "path reference",
            &ada.reference,
            none(),
        ),
        case(
            "GET /api/quotes/{id}/decision",
            "path id",
            &ada.bank_quote,
            none(),
        ),
        case(
            "GET /api/transaction/{reference}/receipt.pdf",
            "path reference",
            &ada.reference,
            none(),
        ),
        case(
            "GET /api/transaction/me",
            "query search",
            &ada.reference,
            none(),
        )
        .answers(200, ""),
        case(
            "GET /api/transaction/me.csv",
            "query search",
            &ada.reference,
            none(),
        )
        .answers(200, ""),
        case("GET /api/withdraw", "query search", ACCOUNT, none()).answers(200, ""),
        case(
            "GET /api/transaction/months",
            "query search",
            ACCOUNT,
            none(),
        )
        .answers(200, ""),
        case(
            "GET /api/transaction/flows",
            "query search",
            ACCOUNT,
            none(),
        )
        .answers(200, ""),
        case("GET /api/bank-account", "query search", ACCOUNT, none()).answers(200, ""),
        case(
            "PUT /api/bank-account",
            "body id",
            &ada.bank_account,
            json!({ "is_default": true }),
        ),
        case(
            "DELETE /api/bank-account/{id}",
            "path id",
            &ada.bank_account,
            json!({ "typed": ACCOUNT }),
        ),
        case(
            "POST /api/quotes/transfer",
            "body bank_account_id",
            &ada.bank_account,
            quote_to_saved,
        ),
        case(
            "POST /api/withdraw",
            "body bank_account_id",
            &ada.bank_account,
            to_saved,
        )
        .with("idempotency-key", BOLAS_KEY),
        quoted("POST /api/withdraw", &ada.bank_quote, &ada.withdrawal),
        quoted(
            "POST /api/wallet/transfer",
            &ada.wallet_quote,
            &ada.transfer,
        ),
        quoted("POST /api/vas/airtime", &ada.airtime_quote, &ada.airtime),
        quoted("POST /api/alerts/subscribe", &ada.alerts_quote, &none()),
        unsent(
            "POST /api/alerts/subscribe",
            UNSENT_ALERTS_KEY,
            &ada.alerts_grant,
            &none(),
        ),
        paid("POST /api/alerts/subscribe", ALERTS_KEY, &none()),
        unsent(
            "POST /api/withdraw",
            UNSENT_WITHDRAWAL_KEY,
            &ada.withdrawal_grant,
            &ada.withdrawal,
        ),
        unsent(
            "POST /api/wallet/transfer",
            UNSENT_KEY,
            &ada.transfer_grant,
            &ada.transfer,
        ),
        unsent(
            "POST /api/verify/address",
            UNSENT_KEY,
            &ada.address_grant,
            &none(),
        ),
        unsent(
            "POST /api/vas/airtime",
            UNSENT_AIRTIME_KEY,
            &ada.airtime_grant,
            &ada.airtime,
        ),
        quoted("POST /api/sell", &ada.sale_quote, &ada.sale),
        quoted("POST /api/convert", &ada.exchange_quote, &ada.exchange),
        unsent(
            "POST /api/convert",
            UNSENT_EXCHANGE_KEY,
            &ada.exchange_grant,
            &ada.exchange,
        ),
        paid("POST /api/convert", EXCHANGE_KEY, &ada.exchange),
        quoted("POST /api/send", &ada.sending_quote, &ada.sending),
        unsent(
            "POST /api/sell",
            UNSENT_SALE_KEY,
            &ada.sale_grant,
            &ada.sale,
        ),
        unsent(
            "POST /api/send",
            UNSENT_SENDING_KEY,
            &ada.sending_grant,
            &ada.sending,
        ),
        paid("POST /api/sell", SALE_KEY, &ada.sale),
        paid("POST /api/send", SENDING_KEY, &ada.sending),
        case("GET /api/sell", "query search", "wallet", none()).answers(200, ""),
        case("GET /api/send", "query search", coins::OUTSIDE, none()).answers(200, ""),
        paid("POST /api/vas/airtime", AIRTIME_KEY, &ada.airtime),
        paid("POST /api/withdraw", WITHDRAWAL_KEY, &ada.withdrawal),
        paid("POST /api/wallet/transfer", PAYMENT_KEY, &ada.transfer),
        paid("POST /api/verify/address", ADDRESS_KEY, &none()),
        case(
            "POST /api/wallet/pin-confirm",
            "body idempotency_key",
            UNSENT_KEY,
            authorise,
        )
        .answers(200, ""),
        case(
            "PATCH /api/account/passkeys/{id}",
            "path id",
            &ada.passkey,
            json!({ "name": "Mine" }),
        ),
        case(
            "DELETE /api/account/passkeys/{id}",
            "path id",
            &ada.passkey,
            none(),
        ),
        challenged("POST /api/account/passkeys", added),
        challenged("POST /api/account/passkeys/proof", signed.clone()),
        challenged("POST /api/wallet/passkey-confirm", signed_payment),
        case(
            "POST /api/broadcasting/auth",
            "body channel_name",
            &ada.channel,
            json!({ "socket_id": "1.2" }),
        )
        .answers(403, "not_your_channel"),
        case("POST /api/verify/bvn", "body bvn", BVN, none()).answers(422, "refused"),
        case("POST /api/verify/nin", "body nin", NIN, none()).answers(422, "refused"),
        case("POST /api/verify/confirm-bvn", "body bvn", BVN, none()).answers(422, "refused"),
        case(
            "GET /api/auth/google/callback",
            "query state",
            &ada.google_state,
            json!({ "code": ada.google_code }),
        )
        .answers(303, ""),
        case(
            "GET /api/auth/google/callback",
            "query code",
            &ada.google_code,
            json!({ "state": ada.google_state }),
        )
        .answers(303, ""),
        case(
            "GET /api/auth/retrieve/{id}",
            "path id",
            &ada.auth_code,
            none(),
        )
        .answers(422, "exchange_code_spent"),
        // Querying an unused key abandons it, so this comes after the calls that use it.
        case("GET /api/operations/{key}", "path key", PAYMENT_KEY, none()).answers(200, ""),
        case(
            "DELETE /api/auth/sessions/{id}",
            "path id",
            &ada.session,
            none(),
        ),
        case(
            "PUT /api/strategies/{id}",
            "path id",
            &ada.strategy,
            strategy("1"),
        ),
        case(
            "POST /api/notices/read",
            "body through",
            &ada.notice,
            none(),
        ),
        case(
            "POST /api/strategies/{id}/toggle",
            "path id",
            &ada.strategy,
            none(),
        ),
        case(
            "DELETE /api/strategies/{id}",
            "path id",
            &ada.strategy,
            none(),
        ),
        case(
            "DELETE /api/account/settings/{id}",
            "path id",
            &ada.setting,
            none(),
        ),
    ]);
    cases
}

/// Codes that were sent to Ada. The stranger who enters them has requested one, too.
fn code_cases(ada: &Belongings, own: &Own) -> Vec<Case> {
    let code = |call, code: &str, rest| case(call, "body code", code, rest).answers(422, "refused");
    let friend = json!({ "name": "Kemi Ogun", "phone": "08031112222", "email": FRIEND_EMAIL });
    let mut to_own_group = friend.clone();
    to_own_group["id"] = json!(own.plan_id);
    vec![
        code(
            "POST /api/email",
            &ada.email_code,
            json!({ "email": NEXT_EMAIL }),
        ),
        code(
            "POST /api/account/settings/pin/reset",
            &ada.pin_code,
            json!({ "currency": "NGN", "password": PASSWORD }),
        ),
        code("POST /api/verify/nin", &ada.nin_code, json!({ "nin": NIN })),
        code("POST /api/verify/bvn", &ada.nin_code, json!({ "bvn": BVN })),
        code(
            "POST /api/subscriptions/{id}/members/proxy-create",
            &ada.friend_code,
            to_own_group,
        ),
    ]
}

/// Savings, and a group of hers, whose code she has given away. The other values are Bola's own, so that only the
/// ownership of hers can cause a refusal.
fn plan_cases(ada: &Belongings, own: &Own) -> Vec<Case> {
    let part = json!({ "id": own.instalment, "amount": "10.00", "method": "wallet" });
    let method = json!({ "amount": "10.00", "method": "wallet" });
    let join = json!({ "code": ada.plan_code, "amount": "200.00" });
    // Neither can succeed, so the keys need not be new.
    let stop_waiting = json!({ "id": own.waiting, "confirm": true });
    let cancel_running = json!({ "id": own.plan_id, "confirm": true });
    let by_card = json!({ "purpose": "instalment", "currency": "NGN", "amount": "100.00" });
    let unpaid = "pin_authorisation_required";
    let keyed = |call, takes, hers: &str, rest: &Value| {
        case(call, takes, hers, rest.clone()).with("idempotency-key", BOLAS_KEY)
    };
    let granted = |call, key: &str, grant: &str, rest: &Value| {
        case(call, "header X-Pin-Authorisation", grant, rest.clone()).with("idempotency-key", key)
    };
    let again =
        |call, key: &str, rest: &Value| case(call, "header Idempotency-Key", key, rest.clone());
    let (subscribe, pay) = ("POST /api/plans/subscribe", "POST /api/savings/pay");
    let repay = "POST /api/loans/repay";
    let debt = json!({ "id": own.loan, "amount": "10.00", "method": "wallet" });
    let (joins, abort) = ("POST /api/plans/join", "POST /api/subscriptions/{id}/abort");
    let cancel = "POST /api/subscriptions/{id}/cancel";
    let (hand_back, forget) = (
        "POST /api/loans/{id}/hand-back",
        "POST /api/loans/{id}/forget-place",
    );
    let (leave, collection, trigger) = (
        "POST /api/subscriptions/{id}/leave",
        "POST /api/subscriptions/{id}/collection",
        "POST /api/subscriptions/{id}/trigger",
    );
    let saves = |id: &str| json!({ "id": id, "kind": "round_up", "is_on": false });
    let unconfirmed = json!({ "id": own.loan, "confirm": false });
    vec![
        case(
            "GET /api/plans/reference/{reference}",
            "path reference",
            &ada.plan_reference,
            json!({}),
        ),
        case(
            "GET /api/subscriptions/{id}",
            "path id",
            &ada.plan_id,
            json!({}),
        ),
        case(
            "POST /api/subscriptions/{id}/nudge",
            "path id",
            &ada.plan_id,
            json!({ "member": "x" }),
        ),
        case(
            "POST /api/subscriptions/{id}/members/init",
            "path id",
            &ada.plan_id,
            json!({ "name": "Kemi Ogun", "phone": "08031112222", "email": "kemi@example.ng" }),
        ),
        case(
            "POST /api/subscriptions/{id}/members/proxy-create",
            "path id",
            &ada.plan_id,
            json!({ "name": "Kemi Ogun", "phone": "08031112222", "email": "kemi@example.ng", "code": "123456" }),
        ),
        keyed(abort, "path id", &ada.plan_id, &json!({ "confirm": true })),
        again(abort, PLAN_KEY, &stop_waiting).answers(422, "refused"),
        keyed(hand_back, "path id", &ada.loan, &json!({ "confirm": true })),
        again(hand_back, PLAN_KEY, &unconfirmed).answers(422, "refused"),
        keyed(forget, "path id", &ada.loan, &json!({ "confirm": true })),
        again(forget, PLAN_KEY, &unconfirmed).answers(422, "refused"),
        keyed(cancel, "path id", &ada.plan_id, &json!({ "confirm": true })),
        again(cancel, PLAN_KEY, &cancel_running).answers(422, "refused"),
        keyed(leave, "path id", &ada.plan_id, &json!({ "confirm": true })),
        again(
            leave,
            PLAN_KEY,
            &json!({ "id": ada.plan_id, "confirm": false }),
        )
        .answers(422, "refused"),
        keyed(
            collection,
            "path id",
            &ada.plan_id,
            &json!({ "collects": true }),
        ),
        keyed(trigger, "path id", &ada.plan_id, &saves(&ada.plan_id)),
        again(trigger, PLAN_KEY, &saves(&own.loan)).answers(404, "not_found"),
        again(
            collection,
            PLAN_KEY,
            &json!({ "id": own.loan, "collects": true }),
        )
        .answers(404, "not_found"),
        case(
            "POST /api/quotes/savings",
            "body id",
            &ada.instalment,
            method.clone(),
        ),
        case(
            "POST /api/savings/allowance",
            "body id",
            &ada.instalment,
            json!({}),
        ),
        keyed(pay, "body id", &ada.instalment, &method),
        keyed(pay, "body quote_id", &ada.plan_instalment_quote, &part),
        granted(pay, UNSENT_INSTALMENT_KEY, &ada.instalment_grant, &part).answers(403, unpaid),
        again(pay, INSTALMENT_KEY, &part).answers(403, unpaid),
        case(
            "POST /api/payment/card",
            "body id",
            &ada.instalment,
            by_card,
        ),
        keyed(subscribe, "body quote_id", &ada.plan_quote, &ada.plan),
        granted(subscribe, UNSENT_PLAN_KEY, &ada.plan_grant, &ada.plan).answers(403, unpaid),
        again(subscribe, PLAN_KEY, &ada.plan).answers(403, unpaid),
        keyed(joins, "body quote_id", &ada.plan_quote, &join),
        granted(joins, UNSENT_JOIN_KEY, &ada.join_grant, &join).answers(403, unpaid),
        again(joins, PLAN_KEY, &join).answers(403, unpaid),
        case(
            "POST /api/quotes/loan",
            "body id",
            &ada.loan,
            method.clone(),
        ),
        keyed(repay, "body id", &ada.loan, &method),
        keyed(repay, "body quote_id", &ada.repayment_quote, &debt),
        granted(repay, UNSENT_REPAYMENT_KEY, &ada.repayment_grant, &debt).answers(403, unpaid),
        again(repay, REPAYMENT_KEY, &debt).answers(403, unpaid),
        // The member to add to a group, Ada's or the caller's, and the one to remind in the caller's.
        keyed(
            joins,
            "body user",
            &ada.id,
            &json!({ "code": ada.plan_code, "amount": "200.00" }),
        )
        .answers(422, "refused"),
        case(
            "POST /api/subscriptions/{id}/nudge",
            "body member",
            &ada.id,
            json!({ "id": own.plan_id }),
        ),
    ]
}

/// Data, cable and electricity. Her validation code is treated like an unknown one, whatever the other values.
fn bill_cases(ada: &Belongings) -> Vec<Case> {
    const CALLS: [(&str, &str); 3] = [
        ("POST /api/quotes/data", "POST /api/vas/data"),
        ("POST /api/quotes/cable", "POST /api/vas/cable"),
        ("POST /api/quotes/power", "POST /api/vas/power"),
    ];
    let mut cases = Vec::new();
    for (((quote, buy), (kind, paid_key, unsent_key)), bill) in
        CALLS.into_iter().zip(BILL_KEYS).zip(&ada.bills)
    {
        let refused = |case: Case, status, code| match kind {
            "data" => case.answers(status, code),
            _ => case.answers(422, "validation_spent"),
        };
        let unpaid = "pin_authorisation_required";
        let quoted = case(buy, "body quote_id", &bill.quote, bill.unsent.clone());
        let quoted = quoted.with("idempotency-key", BOLAS_KEY);
        cases.push(refused(quoted, 404, "not_found"));
        let unsent = case(
            buy,
            "header X-Pin-Authorisation",
            &bill.grant,
            bill.unsent.clone(),
        );
        let unsent = unsent.with("idempotency-key", unsent_key);
        cases.push(unsent.answers(403, unpaid));
        let paid = case(buy, "header Idempotency-Key", paid_key, bill.paid.clone());
        cases.push(refused(paid, 403, unpaid));
        if kind == "data" {
            continue;
        }
        for (call, key) in [(quote, None), (buy, Some(BOLAS_KEY))] {
            let token = case(call, "body token", &bill.token, bill.unsent.clone());
            let token = match key {
                Some(key) => token.with("idempotency-key", key),
                None => token,
            };
            cases.push(token.answers(422, "validation_spent"));
        }
    }
    cases
}

/// Parameters that belong to no user, each with the reason.
pub const NOBODYS: &[(&str, &[(&str, &str)])] = &[
    (
        "a bank account: anyone can pay into it by its number, and the bank returns its name to anyone",
        &[
            ("POST /api/bank-account", "body account_number"),
            ("POST /api/enquire", "body account_number"),
            ("POST /api/quotes/transfer", "body account_number"),
            ("POST /api/wallet/allowance", "body account_number"),
            ("POST /api/withdraw", "body account_number"),
        ],
    ),
    (
        "a wallet's number is shared for receiving payments; its owner is shown by initials",
        &[
            ("POST /api/quotes/transfer", "body wallet_number"),
            ("POST /api/wallet/allowance", "body wallet_number"),
            ("POST /api/wallet/inquire", "body wallet"),
            ("POST /api/wallet/transfer", "body receive_wallet"),
        ],
    ),
    (
        "the code of a group or a cluster is shared for joining",
        &[
            ("GET /api/plans/find/{code}", "path code"),
            ("PATCH /api/business/join", "body code"),
            ("POST /api/plans/join", "body code"),
            ("POST /api/quotes/join", "body code"),
        ],
    ),
    (
        "a code that was sent to the address or the number in the same body: having it proves ownership",
        &[
            ("POST /api/auth/code/validate", "body code"),
            ("POST /api/auth/login-otp", "body code"),
            ("POST /api/auth/verify", "body code"),
            ("POST /api/identity/auth/create", "body code"),
            ("POST /api/identity/register/create", "body code"),
            ("POST /api/phone", "body code"),
            ("POST /api/reset/password", "body code"),
        ],
    ),
    (
        "for agents only, who get it from the customer",
        &[("POST /api/user/proxy-create", "body code")],
    ),
    (
        "the key of the caller's own payment, under which nothing is looked up before it is sent",
        &[
            ("POST /api/wallet/passkey-start", "body idempotency_key"),
            ("POST /api/wallet/passkey-confirm", "body idempotency_key"),
        ],
    ),
    (
        "a quote is for the caller's own payment, regardless of the user named",
        &[("POST /api/quotes/join", "body user")],
    ),
    (
        "another user's socket gains nothing from a permission for the caller's channel",
        &[("POST /api/broadcasting/auth", "body socket_id")],
    ),
    (
        "a filter or page of the caller's own list",
        &[
            ("GET /api/account/export", "query format"),
            ("GET /api/decisions", "query month"),
            ("POST /api/rules/{rule}/explain", "query at"),
            ("GET /api/notices", "query page"),
            ("GET /api/notices", "query per_page"),
            ("GET /api/subscriptions", "query page"),
            ("GET /api/subscriptions", "query per_page"),
            ("GET /api/auto-trade/orders", "query page"),
            ("GET /api/auto-trade/orders", "query per_page"),
            ("GET /api/subscriptions", "query type"),
            ("GET /api/bank-account", "query page"),
            ("GET /api/bank-account", "query per_page"),
            ("GET /api/bank-account", "query get_default"),
            ("GET /api/transaction/me", "query category"),
            ("GET /api/transaction/me", "query from"),
            ("GET /api/transaction/me", "query to"),
            ("GET /api/transaction/me", "query page"),
            ("GET /api/transaction/me", "query per_page"),
            ("GET /api/transaction/me.csv", "query category"),
            ("GET /api/transaction/me.csv", "query from"),
            ("GET /api/transaction/me.csv", "query to"),
            ("GET /api/transaction/me.csv", "query page"),
            ("GET /api/transaction/me.csv", "query per_page"),
            ("GET /api/withdraw", "query category"),
            ("GET /api/withdraw", "query from"),
            ("GET /api/withdraw", "query to"),
            ("GET /api/withdraw", "query page"),
            ("GET /api/withdraw", "query per_page"),
            ("GET /api/transaction/me", "query status"),
            ("GET /api/transaction/me", "query type"),
            ("GET /api/transaction/me.csv", "query status"),
            ("GET /api/transaction/me.csv", "query type"),
            ("GET /api/withdraw", "query status"),
            ("GET /api/withdraw", "query type"),
            ("GET /api/transaction/months", "query category"),
            ("GET /api/transaction/months", "query from"),
            ("GET /api/transaction/months", "query to"),
            ("GET /api/transaction/months", "query page"),
            ("GET /api/transaction/months", "query per_page"),
            ("GET /api/transaction/months", "query status"),
            ("GET /api/transaction/months", "query type"),
            ("GET /api/transaction/flows", "query category"),
            ("GET /api/transaction/flows", "query from"),
            ("GET /api/transaction/flows", "query to"),
            ("GET /api/transaction/flows", "query page"),
            ("GET /api/transaction/flows", "query per_page"),
            ("GET /api/transaction/flows", "query status"),
            ("GET /api/transaction/flows", "query type"),
            ("GET /api/transaction/flows", "query currency"),
            ("GET /api/transaction/flows", "query flow"),
            ("GET /api/transaction/me", "query currency"),
            ("GET /api/transaction/me", "query flow"),
            ("GET /api/transaction/me.csv", "query currency"),
            ("GET /api/transaction/me.csv", "query flow"),
            ("GET /api/transaction/months", "query currency"),
            ("GET /api/transaction/months", "query flow"),
            ("GET /api/withdraw", "query currency"),
            ("GET /api/withdraw", "query flow"),
            ("GET /api/sell", "query currency"),
            ("GET /api/sell", "query flow"),
            ("GET /api/send", "query currency"),
            ("GET /api/send", "query flow"),
            ("POST /api/statements", "body month"),
            ("POST /api/statements", "body currency"),
            ("GET /api/wallet/payees", "query currency"),
            ("GET /api/sell", "query category"),
            ("GET /api/sell", "query from"),
            ("GET /api/sell", "query to"),
            ("GET /api/sell", "query page"),
            ("GET /api/sell", "query per_page"),
            ("GET /api/sell", "query status"),
            ("GET /api/sell", "query type"),
            ("GET /api/send", "query category"),
            ("GET /api/send", "query from"),
            ("GET /api/send", "query to"),
            ("GET /api/send", "query page"),
            ("GET /api/send", "query per_page"),
            ("GET /api/send", "query status"),
            ("GET /api/send", "query type"),
            ("GET /api/support/messages", "query before"),
            ("GET /api/clusters/{uuid}/messages", "query before"),
            ("GET /api/vas/recent", "query type"),
        ],
    ),
    (
        "identical for all users",
        &[
            ("GET /api/app-configuration", "query identifier"),
            ("GET /api/app-configuration", "query identifiertype"),
            ("GET /api/banks", "query type"),
            ("GET /api/business/{code}", "path code"),
            ("GET /api/businesses/state", "query state"),
            ("GET /api/plans", "query type"),
            ("POST /api/quotes/plan", "body plan_id"),
            ("POST /api/plans/subscribe", "body plan_id"),
            ("GET /api/local-governments", "query country"),
            ("GET /api/local-governments", "query state"),
            ("GET /api/places", "query query"),
            ("GET /api/questions", "query type"),
            ("GET /api/vas/cable/{id}", "path id"),
            ("GET /api/vas/data/{id}", "path id"),
            ("GET /api/strategies/figures/{coin}", "path coin"),
            ("GET /api/statements/{code}", "path code"),
            ("POST /api/rules/{rule}", "path rule"),
            ("POST /api/rules/{rule}/explain", "path rule"),
        ],
    ),
    (
        "a full email address, known to those who look for its owner: the response has initials only",
        &[("GET /api/users/search", "query query")],
    ),
    (
        "the caller's own names for their own messages",
        &[
            ("POST /api/support/messages", "body client_id"),
            ("POST /api/clusters/{uuid}/messages", "body client_id"),
        ],
    ),
    (
        "the last message read in the caller's own conversation",
        &[
            ("PUT /api/support/read", "body number"),
            ("PUT /api/clusters/{uuid}/read", "body number"),
        ],
    ),
    (
        "stored as text and never looked up, or Google's error",
        &[
            ("GET /api/auth/google/redirect", "query referrer"),
            ("GET /api/auth/google/callback", "query error"),
            ("GET /api/auth/google/callback", "query iss"),
        ],
    ),
    (
        "the card company's own; it is queried together with the caller's checkout, and the response names the paid one",
        &[("POST /api/payment/flutter/confirm", "body transaction_id")],
    ),
    (
        "the bank's: unsigned requests are not read",
        &[
            ("POST /api/hooks/bank", "header X-Bank-Timestamp"),
            ("POST /api/hooks/bank", "header X-Bank-Signature"),
            ("POST /api/hooks/bank", "body reference"),
            ("POST /api/hooks/bank", "body account_number"),
            ("POST /api/hooks/bank", "body sender.account_number"),
            ("POST /api/hooks/bank", "body sender.wallet_number"),
        ],
    ),
    (
        "the card or direct debit company's: unsigned requests are not read",
        &[
            ("POST /api/hooks/card", "body data.id"),
            ("POST /api/hooks/mandate", "header X-Paystack-Signature"),
            ("POST /api/hooks/mandate", "body data.reference"),
        ],
    ),
    (
        "the prediction provider's: unsigned requests are not read",
        &[
            ("POST /api/hooks/signals", "header X-Signals-Timestamp"),
            ("POST /api/hooks/signals", "header X-Signals-Signature"),
            ("POST /api/hooks/signals", "body first_match.id"),
            ("POST /api/hooks/signals", "body second_match.id"),
            ("POST /api/hooks/signals", "body third_match.id"),
            ("POST /api/hooks/signals", "body forth_match.id"),
        ],
    ),
    (
        "Telegram's: requests without its secret are not read",
        &[
            (
                "POST /api/hooks/telegram",
                "header X-Telegram-Bot-Api-Secret-Token",
            ),
            ("POST /api/hooks/telegram", "body message.chat.id"),
        ],
    ),
    (
        "a key to an account at the exchange, whose owner is not revealed",
        &[("PUT /api/exchange-keys", "body api_key")],
    ),
    (
        "the custodian's: unsigned requests are not read",
        &[("POST /api/hooks/custody", "header BTCPay-Sig")],
    ),
    (
        "the sandbox simulates providers: it is open, and does not exist in production",
        &[
            ("GET /api/sandbox/behaviour", "query port"),
            ("PUT /api/sandbox/signals", "body first_match.id"),
            ("PUT /api/sandbox/signals", "body second_match.id"),
            ("PUT /api/sandbox/signals", "body third_match.id"),
            ("PUT /api/sandbox/signals", "body forth_match.id"),
            ("GET /api/sandbox/liveness/{reference}", "path reference"),
            ("PUT /api/sandbox/liveness/{reference}", "path reference"),
            ("PUT /api/sandbox/loans/{reference}", "path reference"),
            ("GET /api/sandbox/mandate/{reference}", "path reference"),
            ("PUT /api/sandbox/mandate/{reference}", "path reference"),
            ("GET /api/sandbox/card/{tx_ref}", "path tx_ref"),
            ("PUT /api/sandbox/card/{tx_ref}", "path tx_ref"),
            ("GET /api/sandbox/messages", "query to"),
            ("GET /api/sandbox/pushes", "query endpoint"),
            ("POST /api/sandbox/credits", "body account_number"),
            ("POST /api/sandbox/coins", "body id"),
            ("POST /api/sandbox/telegram", "body message.chat.id"),
            ("POST /api/sandbox/google/authorise", "body client_id"),
            ("GET /api/sandbox/support/{user}", "path user"),
            ("POST /api/sandbox/support/{user}", "path user"),
        ],
    ),
];
