//! Savings that wait for a card payment or bank transfer.

use super::{Start, price};
use crate::access::{Session, audit, users};
use crate::error::ApiError;
use crate::http::Envelope;
use crate::http::idempotency::{self, Answer, Claim};
use crate::identity::sessions;
use crate::payment::Call;
use crate::plans::subscriptions::Viewer;
use crate::plans::taking::{self, Taker};
use axum::http::StatusCode;
use serde_json::json;

/// Stores a plan that starts once its first instalment has arrived. No money moves yet.
///
/// # Errors
/// 403 for restricted users, and without a PIN grant; 404 for an unknown plan; 409; 422; the database failed.
pub async fn wait(call: Call<'_>, session: &Session, start: &Start) -> Result<Answer, ApiError> {
    let Call { app, operation, .. } = call;
    let viewer = Viewer::of(app, &session.user_id).await?;
    app.pause.pass().await;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if let Claim::Done(replay) =
        idempotency::claim(&mut tx, app, &session.user_id, operation).await?
    {
        return replay.answer(tx).await;
    }
    users::lock_settings(&mut tx, &session.user_id, now_ms).await?;
    // The account may have been closed meanwhile.
    sessions::expect_open(&mut tx, session).await?;
    taking::expect_few_waiting(&mut tx, &session.user_id).await?;
    let taker = Taker::read(&mut tx, call, start).await?;
    let rates = &taker.rates;
    let (product, amount) = start
        .judged(tx.connection(), app, &session.tenant_id, rates, None)
        .await?;
    let who = (
        session.user_id.as_str(),
        session.tenant_id.as_str(),
        viewer.user.name.as_str(),
    );
    let shown = (&start.payee(&product, Vec::new()), &price(amount));
    taker.check_shown(call, start, shown)?;
    let drawn_up = start.drawn_up(app, who, rates, &product, amount)?;
    drawn_up.write(&mut tx, now_ms).await?;
    taking::tell(&mut tx, app, &viewer.user, &drawn_up.subscription).await?;
    let detail = json!({ "reference": drawn_up.subscription.reference });
    audit::append(&mut tx, app, &session.user_id, "plan_awaited", &detail).await?;
    let seen = viewer.see(tx.connection(), drawn_up.subscription).await?;
    let body = Envelope {
        data: seen,
        message: None,
    };
    let body = serde_json::to_value(body).map_err(ApiError::internal)?;
    let answer = Answer::new(StatusCode::CREATED, body);
    idempotency::finish(&mut tx, &session.user_id, &operation.key, &answer).await?;
    tx.commit().await?;
    Ok(answer)
}
