//! The operator's commands for clusters. Each change is recorded in the audit log with the operator's name.

use super::store::{self, ClusterRow, MemberRow, SeenRow};
use crate::chat::channels::{self, Event};
use crate::chat::messages::{self, Part};
use crate::chat::store as chat;
use domain_core::community::Cluster;
use domain_core::community::cluster::plain_code;
use domain_core::community::membership::{ClusterStatus, Membership};
use domain_core::settings::branding::IdentifierType;
use domain_core::validation::{Code, NoContext};
use ground::error::{ApiError, ErrorCode};
use ground::sealed;
use serde_json::json;
use service::access::audit;
use service::access::users::User;
use service::app::AppState;
use service::http::valid::judge;
use service::settings::tenants::{self, Tenant};

/// Changes to a cluster; `None` leaves a value as it is, blank removes it.
#[derive(Debug, Default)]
pub struct Change {
    pub name: Option<String>,
    pub state: Option<String>,
    pub lga: Option<String>,
    pub whatsapp_link: Option<String>,
    pub support_email: Option<String>,
    pub status: Option<ClusterStatus>,
}

impl Change {
    fn form(&self, before: Option<&ClusterRow>, code: &str) -> Cluster {
        let changed = |given: &Option<String>, before: Option<String>| {
            let text = given.clone().or(before).unwrap_or_default();
            String::from(text.trim())
        };
        let before = before.cloned();
        let before = before.as_ref();
        Cluster {
            code: String::from(code),
            name: changed(&self.name, before.map(|one| one.name.clone())),
            state: changed(&self.state, before.map(|one| one.state.clone())),
            lga: changed(&self.lga, before.map(|one| one.lga.clone())),
            whatsapp_link: changed(
                &self.whatsapp_link,
                before.and_then(|one| one.whatsapp_link.clone()),
            ),
            support_email: changed(
                &self.support_email,
                before.and_then(|one| one.support_email.clone()),
            ),
        }
    }
}

fn row(id: String, form: Cluster, status: ClusterStatus) -> ClusterRow {
    let given = |text: String| Some(text).filter(|text| !text.is_empty());
    ClusterRow {
        id,
        code: form.code,
        name: form.name,
        state: form.state,
        lga: form.lga,
        whatsapp_link: given(form.whatsapp_link),
        support_email: given(form.support_email),
        status,
    }
}

async fn brand(app: &AppState, identifier: &str) -> Result<Tenant, ApiError> {
    let tenant = tenants::named(app, identifier, IdentifierType::Subdomain).await?;
    tenant.ok_or_else(|| ApiError::new(ErrorCode::NotFound, "there is no such brand"))
}

fn unknown() -> ApiError {
    ApiError::new(ErrorCode::NotFound, "there is no such cluster")
}

/// Adds a cluster to a brand; returns its identifier.
///
/// # Errors
/// 404 for an unknown brand; 422 if the rules refuse it, or the code is taken; the database failed.
pub async fn add(
    app: &AppState,
    tenant: &str,
    code: &str,
    change: &Change,
    by: &str,
) -> Result<String, ApiError> {
    let tenant = brand(app, tenant).await?;
    let form = change.form(None, &plain_code(code));
    judge(&form, &NoContext {})?;
    let now_ms = app.clock.now_ms();
    let status = change.status.unwrap_or(ClusterStatus::Open);
    let new = row(app.random.id(now_ms), form, status);
    let mut tx = app.db.begin().await?;
    if !store::insert(&mut tx, &tenant.id, &new, now_ms).await? {
        let message = "Another cluster has this code.";
        return Err(ApiError::refused_field("code", Code::NotAllowed, message));
    }
    let detail = json!({ "by": by, "cluster": new.id, "code": new.code });
    audit::append(&mut tx, app, audit::NOBODY, "cluster_added", &detail).await?;
    tx.commit().await?;
    Ok(new.id)
}

/// Changes a cluster.
///
/// # Errors
/// 404; 422 if the rules refuse it; the database failed.
pub async fn set(
    app: &AppState,
    tenant: &str,
    code: &str,
    change: &Change,
    by: &str,
) -> Result<(), ApiError> {
    let tenant = brand(app, tenant).await?;
    let known = find(app, &tenant, code).await?;
    let mut tx = app.db.begin().await?;
    // Messages are sent under the channel's lock: none is sent after the cluster is closed.
    let address = super::of(&tenant.id, &known.cluster.id);
    channels::locked(&mut tx, app, &address).await?;
    let before = store::lock(&mut tx, &tenant.id, &known.cluster.code).await?;
    let before = before.ok_or_else(unknown)?;
    let form = change.form(Some(&before), &before.code);
    judge(&form, &NoContext {})?;
    let after = row(
        before.id.clone(),
        form,
        change.status.unwrap_or(before.status),
    );
    store::update(&mut tx, &after).await?;
    let detail = json!({ "by": by, "cluster": after.id, "status": after.status.as_str() });
    audit::append(&mut tx, app, audit::NOBODY, "cluster_changed", &detail).await?;
    tx.commit().await?;
    Ok(())
}

async fn find(app: &AppState, tenant: &Tenant, code: &str) -> Result<SeenRow, ApiError> {
    let mut connection = app.db.read().await?;
    let found = store::with_code(&mut connection, &tenant.id, "", &plain_code(code)).await?;
    found.ok_or_else(unknown)
}

/// A cluster, with the number of reported messages that were not removed.
pub struct Listed {
    pub row: SeenRow,
    pub reported: i64,
}

/// A brand's clusters by state.
///
/// # Errors
/// 404 for an unknown brand; the database failed.
pub async fn list(app: &AppState, tenant: &str) -> Result<Vec<Listed>, ApiError> {
    let tenant = brand(app, tenant).await?;
    let mut connection = app.db.read().await?;
    let mut listed = Vec::new();
    for row in store::all(&mut connection, &tenant.id).await? {
        let address = super::of(&tenant.id, &row.cluster.id);
        let reported = chat::reported(&mut connection, &address).await?.len();
        listed.push(Listed {
            row,
            reported: i64::try_from(reported).unwrap_or(i64::MAX),
        });
    }
    Ok(listed)
}

/// A cluster's members, and those who were removed.
///
/// # Errors
/// 404; the database failed.
pub async fn members(app: &AppState, tenant: &str, code: &str) -> Result<Vec<MemberRow>, ApiError> {
    let tenant = brand(app, tenant).await?;
    let found = find(app, &tenant, code).await?;
    Ok(store::members(&mut *app.db.read().await?, &found.cluster.id).await?)
}

/// The last messages of a cluster, or the last before a number, and the reports: message number and reason.
///
/// # Errors
/// 404; the database failed.
pub async fn show(
    app: &AppState,
    tenant: &str,
    code: &str,
    before: Option<i64>,
) -> Result<(Part, Vec<(i64, String)>), ApiError> {
    let tenant = brand(app, tenant).await?;
    let found = find(app, &tenant, code).await?;
    let address = super::of(&tenant.id, &found.cluster.id);
    let part = messages::part(app, &address, None, before).await?;
    let reported = chat::reported(&mut *app.db.read().await?, &address).await?;
    Ok((part, reported))
}

/// Removes a member: they cannot rejoin until readmitted.
///
/// # Errors
/// 404; the database failed.
pub async fn remove_member(
    app: &AppState,
    code: &str,
    user: &User,
    lift: bool,
    by: &str,
) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    let cluster = store::lock(&mut tx, &user.tenant_id, &plain_code(code)).await?;
    let cluster = cluster.ok_or_else(unknown)?;
    let (done, event) = if lift {
        let done =
            store::delete_member(&mut tx, &cluster.id, &user.id, Membership::Removed).await?;
        (done, "cluster_member_readmitted")
    } else {
        let done = store::bar_member(&mut tx, &cluster.id, &user.id).await?;
        (done, "cluster_member_removed")
    };
    if !done {
        let message = if lift {
            "this user was not removed from the cluster"
        } else {
            "this user is not in the cluster"
        };
        return Err(ApiError::new(ErrorCode::NotFound, message));
    }
    if !lift {
        let channel = super::of(&user.tenant_id, &cluster.id).realtime_name();
        app.realtime
            .end_channel(&mut tx, &user.id, &channel)
            .await?;
    }
    let detail = json!({ "by": by, "cluster": cluster.id });
    audit::append(&mut tx, app, &user.id, event, &detail).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes a message for all members: its text and files are deleted, and a placeholder stays visible.
///
/// # Errors
/// 404 if there is none, or it was removed before; the database failed.
pub async fn remove_message(
    app: &AppState,
    tenant: &str,
    code: &str,
    number: i64,
    by: &str,
) -> Result<(), ApiError> {
    let tenant = brand(app, tenant).await?;
    let found = find(app, &tenant, code).await?;
    let address = super::of(&tenant.id, &found.cluster.id);
    let missing = || ApiError::new(ErrorCode::NotFound, "there is no such message");
    let mut tx = app.db.begin().await?;
    let channel = chat::lock_channel(&mut tx, &address).await?;
    let channel = channel.ok_or_else(missing)?;
    let message = chat::lock_message(&mut tx, &channel.id, number).await?;
    let message = message.filter(|one| !one.removed).ok_or_else(missing)?;
    let place = messages::place(&message.id);
    let blank = sealed::seal(&app.config.keys, app.random, &place, "");
    let blank = blank.map_err(ApiError::internal)?;
    chat::remove_message(&mut tx, &message.id, &blank, app.clock.now_ms()).await?;
    channels::announce(&mut tx, app, &address, Event::Removed, number).await?;
    let author = message.user_id.as_deref().unwrap_or(audit::NOBODY);
    let detail = json!({ "by": by, "cluster": found.cluster.id, "number": number });
    audit::append(&mut tx, app, author, "cluster_message_removed", &detail).await?;
    tx.commit().await?;
    Ok(())
}
