//! A transfer against its decision: the ledger must have moved the figures that the rules answered with.

use super::{Movement, SystemAccount};
use crate::calendar::Instant;
use crate::json::Node;
use crate::money::{Amount, AmountText, Currency, CurrencyCode};
use crate::shape::{Input, Output, ReadErrors, Shape, Type, choice, input, output};
use crate::validation::{Checked, Code, Violation};
use std::borrow::Cow;

/// A part of what a transfer moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// All of it.
    Whole,
    /// The part that went to an account of the house.
    To(SystemAccount),
    /// The part that went to members: their wallets, pots and loans.
    Members,
}

/// A figure of a decision, by its path in a rule's input or output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Figure {
    Input(&'static [&'static str]),
    Output(&'static str),
}

/// Rules whose facts are about others: a friend's spending, and what a brand has lent. Their inputs and answers are
/// withheld from the member whose transfer it is.
pub const ABOUT_OTHERS: [&str; 2] = ["referral.bonus", "loan.lending"];

/// The figures of decisions that a kind of transfer moves. Of several rules, those that were asked count. A transfer that
/// follows another one is decided with it.
const fn figures(movement: Movement) -> &'static [(&'static str, Figure, Part)] {
    use Figure::{Input, Output};
    use Movement as M;
    use Part::{Members, To, Whole};
    use SystemAccount as A;
    match movement {
        M::Withdrawal | M::WalletTransfer => &[
            ("transfer.quote", Output("total"), Whole),
            ("transfer.quote", Output("fee"), To(A::Fees)),
        ],
        M::Airtime | M::Data | M::Cable | M::Power => &[
            ("bill.quote", Output("total"), Whole),
            ("bill.quote", Output("fee"), To(A::Fees)),
        ],
        M::AddressVerification => &[("address.fee", Output("due"), Whole)],
        M::CoinSale => &[("coin.quote", Output("amount"), Whole)],
        M::CoinSend => &[
            ("form.field", Input(&["values", "amount"]), To(A::Custody)),
            (
                "form.field",
                Input(&["context", "network_fee"]),
                To(A::Fees),
            ),
        ],
        M::CoinProceeds => &[("coin.quote", Output("total"), Members)],
        M::ExchangeProceeds => &[("exchange.quote", Output("received"), Members)],
        M::Exchange => &[("exchange.quote", Output("amount"), Whole)],
        M::AlertSubscription => &[("alert.price", Output("total"), Whole)],
        M::SavingsStart | M::GroupJoin | M::CoinSetStart => &[
            ("instalment.part", Output("paid"), Whole),
            ("form.field", Input(&["values", "amount"]), Whole),
        ],
        M::SavingsPayment => &[
            ("instalment.part", Output("paid"), Whole),
            ("instalment.payment", Output("debit"), Whole),
        ],
        M::LoanRequest => &[("loan.schedule", Output("request_fee"), Whole)],
        M::LoanPayout => &[("loan.decide", Input(&["amount"]), Whole)],
        M::LoanRepayment => &[
            ("loan.divide", Output("principal"), Members),
            ("loan.divide", Output("interest"), To(A::Interest)),
            ("loan.divide", Output("charges"), To(A::Penalties)),
            ("loan.hand_back", Output("principal"), Whole),
        ],
        M::CoinsBuy => &[("coins.order", Input(&["amount"]), Whole)],
        M::CoinsBack => &[("coins.fill", Output("back"), Whole)],
        M::CoinsSold => &[("coins.proceeds", Output("amount"), Whole)],
        M::PlanPayout => &[
            ("plan.payout", Input(&["pot"]), Whole),
            ("plan.payout", Output("penalty"), To(A::Penalties)),
        ],
        M::PlanReturn => &[("savings.return", Output("paid"), Whole)],
        M::Funding => &[
            ("funding.arrived", Input(&["sent"]), Whole),
            ("funding.arrived", Output("fee"), To(A::Fees)),
        ],
        M::CardFunding => &[
            ("funding.arrived", Input(&["sent"]), Whole),
            ("funding.arrived", Output("fee"), To(A::Surcharge)),
        ],
        M::Referral => &[("referral.bonus", Output("amount"), Whole)],
        M::CoinDeposit
        | M::DirectDebit
        | M::LoanFeeBack
        | M::Reversal
        | M::ReversalCollected
        | M::Returned
        | M::LoanInterestBack
        | M::SavingsConverted => &[],
    }
}

/// A recorded input or output of a rule: any JSON.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded(Node<'static>);

impl Recorded {
    const fn is_absent(&self) -> bool {
        matches!(self.0, Node::Null)
    }

    /// The figure at a path, as text.
    fn figure(&self, path: &[&str]) -> Option<&str> {
        let found = path.iter().try_fold(&self.0, |node, key| match node {
            Node::Object(object) => object.get(key),
            _ => None,
        });
        match found {
            Some(Node::Text(text) | Node::Number(text)) => Some(text),
            _ => None,
        }
    }
}

impl From<&serde_json::Value> for Recorded {
    fn from(value: &serde_json::Value) -> Self {
        Self(owned(&Node::from(value)))
    }
}

impl Shape for Recorded {
    const TYPE: Type = Type::Any;
    const REQUIRED: bool = false;
}

impl Input for Recorded {
    fn read(node: &Node<'_>, _: &mut ReadErrors) -> Self {
        Self(owned(node))
    }

    fn blank() -> Self {
        Self(Node::Null)
    }

    fn absent(_: &mut ReadErrors) -> Self {
        Self::blank()
    }
}

impl Output for Recorded {
    fn write(&self) -> Node<'static> {
        self.0.clone()
    }
}

fn owned(node: &Node<'_>) -> Node<'static> {
    let text = |text: &str| Cow::Owned(text.to_owned());
    match node {
        Node::Null => Node::Null,
        Node::Flag(flag) => Node::Flag(*flag),
        Node::Number(number) => Node::Number(text(number)),
        Node::Text(value) => Node::Text(text(value)),
        Node::List(items) => Node::List(items.iter().map(owned).collect()),
        Node::Object(object) => {
            let members = object.iter().map(|(key, node)| (text(key), owned(node)));
            Node::Object(crate::json::Object::in_order(members.collect()))
        }
    }
}

input! {
    /// A transfer, as it was decided and as the ledger booked it.
    pub struct PostedInput {
        /// Its kind.
        movement: Movement,
        /// When it was made; null: after records began.
        at: Option<Instant>,
        /// When records began: transfers from before have none; null: always.
        records_since: Option<Instant>,
        /// The currency of all amounts.
        currency: CurrencyCode,
        /// Whether the member decided on it; the receiving side of a payment between members did not. Null: yes.
        is_own: Option<bool>,
        /// The amount on the member's statement; null if it is in none.
        statement: Option<AmountText>,
        /// The amount that left or reached the member's wallet in the ledger; null if it did neither.
        wallet: Option<AmountText>,
        /// Its credits in the ledger.
        credits: Vec<Credit>,
        /// The rules that were asked, in the order of asking; those of the transfer that it follows, if it asked none.
        asked: Vec<AskedRule>,
    }

    /// A credit of a transfer.
    pub struct Credit {
        /// The name of the account of the house, such as `fees`; null for an account of a member.
        account: Option<String>,
        /// The amount that it received.
        amount: AmountText,
    }

    /// A rule that was asked.
    pub struct AskedRule {
        /// Its name.
        rule: String,
        /// Its input; null if it is withheld.
        input: Recorded,
        /// Its answer; null if it is withheld.
        output: Recorded,
    }
}

choice! {
    /// Whether a transfer is what was decided.
    pub enum Agreement {
        /// It moved what was decided.
        Agrees = "agrees",
        /// It moved something else.
        Differs = "differs",
        /// It follows another transfer, what a provider reported, or what another member decided.
        Follows = "follows",
        /// The decision is from before records began.
        Unrecorded = "unrecorded",
        /// The decision is about others, so that it cannot be shown.
        Withheld = "withheld",
        /// The decision should be there, and is not.
        Missing = "missing",
    }
}

output! {
    /// A transfer against its decision.
    pub struct Posted {
        /// Whether it is what was decided.
        agreement: Agreement,
        /// The rule whose figure differs; null if the statement differs from the ledger, and if nothing differs.
        rule: Option<String>,
        /// The amount that was decided or, without a rule, is on the statement; null if nothing differs.
        decided: Option<Amount>,
        /// The amount that was booked instead; null if nothing differs.
        booked: Option<Amount>,
    }
}

impl Posted {
    const fn found(agreement: Agreement) -> Self {
        Self {
            agreement,
            rule: None,
            decided: None,
            booked: None,
        }
    }
}

/// The first figure in which a transfer differs from the statement, or from the decision that led to it. A price that was
/// quoted is asked for after the current one, so the last answer of a rule counts. An answer without the figure differs.
///
/// # Errors
/// `not_an_amount`, `out_of_range` for a sum that is too large, `{currency} not supported yet!`
pub fn posted(input: &PostedInput) -> Checked<Posted> {
    let currency = input.currency.known("currency")?;
    let amount = |text: &Option<AmountText>, field| {
        let amount = text.as_ref().map(|text| text.amount(field, currency));
        amount.transpose()
    };
    let shown = amount(&input.statement, "statement")?;
    let wallet = amount(&input.wallet, "wallet")?;
    let mut credits = Vec::with_capacity(input.credits.len());
    for one in &input.credits {
        let amount = one.amount.amount("credits", currency)?;
        credits.push((one.account.as_deref(), amount));
    }
    if let (Some(shown), Some(wallet)) = (shown, wallet)
        && shown != wallet
    {
        return Ok(differs(None, Some(shown), wallet));
    }
    if input.is_own == Some(false) {
        return Ok(Posted::found(Agreement::Follows));
    }
    let is_withheld =
        |one: &AskedRule| one.output.is_absent() && ABOUT_OTHERS.contains(&one.rule.as_str());
    let withheld = input.asked.iter().filter(|one| is_withheld(one)).count();
    let mut is_known = false;
    for (rule, figure, part) in figures(input.movement) {
        let asked = input.asked.iter().rev().find(|one| one.rule == *rule);
        let Some(asked) = asked.filter(|one| !is_withheld(one)) else {
            continue;
        };
        let booked = sum(&credits, *part, currency)?;
        is_known = true;
        let text = match figure {
            Figure::Input(path) => asked.input.figure(path),
            Figure::Output(key) => asked.output.figure(&[key]),
        };
        let decided = text.and_then(|text| Amount::parse(text, currency).ok());
        if decided != Some(booked) {
            return Ok(differs(Some(rule), decided, booked));
        }
    }
    let is_before =
        matches!((input.at, input.records_since), (Some(at), Some(since)) if at < since);
    Ok(Posted::found(
        match (is_known, input.movement.is_decided()) {
            _ if withheld > 0 => Agreement::Withheld,
            (true, _) => Agreement::Agrees,
            (false, false) => Agreement::Follows,
            (false, true) if is_before && input.asked.is_empty() => Agreement::Unrecorded,
            (false, true) => Agreement::Missing,
        },
    ))
}

fn differs(rule: Option<&str>, decided: Option<Amount>, booked: Amount) -> Posted {
    Posted {
        rule: rule.map(str::to_owned),
        decided,
        booked: Some(booked),
        ..Posted::found(Agreement::Differs)
    }
}

fn sum(
    credits: &[(Option<&str>, Amount)],
    part: Part,
    currency: Currency,
) -> Result<Amount, Violation> {
    let is_in = |account: Option<&str>| match part {
        Part::Whole => true,
        Part::To(own) => account == Some(own.as_str()),
        Part::Members => account.is_none(),
    };
    let mut own = credits.iter().filter(|(account, _)| is_in(*account));
    let sum = own.try_fold(Amount::zero(currency), |sum, (_, one)| sum.checked_add(one));
    sum.ok_or_else(|| Violation::new("credits", Code::OutOfRange))
}

#[cfg(test)]
mod tests;
