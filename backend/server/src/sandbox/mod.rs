//! The sandbox's console over HTTP: sent messages and payments, incoming money, and the behaviour of providers. It
//! needs no authentication, so it does not exist in production. A credit takes the same path as one reported by a bank.

mod cards;
mod coins;
mod loans;
mod mandates;
mod signals;
mod support;
mod telegram;

use axum::Json;
use axum::extract::State;
use domain_core::money::{Amount, Currency};
use domain_core::validation::Code;
use ground::error::{ApiError, ErrorCode, Fails, code};
use money::statement::{Counterparty, Transaction};
use providers::identity::sandbox::SandboxPerson;
use providers::oidc::sandbox::{Authorisation, GoogleAccount};
use providers::sandbox::{
    Behaviour, Port, Sandbox, SandboxAccount, SandboxBill, SandboxLivenessCheck, SandboxPayout,
    SentMessage, SentPush,
};
use serde::{Deserialize, Serialize};
use service::app::AppState;
use service::http::{Body, Envelope, Path, Query};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wallet::funding::{self, Credit};

/// A month.
const MOST_HOURS: i64 = 31 * 24;
const MS_AN_HOUR: i64 = 60 * 60 * 1_000;
const LONGEST_SENDER_CHARACTERS: usize = 100;

/// All routes of this area.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(messages))
        .routes(routes!(pushes))
        .routes(routes!(accounts))
        .routes(routes!(credits))
        .routes(routes!(behaviour, set_behaviour))
        .routes(routes!(payouts))
        .routes(routes!(bills))
        .routes(routes!(persons))
        .routes(routes!(liveness_check, end_liveness))
        .routes(routes!(let_time_pass))
        .routes(routes!(google_accounts))
        .routes(routes!(authorise_google))
        .routes(routes!(cards::checkout, cards::act))
        .routes(routes!(mandates::mandate, mandates::act))
        .routes(routes!(loans::loans))
        .routes(routes!(loans::act))
        .routes(routes!(coins::set_price))
        .routes(routes!(coins::sent, coins::receive))
        .routes(routes!(coins::exchange_orders))
        .routes(routes!(coins::key_orders))
        .routes(routes!(signals::predict))
        .routes(routes!(telegram::write))
        .routes(routes!(support::conversations))
        .routes(routes!(support::conversation, support::answer))
}

fn sandbox(app: &AppState) -> Sandbox {
    Sandbox::new(app.db.clone(), app.clock.clone(), app.random)
}

/// The recipient to filter by.
#[derive(Deserialize, IntoParams)]
pub struct Receiver {
    to: Option<String>,
}

/// Sent messages, newest first.
#[utoipa::path(get, path = "/sandbox/messages", tag = "sandbox", params(Receiver),
    responses((status = 200, body = Envelope<Vec<SentMessage>>)))]
pub async fn messages(
    State(app): State<AppState>,
    Query(receiver): Query<Receiver>,
) -> Result<Json<Envelope<Vec<SentMessage>>>, ApiError> {
    Ok(Envelope::of(
        sandbox(&app).messages(receiver.to.as_deref()).await?,
    ))
}

/// The browser to filter by.
#[derive(Deserialize, IntoParams)]
pub struct Browser {
    /// Its endpoint at its push service.
    endpoint: Option<String>,
}

/// Sent push messages, newest first.
#[utoipa::path(get, path = "/sandbox/pushes", tag = "sandbox", params(Browser),
    responses((status = 200, body = Envelope<Vec<SentPush>>)))]
pub async fn pushes(
    State(app): State<AppState>,
    Query(browser): Query<Browser>,
) -> Result<Json<Envelope<Vec<SentPush>>>, ApiError> {
    Ok(Envelope::of(
        sandbox(&app).pushes(browser.endpoint.as_deref()).await?,
    ))
}

/// Accounts that can be credited.
#[utoipa::path(get, path = "/sandbox/accounts", tag = "sandbox",
    responses((status = 200, body = Envelope<Vec<SandboxAccount>>)))]
pub async fn accounts(
    State(app): State<AppState>,
) -> Result<Json<Envelope<Vec<SandboxAccount>>>, ApiError> {
    Ok(Envelope::of(sandbox(&app).accounts().await?))
}

/// An incoming credit.
#[derive(Deserialize, ToSchema)]
pub struct NewCredit {
    account_number: String,
    /// Decimal text.
    amount: String,
    /// The sender's name.
    sender: Option<String>,
}

/// Credits an account, as reported by the bank.
#[utoipa::path(post, path = "/sandbox/credits", tag = "sandbox", request_body = NewCredit,
    responses((status = 200, body = Envelope<Transaction>), Fails<(code::Refused, code::NotFound)>))]
pub async fn credits(
    State(app): State<AppState>,
    Body(wanted): Body<NewCredit>,
) -> Result<Json<Envelope<Transaction>>, ApiError> {
    let sandbox = sandbox(&app);
    let account = sandbox
        .account(&wanted.account_number)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let currency: Currency = account
        .currency
        .parse()
        .map_err(|_| ApiError::not_found())?;
    let not_an_amount = |_| {
        ApiError::refused_field(
            "amount",
            Code::NotAnAmount,
            "Enter an amount, such as 1500.00.",
        )
    };
    let credit = Credit {
        provider_reference: format!("sandbox-{}", app.random.id(app.clock.now_ms())),
        account_number: account.account_number,
        currency,
        amount: Amount::parse(wanted.amount.trim(), currency).map_err(not_an_amount)?,
        sender: sender(wanted.sender),
    };
    Ok(Envelope::of(funding::credit(&app, &credit).await?))
}

fn sender(name: Option<String>) -> Option<Counterparty> {
    let name = name
        .map(|name| {
            name.trim()
                .chars()
                .take(LONGEST_SENDER_CHARACTERS)
                .collect::<String>()
        })
        .filter(|name| !name.is_empty());
    name.map(|name| Counterparty {
        name,
        account_number: None,
        bank_name: None,
        wallet_number: None,
    })
}

/// The port to filter by.
#[derive(Deserialize, IntoParams)]
pub struct Which {
    /// All ports if absent.
    port: Option<Port>,
}

/// The current behaviour of the ports.
#[utoipa::path(get, path = "/sandbox/behaviour", tag = "sandbox", params(Which),
    responses((status = 200, body = Envelope<Vec<Behaviour>>)))]
pub async fn behaviour(
    State(app): State<AppState>,
    Query(which): Query<Which>,
) -> Result<Json<Envelope<Vec<Behaviour>>>, ApiError> {
    let mut behaviours = Vec::new();
    for port in Port::ALL {
        if which.port.is_none_or(|wanted| wanted == port) {
            behaviours.push(sandbox(&app).behaviour(port).await?);
        }
    }
    Ok(Envelope::of(behaviours))
}

/// Sets the behaviour of a port.
#[utoipa::path(put, path = "/sandbox/behaviour", tag = "sandbox", request_body = Behaviour,
    responses((status = 200, body = Envelope<Behaviour>), Fails<code::Refused>))]
pub async fn set_behaviour(
    State(app): State<AppState>,
    Body(wanted): Body<Behaviour>,
) -> Result<Json<Envelope<Behaviour>>, ApiError> {
    Ok(Envelope::of(sandbox(&app).set_behaviour(&wanted).await?))
}

/// Purchased bills, newest first.
#[utoipa::path(get, path = "/sandbox/bills", tag = "sandbox",
    responses((status = 200, body = Envelope<Vec<SandboxBill>>)))]
pub async fn bills(
    State(app): State<AppState>,
) -> Result<Json<Envelope<Vec<SandboxBill>>>, ApiError> {
    Ok(Envelope::of(sandbox(&app).bills().await?))
}

/// Payouts of the sandbox bank, newest first.
#[utoipa::path(get, path = "/sandbox/payouts", tag = "sandbox",
    responses((status = 200, body = Envelope<Vec<SandboxPayout>>)))]
pub async fn payouts(
    State(app): State<AppState>,
) -> Result<Json<Envelope<Vec<SandboxPayout>>>, ApiError> {
    Ok(Envelope::of(sandbox(&app).payouts().await?))
}

/// Fictitious persons whose BVN and NIN are in the sandbox's register.
#[utoipa::path(get, path = "/sandbox/persons", tag = "sandbox",
    responses((status = 200, body = Envelope<Vec<SandboxPerson>>)))]
pub async fn persons() -> Json<Envelope<Vec<SandboxPerson>>> {
    Envelope::of(providers::identity::sandbox::persons())
}

/// A liveness check.
#[utoipa::path(get, path = "/sandbox/liveness/{reference}", tag = "sandbox", params(("reference" = String, Path)),
    responses((status = 200, body = Envelope<SandboxLivenessCheck>), Fails<code::NotFound>))]
pub async fn liveness_check(
    State(app): State<AppState>,
    Path(reference): Path<String>,
) -> Result<Json<Envelope<SandboxLivenessCheck>>, ApiError> {
    let check = sandbox(&app).liveness(&reference).await?;
    Ok(Envelope::of(check.ok_or_else(ApiError::not_found)?))
}

/// The result of a liveness check.
#[derive(Deserialize, ToSchema)]
pub struct LivenessEnd {
    passed: bool,
}

/// Ends a liveness check, as its provider would.
#[utoipa::path(put, path = "/sandbox/liveness/{reference}", tag = "sandbox", params(("reference" = String, Path)), request_body = LivenessEnd,
    responses((status = 200, body = Envelope<SandboxLivenessCheck>), Fails<code::NotFound>))]
pub async fn end_liveness(
    State(app): State<AppState>,
    Path(reference): Path<String>,
    Body(wanted): Body<LivenessEnd>,
) -> Result<Json<Envelope<SandboxLivenessCheck>>, ApiError> {
    sandbox(&app)
        .end_liveness(&reference, wanted.passed)
        .await?;
    liveness_check(State(app), Path(reference)).await
}

/// Fictitious persons with an account at the sandbox's Google.
#[utoipa::path(get, path = "/sandbox/google/accounts", tag = "sandbox",
    responses((status = 200, body = Envelope<Vec<GoogleAccount>>)))]
pub async fn google_accounts() -> Json<Envelope<Vec<GoogleAccount>>> {
    Envelope::of(providers::oidc::sandbox::accounts())
}

/// The next URL of the browser.
#[derive(Serialize, ToSchema)]
pub struct Next {
    redirect_to: String,
}

/// Signs a person in to the app, or declines, as Google's own page would.
#[utoipa::path(post, path = "/sandbox/google/authorise", tag = "sandbox", request_body = Authorisation,
    responses((status = 200, body = Envelope<Next>), Fails<code::NotOurClient>))]
pub async fn authorise_google(
    State(app): State<AppState>,
    Body(asked): Body<Authorisation>,
) -> Result<Json<Envelope<Next>>, ApiError> {
    let now_ms = app.clock.now_ms();
    let answer = asked.answer(&sandbox(&app), app.random, now_ms).await?;
    let redirect_to = answer.ok_or_else(|| {
        ApiError::new(
            ErrorCode::NotOurClient,
            "This is not a valid authorisation request.",
        )
    })?;
    Ok(Envelope::of(Next { redirect_to }))
}

/// A number of hours.
#[derive(Deserialize, ToSchema)]
pub struct Hours {
    /// 1 to 744.
    hours: i64,
}

/// The server's current time.
#[derive(Serialize, ToSchema)]
pub struct ClockShows {
    now: String,
}

/// Moves the server's clock forward, and runs the plans' work of the days in between. The clock returns to real time
/// only with a restart.
#[utoipa::path(post, path = "/sandbox/clock", tag = "sandbox", request_body = Hours,
    responses((status = 200, body = Envelope<ClockShows>)))]
pub async fn let_time_pass(
    State(app): State<AppState>,
    Body(Hours { hours }): Body<Hours>,
) -> Result<Json<Envelope<ClockShows>>, ApiError> {
    if !(1..=MOST_HOURS).contains(&hours) {
        return Err(ApiError::refused_field(
            "hours",
            Code::OutOfRange,
            "Enter 1 to 744 hours.",
        ));
    }
    app.clock.advance_ms(hours * MS_AN_HOUR);
    plans::savings::triggers::run(&app).await?;
    plans::days::run(&app).await?;
    Ok(Envelope::of(ClockShows {
        now: ground::clock::rfc3339(app.clock.now_ms()),
    }))
}
