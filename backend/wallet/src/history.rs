//! Statements: search, period, pages.

use domain_core::calendar::{Date, Instant, lagos_midnight};
use domain_core::money::{Amount, Currency};
use domain_core::payment::Outflow;
use domain_core::validation::{Code, Violation};
use domain_core::wallet::transaction::{self, SearchInput, TimeInput};
use ground::clock;
use ground::error::ApiError;
use money::statement;
use money::statement::{Category, Transaction};
use money::statement::{
    Counterparty, DaySum, Direction, Search, Selected, Selection, TransactionRow,
};
use serde::{Deserialize, Serialize};
use service::app::AppState;
use service::http::Page;
use service::http::envelope::Place;
use utoipa::{IntoParams, ToSchema};

/// Row limit of an exported file.
const FILE_ROWS: i64 = 10_000;
const SEARCH_CHARACTERS: usize = 100;
const MS_A_DAY: i64 = 86_400_000;

/// The filter of the user's statement. Omitted parameters match everything.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Filter {
    /// `funding`, `withdraw`, `wallet-transfer`, `referral`, …
    pub category: Option<String>,
    /// First day in Lagos, `YYYY-MM-DD`, or an instant, RFC 3339.
    pub from: Option<String>,
    /// Last day in Lagos, `YYYY-MM-DD`, included, or an instant, not included.
    pub to: Option<String>,
    /// Text in references, names, descriptions, comments and amounts. Of a long statement, at most 1,000 entries are found, and
    /// older entries by the beginnings of words of three characters or more.
    pub search: Option<String>,
    /// `CREDIT`: incoming. `DEBIT`: outgoing.
    pub r#type: Option<String>,
    /// `PROCESSING`, `SUCCESSFUL` or `FAILED`.
    pub status: Option<String>,
    pub currency: Option<String>,
    /// Debits for one use: `sent`, `bills` or `plans`.
    pub flow: Option<String>,
    /// From 1.
    pub page: Option<i64>,
    /// Rows per page, from 1 to 50; by default 20.
    pub per_page: Option<i64>,
}

/// A withdrawal in the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct WithdrawalLine {
    pub created_at: String,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    #[schema(value_type = String)]
    pub amount: Amount,
    pub status: money::statement::Status,
    pub reference: String,
    /// The receiving account.
    #[schema(required)]
    pub counterparty: Option<Counterparty>,
    #[schema(required)]
    pub comment: Option<String>,
}

/// A page of the user's statement, newest first.
///
/// # Errors
/// 422 for an invalid date.
pub async fn page(
    app: &AppState,
    user_id: &str,
    filter: &Filter,
) -> Result<Page<Transaction>, ApiError> {
    let (place, Selected { total, rows, .. }) = rows(app, user_id, filter).await?;
    Ok(Page::new(
        place,
        total,
        rows.iter().map(Transaction::from).collect(),
    ))
}

/// Incoming and outgoing totals of a month.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Month {
    /// As in `Nov 2026`.
    pub month: String,
    #[schema(value_type = service::http::schema::Currency)]
    pub currency: Currency,
    #[schema(value_type = String)]
    pub received: Amount,
    #[schema(value_type = String)]
    pub sent: Amount,
}

/// Monthly totals by Lagos time for each currency, latest first. Failed transactions do not count.
///
/// # Errors
/// See [`page`].
pub async fn months(
    app: &AppState,
    user_id: &str,
    filter: &Filter,
) -> Result<Vec<Month>, ApiError> {
    let selection = selection(user_id, filter)?;
    let days = statement::day_sums(&mut *app.db.read_much().await?, &selection).await?;
    let mut months: Vec<Month> = Vec::new();
    for DaySum {
        day,
        currency,
        direction,
        net,
    } in days
    {
        let at = Instant(day * MS_A_DAY);
        let month = transaction::time(&TimeInput { at, now: at }).month;
        let known = |one: &Month| one.month == month && one.currency == currency;
        let index = match months.iter().position(known) {
            Some(index) => index,
            None => {
                months.push(Month {
                    month,
                    currency,
                    received: Amount::zero(currency),
                    sent: Amount::zero(currency),
                });
                months.len() - 1
            }
        };
        let sum = match direction {
            Direction::Credit => &mut months[index].received,
            Direction::Debit => &mut months[index].sent,
        };
        *sum = sum
            .checked_add(&net)
            .ok_or_else(|| ApiError::internal("a month's sum is too great"))?;
    }
    Ok(months)
}

/// A page of the user's withdrawals.
///
/// # Errors
/// See [`page`].
pub async fn withdrawals(
    app: &AppState,
    user_id: &str,
    filter: Filter,
) -> Result<Page<WithdrawalLine>, ApiError> {
    let filter = Filter {
        category: Some(String::from(Category::Withdraw.as_str())),
        ..filter
    };
    let (place, Selected { total, rows, .. }) = rows(app, user_id, &filter).await?;
    let line = |row: &TransactionRow| WithdrawalLine {
        created_at: clock::rfc3339(row.created_at_ms),
        currency: row.currency,
        amount: row.gross,
        status: row.status,
        reference: row.reference.clone(),
        counterparty: row.counterparty.clone(),
        comment: row.comment.clone(),
    };
    Ok(Page::new(place, total, rows.iter().map(line).collect()))
}

/// All entries that match the filter, newest first, at most 10,000.
///
/// # Errors
/// See [`page`].
pub async fn all(
    app: &AppState,
    user_id: &str,
    filter: &Filter,
) -> Result<Vec<TransactionRow>, ApiError> {
    let selection = selection(user_id, filter)?;
    let selected =
        statement::select(&mut *app.db.read_much().await?, &selection, FILE_ROWS, 0).await?;
    Ok(selected.rows)
}

/// One entry of the user's own statement.
///
/// # Errors
/// 404.
pub async fn one(
    app: &AppState,
    user_id: &str,
    reference: &str,
) -> Result<TransactionRow, ApiError> {
    statement::find(&mut *app.db.read().await?, user_id, reference)
        .await?
        .ok_or_else(ApiError::not_found)
}

async fn rows(
    app: &AppState,
    user_id: &str,
    filter: &Filter,
) -> Result<(Place, Selected), ApiError> {
    let selection = selection(user_id, filter)?;
    let place = Place::new(filter.page, filter.per_page);
    let mut connection = app.db.read_much().await?;
    let selected =
        statement::select(&mut connection, &selection, place.rows, place.skipped()).await?;
    drop(connection);
    if selected.is_long {
        statement::search::begin(app, user_id).await?;
    }
    Ok((place, selected))
}

pub fn selection(user_id: &str, filter: &Filter) -> Result<Selection, ApiError> {
    let day = |field: &'static str, text: &Option<String>, after: i64| match text
        .as_deref()
        .map(str::trim)
    {
        None | Some("") => Ok(None),
        Some(text) => {
            let start = || Some(lagos_midnight(Date::parse(text)?.add_days(after)?).0);
            let at = Instant::parse(text).map(|at| at.0).or_else(start);
            at.map(Some)
                .ok_or_else(|| ApiError::refused(vec![Violation::new(field, Code::NotADate)]))
        }
    };
    let search = transaction::search(&SearchInput {
        search: filter.search.clone().unwrap_or_default(),
    });
    let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    let text = searched(&search.text);
    Ok(Selection {
        user_id: user_id.to_owned(),
        from_ms: day("from", &filter.from, 0)?.unwrap_or(i64::MIN),
        to_ms: day("to", &filter.to, 1)?.unwrap_or(i64::MAX),
        category: given(&filter.category),
        direction: given(&filter.r#type),
        status: given(&filter.status),
        currency: given(&filter.currency),
        debits_of: given(&filter.flow).map(|flow| categories(&flow)),
        search: (!text.is_empty()).then(|| Search {
            text,
            amount: searched(&search.amount),
        }),
    })
}

/// The categories of a flow.
fn categories(flow: &str) -> Vec<Category> {
    let of_flow = |one: &&Category| one.flow().map(Outflow::as_str) == Some(flow);
    Category::ALL.iter().filter(of_flow).copied().collect()
}

/// A text to search for: lower case, and not longer than is useful.
pub fn searched(text: &str) -> String {
    text.trim()
        .chars()
        .take(SEARCH_CHARACTERS)
        .flat_map(char::to_lowercase)
        .filter(|c| *c != '\0')
        .collect()
}
