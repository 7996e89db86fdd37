//! Incoming money: one virtual bank account per user and currency, and the credits that the bank reports.

use super::reversals::{self, Reversal};
use super::store::credits::{self, CreditRow};
use super::store::virtual_accounts::{self, VirtualAccountRow};
use domain_core::identity::numbers::IDENTITY_DIGITS;
use domain_core::money::{Amount, Currency};
use domain_core::payment::Movement;
use domain_core::validation::{Code, Violations, without_disguise};
use domain_core::wallet::funding::FundingMethod;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use money::ledger::SystemAccount;
use money::receive::{self, Claim, Meant, Outcome, Receipt};
use money::statement::{self, Counterparty, Transaction};
use providers::bank::{BankError, NewAccount, Opened};
use serde::Serialize;
use service::access::Session;
use service::access::users::{self, User};
use service::app::AppState;
use service::settings::tenants;
use utoipa::ToSchema;

/// The bank's code for a required bank verification number. (Document 2, section 4.)
const BVN_REQUIRED: i64 = 25;

/// The account through which money reaches the wallet.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct VirtualAccount {
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    pub account_number: String,
    pub bank_name: String,
    pub account_name: String,
    pub reference: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub routing_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swift_code: Option<String>,
}

/// The bank's request for a BVN.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BvnRequired {
    /// Always 25.
    pub code: i64,
}

/// The response of `POST /accounts/fund`.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Funding {
    Account(VirtualAccount),
    BvnRequired(BvnRequired),
}

/// The user's virtual account in a currency, opened on first use.
///
/// # Errors
/// 422 for a currency without virtual accounts; 401 if the session has ended meanwhile; 503 if the bank does not answer.
pub async fn fund(
    app: &AppState,
    session: &Session,
    person: &User,
    currency: Currency,
    bvn: Option<&str>,
) -> Result<Funding, ApiError> {
    let served = tenants::served(&mut *app.db.read().await?, &person.tenant_id).await?;
    if !FundingMethod::Bank.brings(currency) || !served.has(currency) {
        return Err(ApiError::refused(vec![currency.unsupported("type")]));
    }
    let bvn = bvn.map(str::trim).filter(|bvn| !bvn.is_empty());
    let mut found = Violations::none();
    found
        .optional("bvn", bvn.unwrap_or_default())
        .digits(IDENTITY_DIGITS)
        .done();
    let violations = found.into_vec();
    if !violations.is_empty() {
        return Err(ApiError::refused(violations));
    }
    if let Some(row) =
        virtual_accounts::find(&mut *app.db.read().await?, &person.id, currency).await?
    {
        return Ok(Funding::Account(VirtualAccount::from(&row)));
    }
    let wanted = NewAccount {
        // The bank returns the same account for the same reference, so retries do not open another.
        reference: format!("{}-{currency}", person.id),
        currency,
        name: person.name.clone(),
        email: person.email.clone(),
        phone: person.phone.clone(),
        bvn: bvn.map(String::from),
    };
    let opened = match app.ports.bank.open_account(&wanted).await {
        Ok(Opened::Account(account)) => account,
        Ok(Opened::BvnRequired) => {
            return Ok(Funding::BvnRequired(BvnRequired { code: BVN_REQUIRED }));
        }
        Err(BankError::BvnRefused) => {
            return Err(ApiError::refused_field(
                "bvn",
                Code::NotAllowed,
                "The bank does not accept this BVN.",
            ));
        }
        Err(error) => return Err(super::banks::unanswered(error)),
    };
    app.pause.pass().await;
    let now_ms = app.clock.now_ms();
    let row = VirtualAccountRow {
        id: app.random.id(now_ms),
        user_id: person.id.clone(),
        currency,
        account_number: opened.account_number,
        bank_name: opened.bank_name,
        account_name: opened.account_name,
        reference: wanted.reference,
        routing_number: opened.routing_number,
        swift_code: opened.swift_code,
    };
    let mut tx = app.db.begin().await?;
    // An account that was closed meanwhile gets no virtual account.
    users::lock_settings(&mut tx, &person.id, now_ms).await?;
    session.expect_open(&mut tx).await?;
    virtual_accounts::insert(tx.connection(), &row, now_ms).await?;
    let kept = virtual_accounts::find(tx.connection(), &person.id, currency)
        .await?
        .unwrap_or(row);
    tx.commit().await?;
    Ok(Funding::Account(VirtualAccount::from(&kept)))
}

/// A credit reported by the bank.
#[derive(Debug, Clone)]
pub struct Credit {
    /// The bank's own reference; each is credited once.
    pub provider_reference: String,
    pub account_number: String,
    pub currency: Currency,
    /// Decimal text, as received.
    pub amount: Amount,
    pub sender: Option<Counterparty>,
}

/// A credit with the owner of its account.
struct BankReceipt<'a> {
    credit: &'a Credit,
    user_id: String,
}

impl Receipt for BankReceipt<'_> {
    const MOVEMENT: Movement = Movement::Funding;
    const SOURCE: &'static str = "bank";
    const FROM: SystemAccount = SystemAccount::Settlement;
    const CHARGE: Option<(FundingMethod, SystemAccount)> =
        Some((FundingMethod::Bank, SystemAccount::Fees));
    type Note = ();
    type Known = CreditRow;

    fn user_id(&self) -> &str {
        &self.user_id
    }

    fn amount(&self) -> Amount {
        self.credit.amount
    }

    fn meant(&self) -> Meant<'_> {
        Meant::Unnamed
    }

    fn counterparty(&self) -> Option<Counterparty> {
        self.credit.sender.as_ref().map(as_it_reads)
    }

    async fn claim(
        &self,
        tx: &mut Tx,
        app: &AppState,
        reference: &str,
    ) -> Result<Claim<(), CreditRow>, ApiError> {
        let credit = self.credit;
        let row = CreditRow {
            provider_reference: credit.provider_reference.clone(),
            account_number: credit.account_number.clone(),
            currency: credit.currency,
            amount: credit.amount,
            user_id: self.user_id.clone(),
            reference: reference.to_owned(),
        };
        if credits::insert(tx, &row, app.clock.now_ms()).await? {
            return Ok(Claim::New(()));
        }
        let known = credits::find(tx.connection(), &row.provider_reference).await?;
        let same = known.filter(|known| {
            (known.amount, known.currency, &known.account_number)
                == (row.amount, row.currency, &row.account_number)
        });
        let Some(known) = same else {
            tracing::error!(
                reference = row.provider_reference,
                "a bank reported one reference with two sets of facts"
            );
            return Err(ApiError::new(
                ErrorCode::CreditDiffers,
                "This reference was reported before with other details.",
            ));
        };
        Ok(Claim::Known(known))
    }
}

/// Books a credit once, even if it is reported repeatedly.
///
/// # Errors
/// 404 for an unknown account; 409 if the same reference was reported with other details; 422 if the amount is invalid,
/// above the limit of a single credit, or does not fit into the wallet.
pub async fn credit(app: &AppState, credit: &Credit) -> Result<Transaction, ApiError> {
    let mut connection = app.db.read().await?;
    let account = virtual_accounts::by_number(&mut connection, &credit.account_number).await?;
    drop(connection);
    let account = account.ok_or_else(ApiError::not_found)?;
    if account.currency != credit.currency {
        return Err(ApiError::refused_field(
            "currency",
            Code::NotAllowed,
            "This account is in another currency.",
        ));
    }
    let receipt = BankReceipt {
        credit,
        user_id: account.user_id,
    };
    match receive::credit(app, &receipt).await? {
        Outcome::Credited(line, ()) => Ok(Transaction::from(&*line)),
        Outcome::Known(known) => {
            let mut connection = app.db.read().await?;
            let line = statement::find(&mut connection, &known.user_id, &known.reference).await?;
            let line = line.ok_or_else(ApiError::unavailable)?;
            Ok(Transaction::from(&line))
        }
        Outcome::Refused(refused) => Err(refused),
    }
}

/// Books the reversal of a credit by the bank.
///
/// # Errors
/// 404 if the credit is unknown; the database failed.
pub async fn reversed(app: &AppState, provider_reference: &str) -> Result<(), ApiError> {
    let mut connection = app.db.read().await?;
    let credit = credits::find(&mut connection, provider_reference).await?;
    drop(connection);
    let credit = credit.ok_or_else(ApiError::not_found)?;
    let reversal = Reversal {
        user_id: &credit.user_id,
        original: &credit.reference,
        total: credit.amount,
        by: "",
        why: "",
    };
    reversals::book(app, reversal).await.map(|_| ())
}

impl From<&VirtualAccountRow> for VirtualAccount {
    fn from(row: &VirtualAccountRow) -> Self {
        Self {
            currency: row.currency,
            account_number: row.account_number.clone(),
            bank_name: row.bank_name.clone(),
            account_name: row.account_name.clone(),
            reference: row.reference.clone(),
            routing_number: row.routing_number.clone(),
            swift_code: row.swift_code.clone(),
        }
    }
}

/// The sender's details without characters that would display as another name.
fn as_it_reads(sender: &Counterparty) -> Counterparty {
    Counterparty {
        name: without_disguise(&sender.name),
        bank_name: sender.bank_name.as_deref().map(without_disguise),
        ..sender.clone()
    }
}
