//! Monthly statements as PDF, and the codes by which others check them.
//!
//! Opening balance and lines must lead to the closing balance and agree with the ledger, entry by entry; otherwise no
//! statement is issued. The file is not stored: what others may check is, and the code as its hash.

mod layout;
mod page;
mod store;
mod table;
#[cfg(test)]
mod testing;

use crate::paper::sheet::Brand;
use crate::paper::{self, pdf};
use crate::store::virtual_accounts;
use domain_core::calendar::Instant;
use domain_core::identity::name;
use domain_core::money::{Amount, Currency};
use domain_core::validation::{Code, Violation};
use domain_core::wallet::statement::{
    self as rules, MOST_LINES, Period, Statement, StatementInput, StatementLine, in_groups,
};
use ground::clock::rfc3339;
use ground::error::ApiError;
use ground::limit::{DAY_SECONDS, Limit, MINUTE_SECONDS};
use ground::random::Random;
use ground::secret::sha256_hex;
use money::accounts;
use money::statement::{self, Line, new_reference};
use serde::{Deserialize, Serialize};
use serde_json::json;
use service::access::users::{self, User};
use service::access::{Session, audit};
use service::app::AppState;
use service::http::Client;
use service::http::download::{Slot, export_slot};
use service::http::limits::count;
use service::settings::tenants;
use store::Issued;
use utoipa::ToSchema;

pub use store::SHORT_LIVED;

/// Two years of a wallet in a day.
const STATEMENTS: Limit = Limit {
    name: "statements",
    most: 24,
    window_seconds: DAY_SECONDS,
};
const CHECKS: Limit = Limit {
    name: "statement-checks",
    most: 30,
    window_seconds: MINUTE_SECONDS,
};

/// The month and wallet of a statement.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
pub struct StatementRequest {
    /// `2026-11`
    #[schema(example = "2026-11")]
    pub month: String,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
}

/// A statement, as far as those who check it may see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CheckedStatement {
    /// The name of the brand that issued it.
    pub brand: String,
    pub issued_at: String,
    /// The holder's name, shortened: `A. Okafor`.
    pub holder: String,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    /// First day, `YYYY-MM-DD`.
    pub from: String,
    /// Last day.
    pub to: String,
    #[schema(value_type = String)]
    pub opening_balance: Amount,
    #[schema(value_type = String)]
    pub closing_balance: Amount,
    /// The number of lines.
    pub lines: i64,
    /// Of the file, hexadecimal.
    pub sha256: String,
    /// The last day on which it can be checked.
    pub valid_until: String,
}

/// The content of a statement.
pub struct Document {
    pub holder: String,
    /// Names and numbers of the wallet and its bank account.
    pub accounts: Vec<(&'static str, String)>,
    pub period: Period,
    pub currency: Currency,
    pub issued_at: Instant,
    pub opening: Amount,
    pub lines: Vec<Line>,
    pub sums: Statement,
    /// The code, in groups.
    pub code: String,
    /// The address at which it is checked.
    pub link: String,
}

/// A finished file.
pub struct File {
    pub slot: Slot,
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Issues a statement.
///
/// # Errors
/// 422 for a month that cannot be chosen, or with too many lines; 429 while another export is under way, or after many
/// statements in a day; 500 if the lines do not agree with the ledger.
pub async fn issue(
    app: &AppState,
    client: &Client,
    session: &Session,
    asked: &StatementRequest,
) -> Result<File, ApiError> {
    let slot = export_slot(app, &session.user_id).await?;
    count(app, STATEMENTS, &session.user_id).await?;
    let user = users::of_session(app, session).await?;
    let origin = tenants::origin(app, client).await?;
    let code = new_reference(Random);
    let (document, brand) = document(app, &user, asked, &origin, &code).await?;
    let mut issued = Issued::of(&document, &user, sha256_hex(code.as_bytes()));
    let name = format!("statement-{}-{}.pdf", document.period.month, asked.currency);
    // Thousands of lines take a while: not on a thread that serves others.
    // The slot goes along, so that it stays taken if nobody waits any more.
    let drawn = tokio::task::spawn_blocking(move || {
        let title = format!("Statement {}", document.period.name);
        let pages = layout::lay_out(&document, &brand);
        let bytes = pdf::write(&pages, [&title, &document.link], &brand);
        (slot, bytes)
    });
    let (slot, bytes) = drawn.await.map_err(ApiError::internal)?;
    issued.sha256 = sha256_hex(&bytes);
    let mut tx = app.db.begin().await?;
    store::insert(&mut tx, &app.random.id(issued.issued_at_ms), &issued).await?;
    let detail = json!({ "month": issued.month, "currency": issued.currency.as_str() });
    audit::append(&mut tx, app, &user.id, "statement_issued", &detail).await?;
    tx.commit().await?;
    Ok(File { slot, name, bytes })
}

/// The content of a statement, read in one snapshot, and its brand.
async fn document(
    app: &AppState,
    user: &User,
    asked: &StatementRequest,
    origin: &str,
    code: &str,
) -> Result<(Document, Brand), ApiError> {
    let currency = asked.currency;
    let now = Instant(app.clock.now_ms());
    let mut snapshot = app.db.snapshot_of_much().await?;
    let connection = snapshot.connection();
    let wallet = accounts::find(connection, &user.id, currency).await?;
    let wallet = wallet.ok_or_else(ApiError::not_found)?;
    let opened = Instant(wallet.created_at_ms);
    let period = rules::period(&asked.month, opened, now)
        .map_err(|violation| ApiError::refused(vec![violation]))?;
    let bounds = (period.start.0, period.end.0);
    let owner = (user.id.as_str(), wallet.id.as_str());
    let booked = statement::booked(connection, owner, currency, bounds, MOST_LINES + 1).await?;
    let booked = booked.ok_or_else(ApiError::not_found)?;
    if i64::try_from(booked.lines.len()).is_ok_and(|lines| lines > MOST_LINES) {
        return Err(ApiError::refused(vec![too_long()]));
    }
    let (lines, sums) = balanced(booked)?;
    let bank = virtual_accounts::find(connection, &user.id, currency).await?;
    let tenant = tenants::by_id(connection, &user.tenant_id).await?;
    let tenant = tenant.ok_or_else(|| ApiError::internal("a user without a brand"))?;
    drop(snapshot);
    let brand = paper::brand(app, &tenant).await?;
    let bank = bank.map(|bank| ("Bank account", bank.bank_name + ", " + &bank.account_number));
    let document = Document {
        holder: user.name.clone(),
        accounts: [("Wallet", wallet.wallet_number)]
            .into_iter()
            .chain(bank)
            .collect(),
        period,
        currency,
        issued_at: now,
        opening: lines.0,
        lines: lines.1,
        sums,
        code: in_groups(code),
        link: [origin, "/statement/", code].concat(),
    };
    Ok((document, brand))
}

fn too_long() -> Violation {
    let most = MOST_LINES.to_string();
    Violation::new("month", Code::TooLarge).saying_all(&[
        "This month has more than ",
        &most,
        " transactions. Export it as CSV instead.",
    ])
}

/// The lines in the order of their balances, after the opening balance, and their totals.
fn balanced(booked: statement::Booked) -> Result<((Amount, Vec<Line>), Statement), ApiError> {
    let differs = || ApiError::internal("a statement does not agree with the ledger");
    if !booked.is_sound {
        return Err(differs());
    }
    let amounts: Vec<_> = booked
        .lines
        .iter()
        .map(|line| (line.row.direction, line.row.net))
        .collect();
    let order = rules::in_order(booked.opening, &amounts).ok_or_else(differs)?;
    let mut given: Vec<Option<Line>> = booked.lines.into_iter().map(Some).collect();
    let lines: Vec<Line> = order
        .into_iter()
        .filter_map(|index| given.get_mut(index)?.take())
        .collect();
    let sums = rules::balance(&StatementInput {
        currency: booked.opening.currency().into(),
        opening: booked.opening.into(),
        lines: lines
            .iter()
            .map(|line| StatementLine {
                direction: line.row.direction,
                amount: line.row.net.into(),
            })
            .collect(),
    });
    let sums = sums.ok().filter(|sums| sums.closing == booked.closing);
    Ok(((booked.opening, lines), sums.ok_or_else(differs)?))
}

/// A statement by its code, for anybody who has it.
///
/// # Errors
/// 404 for an unknown, a malformed and an expired code alike; 429 after many checks in a minute.
pub async fn check(
    app: &AppState,
    client: &Client,
    code: &str,
) -> Result<CheckedStatement, ApiError> {
    count(app, CHECKS, &client.limit_subject()).await?;
    let tenant = tenants::of(app, client).await?;
    // A malformed code is looked up as well, and never found.
    let code = rules::code(code).unwrap_or_default();
    let hash = sha256_hex(code.as_bytes());
    let now_ms = app.clock.now_ms();
    let found = store::find(&mut *app.db.read().await?, &tenant.id, &hash, now_ms).await?;
    let issued = found.ok_or_else(ApiError::not_found)?;
    Ok(CheckedStatement {
        brand: tenant.name,
        issued_at: rfc3339(issued.issued_at_ms),
        holder: issued.holder,
        currency: issued.currency,
        from: issued.first_day,
        to: issued.last_day,
        opening_balance: issued.opening,
        closing_balance: issued.closing,
        lines: issued.lines,
        sha256: issued.sha256,
        valid_until: issued.valid_until,
    })
}

/// The holder's name as others see it.
fn shortened(holder: &str) -> String {
    name::with_initial(&paper::sheet::plain(holder))
}
