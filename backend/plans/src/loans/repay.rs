//! Repayment of loans: an instalment, or any amount up to the payoff. A rule divides it.

use super::counterparty;
use super::notices;
use super::payout::{end_member, fee_back};
use crate::found::Found;
use crate::products::WALLET;
use crate::store::instalments::{self, InstalmentRow};
use crate::store::loans::{self, Change};
use crate::store::members::{self, MemberRow};
use crate::store::payments::{self, PaymentRow};
use crate::store::subscriptions::{self, SubscriptionRow};
use crate::subscriptions::{loan_part, refusal, state_of};
use domain_core::money::{Amount, Currency};
use domain_core::payment::Movement;
use domain_core::plans::instalment::{Debt, PaymentInput, payment};
use domain_core::plans::payoff::{PayoffInput, payoff};
use domain_core::plans::repay::{self, Repayment, RepaymentInput, divide};
use domain_core::plans::subscribe::{FundingSource, PayContext};
use domain_core::plans::{Kind, PayInstalment};
use domain_core::status::Status;
use domain_core::validation::Code;
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::ApiError;
use money::book::{self, Booking, Parts};
use money::caution::Recipient;
use money::ledger::SystemAccount;
use money::quote::Breakdown;
use money::statement::new_reference;
use money::{Facts, Kind as PaymentKind, Payee, Payer, Payment, Price, Terms, To};
use service::app::AppState;
use service::http::valid::judge;
use sqlx::AnyConnection;

/// A repayment requested by a borrower.
pub struct Repay {
    /// The loan, or one of its instalments.
    pub id: String,
    pub form: PayInstalment,
    pub quote_id: Option<String>,
}

/// The end of a loan.
#[derive(Clone, Copy)]
enum End {
    Repaid,
    HandedBack,
}

impl End {
    async fn of(self, tx: &mut Tx, app: &AppState, row: &SubscriptionRow) -> Result<(), ApiError> {
        let (status, comment, event) = match self {
            Self::Repaid => (Status::Completed, None, notices::Event::Repaid),
            Self::HandedBack => {
                let comment = "You handed this loan back. It has cost you nothing.";
                (
                    Status::Terminated,
                    Some(comment),
                    notices::Event::HandedBack,
                )
            }
        };
        let change = Change {
            comment,
            is_end: true,
            ..Change::default()
        };
        let over = (row.status, status);
        if !loans::change(tx, &row.id, over, &change, app.clock.now_ms()).await? {
            return Err(ApiError::internal("a loan that changed under its lock"));
        }
        end_member(tx, row, status).await?;
        notices::tell(tx, app, row, event).await
    }
}

/// A loan that is being repaid.
#[derive(Debug, Clone)]
pub struct Repaying {
    subscription: SubscriptionRow,
    member: MemberRow,
    instalments: Vec<InstalmentRow>,
    repayment: Repayment,
    debit: Amount,
    /// That the amount was capped.
    pub message: Option<String>,
}

/// A loan that the user owes, with its instalments.
async fn owed(
    connection: &mut AnyConnection,
    subscription_id: &str,
    user_id: &str,
) -> Result<(SubscriptionRow, MemberRow, Vec<InstalmentRow>), ApiError> {
    let row = subscriptions::find(connection, subscription_id).await?;
    let row = row.filter(|row| row.kind == Kind::Loan);
    let row = row.ok_or_else(ApiError::not_found)?;
    let all = members::of(connection, &row.id, row.currency).await?;
    let member = all.into_iter().find(|one| one.user_id == user_id);
    let member = member.ok_or_else(ApiError::not_found)?;
    let parts = instalments::of_subscription(connection, &row.id, row.currency).await?;
    Ok((row, member, parts))
}

fn input(app: &AppState, row: &SubscriptionRow, parts: &[InstalmentRow]) -> PayoffInput {
    PayoffInput {
        instalments: parts.iter().map(loan_part).collect(),
        today: app.clock.today(),
        currency: Some(row.currency.into()),
    }
}

fn divided(decided: &Decided, input: PayoffInput, amount: &Amount) -> Result<Repayment, ApiError> {
    let input = RepaymentInput {
        instalments: input.instalments,
        today: input.today,
        currency: input.currency,
        amount: (*amount).into(),
    };
    let repayment = decided.ask("loan.divide", divide, &input);
    repayment.map_err(refusal)
}

impl Repay {
    /// Resolves the identifier to the loan.
    async fn subscription_id(&self, connection: &mut AnyConnection) -> Result<String, ApiError> {
        let of_instalment = loans::of_instalment(connection, &self.id).await?;
        Ok(of_instalment.unwrap_or_else(|| self.id.clone()))
    }

    async fn judged(
        &self,
        connection: &mut AnyConnection,
        app: &AppState,
        facts: &Facts,
        subscription_id: &str,
    ) -> Result<Repaying, ApiError> {
        let (payer, decided) = (&facts.payer, &facts.decided);
        let (subscription, member, instalments) =
            owed(connection, subscription_id, &payer.user_id).await?;
        if !matches!(subscription.status, Status::Active | Status::Bad) {
            let message = "Nothing is owed on this loan.";
            return Err(ApiError::refused_field("id", Code::NotAllowed, message));
        }
        if FundingSource::named(&self.form.method) == Some(FundingSource::Card) {
            let message = "Pay by card on the card company's page, or choose the wallet here.";
            return Err(ApiError::refused_field("method", Code::NotAllowed, message));
        }
        let input = input(app, &subscription, &instalments);
        let all = decided.ask("loan.payoff", payoff, &input);
        let all = all.map_err(refusal)?.amount;
        let context = PayContext {
            owed: all.into(),
            wallet_balance: Some(payer.available.into()),
            currency: Some(subscription.currency.into()),
            kind: Some(Debt::Loan),
            cap: None,
        };
        judge(&self.form, &context)?;
        let amount = self.form.amount.amount("amount", subscription.currency);
        let amount = amount.map_err(|violation| ApiError::refused(vec![violation]))?;
        decided.accepted::<PayInstalment>(&amount, &context);
        let capped = PaymentInput {
            owed: all.into(),
            amount: amount.into(),
            kind: Debt::Loan,
            currency: Some(subscription.currency.into()),
        };
        let taken = decided.ask("instalment.payment", payment, &capped);
        let taken = taken.map_err(refusal)?;
        Ok(Repaying {
            repayment: divided(decided, input, &taken.debit)?,
            debit: taken.debit,
            message: taken.message,
            subscription,
            member,
            instalments,
        })
    }
}

impl Repaying {
    fn payee(&self) -> Payee {
        Payee {
            name: ["loan:", &self.subscription.id].concat(),
            counterparty: Some(counterparty(&self.subscription)),
            to: To::Accounts(vec![
                (
                    self.subscription.id.clone().into(),
                    self.repayment.principal,
                ),
                (SystemAccount::Interest.into(), self.repayment.interest),
                (SystemAccount::Penalties.into(), self.repayment.charges),
            ]),
        }
    }

    fn price(&self) -> Price {
        Price {
            amount: self.debit,
            fee: Amount::zero(self.debit.currency()),
            total: self.debit,
        }
    }

    /// Records a repayment, and ends the loan with the last one in the given state: prepaid interest then repays
    /// principal in the ledger, so that only earned interest remains as interest.
    async fn settle(
        &self,
        tx: &mut Tx,
        app: &AppState,
        payer_id: &str,
        reference: &str,
        end: End,
    ) -> Result<(), ApiError> {
        let now_ms = app.clock.now_ms();
        let row = &self.subscription;
        for (one, part) in self.instalments.iter().zip(&self.repayment.parts) {
            let amount = part.paid().map_err(refusal)?;
            if !amount.is_zero() {
                let paid = one.paid.checked_add(&amount);
                let paid = paid.ok_or_else(|| ApiError::internal("more than an amount holds"))?;
                let state = state_of(one, paid, app.clock.today())?;
                instalments::pay(tx, &one.id, &amount, state, None, now_ms).await?;
                let payment = PaymentRow {
                    id: app.random.id(now_ms),
                    reference,
                    subscription_id: &row.id,
                    member_id: Some(&self.member.id),
                    instalment_id: Some(&one.id),
                    payer_id,
                    amount,
                    converted: None,
                    interest: part.interest,
                };
                payments::insert(tx, &payment, now_ms).await?;
            }
            loans::end_instalment(tx, &one.id, part, now_ms).await?;
        }
        let returned = self.repayment.returned;
        if !returned.is_zero() {
            let parts = Parts::default()
                .from(SystemAccount::Interest, returned)
                .to(row.id.as_str(), returned);
            let (movement, currency) = (Movement::LoanInterestBack, row.currency);
            let id = new_reference(app.random);
            book::shift(tx, app, movement, (&id, Some(reference)), parts, currency).await?;
        }
        if self.repayment.is_last {
            end.of(tx, app, row).await?;
        }
        Ok(())
    }
}

impl Payment for Repay {
    const KIND: PaymentKind = PaymentKind::LoanRepayment;
    type Detail = Repaying;

    fn currency(&self) -> Currency {
        WALLET
    }

    fn quote_id(&self) -> Option<&str> {
        self.quote_id.as_deref()
    }

    fn breakdown(&self, terms: &Terms<Repaying>) -> Breakdown {
        let repayment = &terms.detail.repayment;
        let found = Breakdown::of("principal", "Principal", repayment.principal).and(
            "interest",
            "Interest",
            repayment.interest,
        );
        let charges = repayment.charges;
        let found = match charges.is_zero() {
            true => found,
            false => found.and("late_charges", "Late charges", charges),
        };
        found.to(&terms.payee)
    }

    async fn recipient(&self, _tx: &mut Tx, _payer: &Payer) -> Result<Option<Recipient>, ApiError> {
        Ok(None)
    }

    async fn terms(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
    ) -> Result<Terms<Repaying>, ApiError> {
        let id = self.subscription_id(tx.connection()).await?;
        // Locked until the end, so that no concurrent payment is divided among the same instalments.
        subscriptions::lock(tx, &id).await?;
        let found = self.judged(tx.connection(), app, facts, &id).await?;
        Ok(Terms {
            payee: found.payee(),
            price: found.price(),
            description: found.subscription.name.clone(),
            detail: found,
        })
    }

    async fn effects(
        &self,
        tx: &mut Tx,
        app: &AppState,
        facts: &Facts,
        terms: &Terms<Repaying>,
    ) -> Result<(), ApiError> {
        let found = &terms.detail;
        let (payer_id, reference) = (&facts.payer.user_id, &facts.reference);
        found
            .settle(tx, app, payer_id, reference, End::Repaid)
            .await
    }
}

/// The amount of a card payment for an instalment of a loan: the offered amount up to the payoff, or the unpaid part of
/// the instalment if none is offered.
///
/// # Errors
/// 422 if it exceeds the payoff, or nothing is owed.
pub async fn card_price(
    connection: &mut AnyConnection,
    app: &AppState,
    found: &Found,
    offered: Option<Amount>,
) -> Result<Amount, ApiError> {
    let row = &found.subscription;
    let parts = instalments::of_subscription(connection, &row.id, row.currency).await?;
    if !matches!(row.status, Status::Active | Status::Bad) {
        let message = "Nothing is owed on this loan.";
        return Err(ApiError::refused_field("id", Code::NotAllowed, message));
    }
    let all = payoff(&input(app, row, &parts)).map_err(refusal)?.amount;
    if offered.is_none() && found.owed().is_zero() {
        let message = "This instalment is paid.";
        return Err(ApiError::refused_field("id", Code::NotAllowed, message));
    }
    let amount = offered.unwrap_or_else(|| found.owed().at_most(all));
    let asked = payment(&PaymentInput {
        owed: all.into(),
        amount: amount.into(),
        kind: Debt::Loan,
        currency: Some(row.currency.into()),
    });
    match asked.map_err(refusal)?.message {
        None => Ok(amount),
        Some(message) => Err(ApiError::refused_field(
            "amount",
            Code::AboveMaximum,
            message,
        )),
    }
}

/// Repays a loan from its borrower's wallet without their action: with money that arrived for it, or in the daily
/// collection. Takes at most the payoff, and returns the amount taken. The caller has locked the borrower and the plan,
/// and has checked that the wallet covers the amount.
///
/// # Errors
/// The database failed.
pub async fn collect(
    tx: &mut Tx,
    app: &AppState,
    subscription_id: &str,
    amount: Amount,
    linked_to: Option<&str>,
) -> Result<Amount, ApiError> {
    let zero = Amount::zero(amount.currency());
    let Some(row) = subscriptions::find(tx.connection(), subscription_id).await? else {
        return Ok(zero);
    };
    if !matches!(row.status, Status::Active | Status::Bad) {
        return Ok(zero);
    }
    let (subscription, member, instalments) =
        owed(tx.connection(), subscription_id, &row.created_by).await?;
    let input = input(app, &subscription, &instalments);
    let decided = tx.decided();
    let all = payoff(&input).map_err(refusal)?.amount;
    let debit = amount.at_most(all);
    if debit.is_zero() {
        return Ok(zero);
    }
    let found = Repaying {
        repayment: divided(&decided, input, &debit)?,
        debit,
        message: None,
        subscription,
        member,
        instalments,
    };
    let movement = Movement::LoanRepayment;
    let booking = Booking::of(tx, app, movement, &row.created_by, row.currency).await?;
    let booking = booking
        .following(linked_to)
        .from_wallet(debit)
        .to(row.id.as_str(), found.repayment.principal)
        .to(SystemAccount::Interest, found.repayment.interest)
        .to(SystemAccount::Penalties, found.repayment.charges)
        .described(row.name.clone())
        .with(counterparty(&row));
    let reference = booking.book(tx, app).await?.reference;
    let borrower = &row.created_by;
    found
        .settle(tx, app, borrower, &reference, End::Repaid)
        .await?;
    Ok(debit)
}

/// Hands a loan back, soon after its payout: the principal leaves the wallet, no interest is charged, and the request
/// fee comes back. The caller has locked the borrower and the plan, and has checked that the rule allows it.
///
/// # Errors
/// The database failed.
pub async fn hand_back(tx: &mut Tx, app: &AppState, row: &SubscriptionRow) -> Result<(), ApiError> {
    let (subscription, member, instalments) =
        owed(tx.connection(), &row.id, &row.created_by).await?;
    let input = input(app, &subscription, &instalments);
    let repayment = tx.decided().ask("loan.hand_back", repay::hand_back, &input);
    let repayment = repayment.map_err(refusal)?;
    let debit = repayment.principal;
    let found = Repaying {
        repayment,
        debit,
        message: None,
        subscription,
        member,
        instalments,
    };
    let movement = Movement::LoanRepayment;
    let booking = Booking::of(tx, app, movement, &row.created_by, row.currency).await?;
    let booking = booking
        .from_wallet(debit)
        .to(row.id.as_str(), debit)
        .described(row.name.clone())
        .with(counterparty(row));
    let reference = booking.book(tx, app).await?.reference;
    let borrower = &row.created_by;
    found
        .settle(tx, app, borrower, &reference, End::HandedBack)
        .await?;
    fee_back(tx, app, row, "The fee for a loan that was handed back.").await
}
