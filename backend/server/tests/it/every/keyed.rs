//! A valid request of every call with an `Idempotency-Key`.

use crate::support::{Caller, World, fresh_email};
use crate::wallet::{self, coins, credit};
use crate::{bills, plans, signals};
use serde_json::{Value, json};

/// The operation to request. A call with several operations, depending on its body, has one variant for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    Transfer,
    Withdrawal,
    Airtime,
    Data,
    Cable,
    Power,
    Address,
    Alerts,
    Sale,
    Sending,
    Conversion,
    Savings,
    SavingsByBank,
    Loan,
    LoanByBank,
    CoinSet,
    CoinSetByBank,
    Instalment,
    Repayment,
    Join,
    Adding,
    Abort,
    Cancel,
    HandBack,
    ForgetPlace,
    Leaving,
    Collection,
    Trigger,
}

use What::{
    Abort, Adding, Address, Airtime, Alerts, Cable, Cancel, CoinSet, CoinSetByBank, Collection,
    Conversion, Data, ForgetPlace, HandBack, Instalment, Join, Leaving, Loan, LoanByBank, Power,
    Repayment, Sale, Savings, SavingsByBank, Sending, Transfer, Trigger, Withdrawal,
};

pub const ALL: [What; 28] = [
    Transfer,
    Withdrawal,
    Airtime,
    Data,
    Cable,
    Power,
    Address,
    Alerts,
    Sale,
    Sending,
    Conversion,
    Savings,
    SavingsByBank,
    Loan,
    LoanByBank,
    CoinSet,
    CoinSetByBank,
    Instalment,
    Repayment,
    Join,
    Adding,
    Abort,
    Cancel,
    HandBack,
    ForgetPlace,
    Leaving,
    Collection,
    Trigger,
];

impl What {
    /// The call as named in the description.
    pub const fn call(self) -> &'static str {
        match self {
            Transfer => "POST /api/wallet/transfer",
            Withdrawal => "POST /api/withdraw",
            Airtime => "POST /api/vas/airtime",
            Data => "POST /api/vas/data",
            Cable => "POST /api/vas/cable",
            Power => "POST /api/vas/power",
            Address => "POST /api/verify/address",
            Alerts => "POST /api/alerts/subscribe",
            Sale => "POST /api/sell",
            Sending => "POST /api/send",
            Conversion => "POST /api/convert",
            Savings | SavingsByBank | Loan | LoanByBank | CoinSet | CoinSetByBank => {
                "POST /api/plans/subscribe"
            }
            Instalment => "POST /api/savings/pay",
            Repayment => "POST /api/loans/repay",
            Join | Adding => "POST /api/plans/join",
            Abort => "POST /api/subscriptions/{id}/abort",
            Cancel => "POST /api/subscriptions/{id}/cancel",
            HandBack => "POST /api/loans/{id}/hand-back",
            ForgetPlace => "POST /api/loans/{id}/forget-place",
            Leaving => "POST /api/subscriptions/{id}/leave",
            Collection => "POST /api/subscriptions/{id}/collection",
            Trigger => "POST /api/subscriptions/{id}/trigger",
        }
    }

    /// The call that quotes the same body.
    pub const fn quote(self) -> Option<&'static str> {
        Some(match self {
            Airtime => "/quotes/airtime",
            Data => "/quotes/data",
            Cable => "/quotes/cable",
            Power => "/quotes/power",
            Alerts => "/quotes/alerts",
            Sale => "/quotes/sell",
            Sending => "/quotes/send",
            Conversion => "/quotes/convert",
            Savings | SavingsByBank | Loan | LoanByBank | CoinSet | CoinSetByBank => "/quotes/plan",
            Instalment => "/quotes/savings",
            Repayment => "/quotes/loan",
            Join => "/quotes/join",
            _ => return None,
        })
    }

    /// Whether its body has an amount.
    pub const fn takes_amount(self) -> bool {
        !matches!(
            self,
            Address
                | Alerts
                | Abort
                | Cancel
                | HandBack
                | ForgetPlace
                | Leaving
                | Collection
                | Trigger
        )
    }

    /// Whether the PIN authorises it.
    pub const fn takes_pin(self) -> bool {
        self.is_debit() || matches!(self, SavingsByBank | LoanByBank | CoinSetByBank)
    }

    /// Whether it debits the caller's wallet.
    pub const fn is_debit(self) -> bool {
        !matches!(
            self,
            SavingsByBank
                | LoanByBank
                | CoinSetByBank
                | Adding
                | Abort
                | Cancel
                | HandBack
                | ForgetPlace
                | Leaving
                | Collection
                | Trigger
        )
    }
}

/// A complete request, except for the money.
#[derive(Clone)]
pub struct Good {
    /// The path below `/api`.
    pub path: String,
    pub body: Value,
    /// The PIN's payment, if the call takes a PIN.
    pin: Option<Pin>,
}

#[derive(Clone)]
struct Pin {
    currency: &'static str,
    action: &'static str,
    amount: &'static str,
    payee: String,
    /// The amount debited from the wallet, charges included.
    total: &'static str,
}

/// The offered plans, and another member who receives payments and has groups.
pub struct Setting<'a> {
    world: &'a World,
    ben: Caller,
    number: String,
    savings: String,
    loan: String,
    set: String,
}

impl<'a> Setting<'a> {
    pub async fn new(world: &'a World) -> Self {
        let mut ben = wallet::holder(world, "100000.00").await;
        signals::board(world).await;
        Self {
            world,
            number: wallet::wallet_number(&mut ben).await,
            ben,
            savings: plans::offered(world, "group", |facts| facts.is_group = Some(true)).await,
            loan: plans::loans::plan(world, "quick", |facts| facts).await,
            set: plans::coins::plan(world, &plans::coins::LARGE).await,
        }
    }
}

/// A user who makes valid requests.
pub struct Payer<'a> {
    setting: &'a Setting<'a>,
    pub caller: Caller,
    keys: usize,
    /// Savings with instalments to pay, or a loan to repay.
    saved: Option<Value>,
    /// Whether the loan questions are answered.
    answered: bool,
    loan: Option<String>,
}

fn goods(path: impl Into<String>, body: Value) -> Good {
    Good {
        path: path.into(),
        body,
        pin: None,
    }
}

impl Good {
    fn paid(
        self,
        action: &'static str,
        amount: &'static str,
        payee: impl Into<String>,
        total: &'static str,
    ) -> Self {
        let currency = match action {
            "sell" | "send" => "BTC",
            _ => "NGN",
        };
        let pin = Some(Pin {
            currency,
            action,
            amount,
            payee: payee.into(),
            total,
        });
        Self { pin, ..self }
    }
}

impl<'a> Payer<'a> {
    /// A user with PINs and an address, and no money.
    pub async fn new(setting: &'a Setting<'a>) -> Self {
        let mut caller = setting.world.member_with_pin(&fresh_email()).await;
        let pin = json!({ "pin": "2580", "confirm_pin": "2580", "currency": "BTC" });
        let path = "/account/settings/pin/create";
        caller.post(path, pin).await.expect(200);
        let address = json!({
            "address": "12 Allen Avenue", "postal_code": "100271", "country": "Nigeria", "state": "Lagos", "city": "Ikeja",
        });
        caller.post("/profile", address).await.expect(200);
        // Without answers to the questions a loan request waits for the operator, and pays out nothing.
        let id = plans::loans::id_of(&mut caller).await;
        plans::loans::prove(setting.world, &id).await;
        Self {
            setting,
            caller,
            keys: 0,
            saved: None,
            answered: false,
            loan: None,
        }
    }

    /// A new key.
    pub fn key(&mut self) -> String {
        self.keys += 1;
        format!("key-number-{:04}", self.keys)
    }

    /// The caller with a key, and with the PIN's authorisation if the call takes one.
    pub async fn authorised(&mut self, good: &Good, key: &str) -> Caller {
        let keyed = self.caller.with("idempotency-key", key);
        let Some(pin) = &good.pin else { return keyed };
        let body = json!({
            "pin": "2580", "currency": pin.currency, "action": pin.action, "amount": pin.amount, "payee": pin.payee, "idempotency_key": key,
        });
        let grant = self.caller.confirm(body, &good.body).await;
        keyed.with("x-pin-authorisation", &grant)
    }

    /// Credits the amount that the request needs.
    pub async fn fund(&mut self, good: &Good) {
        let world = self.setting.world;
        match &good.pin {
            Some(pin) if pin.currency == "BTC" => {
                let own = coins::address(&mut self.caller, "BTC", "bitcoin").await;
                coins::arrive(world, &own, pin.total, 3, None).await;
            }
            // A payment from another source takes nothing from the wallet.
            Some(pin) if pin.total.is_empty() => {}
            Some(pin) => {
                credit(world, &mut self.caller, "NGN", pin.total).await;
            }
            None => {}
        }
    }

    /// The available balance of the paying wallet.
    pub async fn available(&mut self, good: &Good) -> String {
        let pin = good.pin.as_ref().unwrap();
        let wallet = wallet::wallet(&mut self.caller, pin.currency).await;
        plans::text(&wallet["ledger_balance"])
    }

    /// Credits the money for a preparatory request, and sends it.
    async fn does(&mut self, good: &Good) -> Value {
        self.fund(good).await;
        let key = self.key();
        let mut payer = self.authorised(good, &key).await;
        let done = payer.post(&good.path, good.body.clone()).await;
        done.expect(201).data().clone()
    }

    /// A request, complete except for the money.
    pub async fn good(&mut self, what: What) -> Good {
        let Setting {
            savings,
            loan,
            set,
            number,
            ..
        } = self.setting;
        let by_bank = |mut body: Value, action: &'static str, amount: &'static str| {
            body["funding_source"] = json!("bank");
            let payee = format!("plan:{}", plans::text(&body["plan_id"]));
            goods("/plans/subscribe", body).paid(action, amount, payee, "")
        };
        match what {
            Transfer => goods("/wallet/transfer", wallet::transfer_body(number, "200.00")).paid(
                "wallet_transfer",
                "200.00",
                format!("wallet:{number}"),
                "200.00",
            ),
            Withdrawal => {
                let body = wallet::withdrawal_body(&mut self.caller, "220.00").await;
                let payee = format!("bank:{}:{}", wallet::BANK, wallet::ACCOUNT);
                goods("/withdraw", body).paid("withdraw", "220.00", payee, "240.00")
            }
            Airtime => {
                let body = json!({ "network": "mtn", "phone": "08031234567", "amount": "50.00", "confirm": true });
                let payee = bills::payee("airtime", &body);
                goods("/vas/airtime", body).paid("airtime", "50.00", payee, "50.00")
            }
            Data => self.bill("data").await,
            Cable => self.bill("cable").await,
            Power => self.bill("power").await,
            Address => goods("/verify/address", json!({})).paid(
                "address_verification",
                "1400.00",
                "address-verification",
                "1400.00",
            ),
            Alerts => goods("/alerts/subscribe", json!({})).paid(
                "alert_subscription",
                signals::MONTH,
                signals::PAYEE,
                signals::MONTH,
            ),
            Sale => {
                goods("/sell", coins::sale("0.0001")).paid("sell", "0.0001", "sale:BTC", "0.0001")
            }
            Sending => goods("/send", coins::sending("0.0001")).paid(
                "send",
                "0.0001",
                coins::PAYEE,
                "0.000124",
            ),
            Conversion => {
                let body = wallet::exchange::conversion("NGN", "USD", "1600.00");
                goods("/convert", body).paid("exchange", "1600.00", "exchange:USD", "1600.00")
            }
            Savings => goods(
                "/plans/subscribe",
                plans::wanted(savings, "200.00", "wallet"),
            )
            .paid(
                "savings_start",
                "200.00",
                format!("plan:{savings}"),
                "200.00",
            ),
            SavingsByBank => by_bank(
                plans::wanted(savings, "200.00", "bank"),
                "savings_start",
                "200.00",
            ),
            Loan => goods("/plans/subscribe", plans::loans::wanted(loan, "1000")).paid(
                "loan_request",
                "100.00",
                format!("plan:{loan}"),
                "100.00",
            ),
            LoanByBank => by_bank(plans::loans::wanted(loan, "1000"), "loan_request", "100.00"),
            CoinSet => goods("/plans/subscribe", plans::coins::wanted(set, "4000")).paid(
                "coins_start",
                "4000.00",
                format!("plan:{set}"),
                "4000.00",
            ),
            CoinSetByBank => by_bank(plans::coins::wanted(set, "4000"), "coins_start", "4000.00"),
            Instalment => {
                let saved = self.saving().await;
                let id = plans::text(&saved["savings"][1]["id"]);
                let body = json!({ "id": id, "amount": "10.00", "method": "wallet" });
                let payee = format!("instalment:{id}");
                goods("/savings/pay", body).paid("savings_pay", "10.00", payee, "10.00")
            }
            Repayment => {
                let id = self.owing().await;
                let body = json!({ "id": id, "amount": "10.00", "method": "wallet" });
                let payee = format!("loan:{id}");
                goods("/loans/repay", body).paid("loan_repay", "10.00", payee, "10.00")
            }
            Join => {
                let group = self.group(self.setting.ben.clone()).await;
                let body = json!({ "code": group["code"], "amount": "200.00" });
                let payee = format!("group:{}", plans::text(&group["id"]));
                goods("/plans/join", body).paid("group_join", "200.00", payee, "200.00")
            }
            Adding => {
                let group = self.own_savings().await;
                let ben = plans::groups::uuid(&mut self.setting.ben.clone()).await;
                let body = json!({ "code": group["code"], "amount": "200.00", "user": ben });
                goods("/plans/join", body)
            }
            Abort => {
                let id = plans::text(&self.own_savings().await["id"]);
                goods(
                    format!("/subscriptions/{id}/abort"),
                    json!({ "confirm": true }),
                )
            }
            Leaving => {
                let good = Box::pin(self.good(Join)).await;
                self.does(&good).await;
                let id = plans::text(&plans::newest(&mut self.caller).await["id"]);
                let body = json!({ "confirm": true });
                goods(format!("/subscriptions/{id}/leave"), body)
            }
            Collection => {
                let id = plans::text(&self.own_savings().await["id"]);
                let body = json!({ "collects": true });
                goods(format!("/subscriptions/{id}/collection"), body)
            }
            Trigger => {
                let id = plans::text(&self.own_savings().await["id"]);
                let body = json!({ "kind": "round_up", "is_on": true, "figure": "100" });
                goods(format!("/subscriptions/{id}/trigger"), body)
            }
            HandBack | ForgetPlace => {
                let id = self.lent().await;
                let change = if what == HandBack {
                    "hand-back"
                } else {
                    "forget-place"
                };
                goods(format!("/loans/{id}/{change}"), json!({ "confirm": true }))
            }
            Cancel => {
                let key = self.key();
                let id =
                    plans::waiting::waiting(&self.caller, savings, "200.00", "bank", &key).await;
                goods(
                    format!("/subscriptions/{id}/cancel"),
                    json!({ "confirm": true }),
                )
            }
        }
    }

    async fn bill(&mut self, kind: &'static str) -> Good {
        let (body, amount) = bills::some(&mut self.caller, kind).await;
        let payee = bills::payee(kind, &body);
        // Includes the provider's fee for the customer.
        let total = match kind {
            "cable" => "4500.00",
            "power" => "600.00",
            _ => amount,
        };
        goods(format!("/vas/{kind}"), body).paid(kind, amount, payee, total)
    }

    async fn own_savings(&mut self) -> Value {
        let good = Box::pin(self.good(Savings)).await;
        self.does(&good).await;
        plans::newest(&mut self.caller).await
    }

    async fn saving(&mut self) -> Value {
        if self.saved.is_none() {
            self.saved = Some(self.own_savings().await);
        }
        self.saved.clone().unwrap()
    }

    /// A loan whose money is in the wallet.
    async fn lent(&mut self) -> String {
        if !std::mem::replace(&mut self.answered, true) {
            let id = plans::loans::id_of(&mut self.caller).await;
            plans::loans::answered(self.setting.world, &id).await;
        }
        let good = Box::pin(self.good(Loan)).await;
        self.does(&good).await;
        plans::text(&plans::loans::loan(&mut self.caller).await["id"])
    }

    /// A loan whose money has been paid on to another member.
    async fn owing(&mut self) -> String {
        if self.loan.is_none() {
            let lent = self.lent().await;
            let (key, number) = (self.key(), &self.setting.number);
            let away = wallet::transfer(&mut self.caller, number, "1000.00", &key).await;
            away.expect(201);
            self.loan = Some(lent);
        }
        self.loan.clone().unwrap()
    }

    /// A new group of this creator.
    async fn group(&mut self, mut creator: Caller) -> Value {
        let key = format!("{}-group", self.key());
        let started = plans::subscribe(&mut creator, &self.setting.savings, "200.00", &key).await;
        started.expect(201);
        plans::newest(&mut creator).await
    }
}
