//! Statements and their exports.

use crate::flows::{self as history_flows, Overview};
use crate::history::{self, Filter, Month, WithdrawalLine};
use crate::{csv, paper, receipt};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use ground::error::{ApiError, Fails, code};
use money::statement::Transaction;
use service::access::Session;
use service::access::users;
use service::app::AppState;
use service::http::schema::Binary;
use service::http::{Envelope, Page, Path, Query};
use service::settings::tenants;

/// The user's withdrawals, newest first.
#[utoipa::path(get, path = "/withdraw", tag = "wallet", security(("bearer" = [])), params(Filter),
    responses((status = 200, body = Envelope<Page<WithdrawalLine>>), Fails<code::Refused>))]
pub async fn withdrawals(
    State(app): State<AppState>,
    session: Session,
    Query(filter): Query<Filter>,
) -> Result<Json<Envelope<Page<WithdrawalLine>>>, ApiError> {
    Ok(Envelope::of(
        history::withdrawals(&app, &session.user_id, filter).await?,
    ))
}

/// The user's transactions, newest first.
#[utoipa::path(get, path = "/transaction/me", operation_id = "transactions", tag = "wallet", security(("bearer" = [])), params(Filter),
    responses((status = 200, body = Envelope<Page<Transaction>>), Fails<code::Refused>))]
pub async fn list(
    State(app): State<AppState>,
    session: Session,
    Query(filter): Query<Filter>,
) -> Result<Json<Envelope<Page<Transaction>>>, ApiError> {
    Ok(Envelope::of(
        history::page(&app, &session.user_id, &filter).await?,
    ))
}

/// Incoming and outgoing totals of each month, for the transactions that match the filter.
#[utoipa::path(get, path = "/transaction/months", operation_id = "transaction_months", tag = "wallet", security(("bearer" = [])), params(Filter),
    responses((status = 200, body = Envelope<Vec<Month>>), Fails<code::Refused>))]
pub async fn months(
    State(app): State<AppState>,
    session: Session,
    Query(filter): Query<Filter>,
) -> Result<Json<Envelope<Vec<Month>>>, ApiError> {
    Ok(Envelope::of(
        history::months(&app, &session.user_id, &filter).await?,
    ))
}

/// The totals of the transactions that match the filter, for each currency, and the uses of what left.
#[utoipa::path(get, path = "/transaction/flows", operation_id = "transaction_flows", tag = "wallet", security(("bearer" = [])), params(Filter),
    responses((status = 200, body = Envelope<Overview>), Fails<code::Refused>))]
pub async fn flows(
    State(app): State<AppState>,
    session: Session,
    Query(filter): Query<Filter>,
) -> Result<Json<Envelope<Overview>>, ApiError> {
    Ok(Envelope::of(
        history_flows::overview(&app, &session.user_id, &filter).await?,
    ))
}

/// The user's transactions as a CSV file.
#[utoipa::path(get, path = "/transaction/me.csv", tag = "wallet", security(("bearer" = [])), params(Filter),
    responses((status = 200, content_type = "text/csv", body = String), Fails<code::Refused>))]
pub async fn file(
    State(app): State<AppState>,
    session: Session,
    Query(filter): Query<Filter>,
) -> Result<Response, ApiError> {
    let rows = history::all(&app, &session.user_id, &filter).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"transactions.csv\"",
        ),
    ];
    Ok((headers, csv::csv(&rows)).into_response())
}

/// One transaction.
#[utoipa::path(get, path = "/transaction/{reference}", tag = "wallet", security(("bearer" = [])), params(("reference" = String, Path)),
    responses((status = 200, body = Envelope<Transaction>)))]
pub async fn one(
    State(app): State<AppState>,
    session: Session,
    Path(reference): Path<String>,
) -> Result<Json<Envelope<Transaction>>, ApiError> {
    Ok(Envelope::of(Transaction::from(
        &history::one(&app, &session.user_id, &reference).await?,
    )))
}

/// A transaction's receipt.
#[utoipa::path(get, path = "/transaction/{reference}/receipt.pdf", operation_id = "receipt", tag = "wallet", security(("bearer" = [])), params(("reference" = String, Path)),
    responses((status = 200, content_type = "application/pdf", body = inline(Binary))))]
pub async fn receipt_file(
    State(app): State<AppState>,
    session: Session,
    Path(reference): Path<String>,
) -> Result<Response, ApiError> {
    let row = history::one(&app, &session.user_id, &reference).await?;
    let owner = users::of_session(&app, &session).await?;
    let mut connection = app.db.read().await?;
    let rules = receipt::rules_of(&mut connection, &row).await?;
    let tenant = tenants::by_id(&mut connection, &owner.tenant_id).await?;
    drop(connection);
    let tenant = tenant.ok_or_else(ApiError::not_found)?;
    let brand = paper::brand(&app, &tenant).await?;
    let file = receipt::document(&row, rules.as_deref(), &owner.name, &brand)?;
    let disposition = format!("attachment; filename=\"receipt-{}.pdf\"", row.reference);
    let headers = [
        (header::CONTENT_TYPE, String::from("application/pdf")),
        (header::CONTENT_DISPOSITION, disposition),
    ];
    Ok((headers, file).into_response())
}
