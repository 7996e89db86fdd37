//! Roles: permissions within a brand beyond those of every user. The operator assigns them.

use crate::access::users::User;
use crate::access::{Session, audit};
use crate::app::AppState;
use domain_core::identity::roles::{Permission, Role, has_permission};
use ground::db::{DbError, Tx};
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use sqlx::{AnyConnection, Row};

/// A role of a brand, as shown to the operator.
#[derive(Debug, PartialEq, Eq)]
pub struct Described {
    pub name: String,
    pub permissions: Vec<String>,
    pub carriers: i64,
}

/// The user's roles.
///
/// # Errors
/// The database failed.
pub async fn of(connection: &mut AnyConnection, user_id: &str) -> Result<Vec<Role>, DbError> {
    let rows = sqlx::query(
        "SELECT roles.name, role_permissions.permission FROM user_roles JOIN roles ON roles.id = user_roles.role_id \
         LEFT JOIN role_permissions ON role_permissions.role_id = roles.id \
         WHERE user_roles.user_id = $1 ORDER BY roles.name, role_permissions.permission",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    let mut roles: Vec<Role> = Vec::new();
    for row in &rows {
        let (name, permission): (String, Option<String>) =
            (row.try_get("name")?, row.try_get("permission")?);
        if roles.last().is_none_or(|role| role.name != name) {
            roles.push(Role {
                name,
                permissions: Vec::new(),
            });
        }
        if let (Some(role), Some(name)) = (roles.last_mut(), permission) {
            role.permissions.push(Permission { name });
        }
    }
    Ok(roles)
}

/// The signed-in user; requires the permission.
///
/// # Errors
/// 403 without it.
pub async fn expect(app: &AppState, session: &Session, permission: &str) -> Result<User, ApiError> {
    let user = super::users::of_session(app, session).await?;
    if has_permission(&user.roles, permission) {
        return Ok(user);
    }
    Err(required())
}

/// Checks that the user still has the permission, and locks it until the transaction ends.
///
/// # Errors
/// 403 without it; the database failed.
pub async fn expect_standing(tx: &mut Tx, user_id: &str, permission: &str) -> Result<(), ApiError> {
    super::users::lock(tx, user_id).await?;
    lock_carried(tx, user_id).await?;
    match has_permission(&of(tx.connection(), user_id).await?, permission) {
        true => Ok(()),
        false => Err(required()),
    }
}

/// Locks a user's roles in a fixed order. The caller has locked the user.
async fn lock_carried(tx: &mut Tx, user_id: &str) -> Result<(), DbError> {
    let carried = "SELECT role_id FROM user_roles WHERE user_id = $1 ORDER BY role_id";
    let rows = sqlx::query(carried).bind(user_id);
    for row in rows.fetch_all(tx.connection()).await? {
        let id: String = row.try_get("role_id")?;
        let lock = sqlx::query("UPDATE roles SET name = name WHERE id = $1");
        lock.bind(id).execute(tx.connection()).await?;
    }
    Ok(())
}

fn required() -> ApiError {
    ApiError::new(
        ErrorCode::PermissionRequired,
        "You have no permission for this.",
    )
}

/// Creates a role of a brand, or replaces its permissions.
///
/// # Errors
/// The database failed.
pub async fn put(
    app: &AppState,
    tenant_id: &str,
    name: &str,
    permissions: &[&str],
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    // Locks the role: concurrent changes are serialised.
    sqlx::query(
        "INSERT INTO roles (id, tenant_id, name) VALUES ($1, $2, $3) ON CONFLICT (tenant_id, name) DO UPDATE SET name = excluded.name",
    )
        .bind(app.random.id(now_ms))
        .bind(tenant_id)
        .bind(name)
        .execute(tx.connection())
        .await?;
    let id = id(&mut tx, tenant_id, name)
        .await?
        .ok_or_else(|| ApiError::internal("a role that was just stored is not there"))?;
    sqlx::query("DELETE FROM role_permissions WHERE role_id = $1")
        .bind(id.as_str())
        .execute(tx.connection())
        .await?;
    for permission in permissions {
        sqlx::query("INSERT INTO role_permissions (role_id, permission) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(id.as_str())
            .bind(*permission)
            .execute(tx.connection())
            .await?;
    }
    Ok(tx.commit().await?)
}

/// The roles of a brand.
///
/// # Errors
/// The database failed.
pub async fn all(app: &AppState, tenant_id: &str) -> Result<Vec<Described>, ApiError> {
    let rows = sqlx::query(
        "SELECT roles.name, role_permissions.permission, \
         (SELECT COUNT(*) FROM user_roles WHERE user_roles.role_id = roles.id) AS carriers \
         FROM roles LEFT JOIN role_permissions ON role_permissions.role_id = roles.id \
         WHERE roles.tenant_id = $1 ORDER BY roles.name, role_permissions.permission",
    )
    .bind(tenant_id)
    .fetch_all(&mut *app.db.read().await?)
    .await?;
    let mut all: Vec<Described> = Vec::new();
    for row in &rows {
        let name: String = row.try_get("name")?;
        let permission: Option<String> = row.try_get("permission")?;
        if all.last().is_none_or(|role| role.name != name) {
            all.push(Described {
                name,
                permissions: Vec::new(),
                carriers: row.try_get("carriers")?,
            });
        }
        if let Some(role) = all.last_mut() {
            role.permissions.extend(permission);
        }
    }
    Ok(all)
}

/// Assigns a role to a user, or removes it.
///
/// # Errors
/// 404 for a role that the brand does not have; the database failed.
pub async fn give(
    app: &AppState,
    user: &User,
    role: &str,
    take_away: bool,
    by: &str,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    // No operation that relies on the role is in progress any more.
    super::users::lock(&mut tx, &user.id).await?;
    let role_id = id(&mut tx, &user.tenant_id, role)
        .await?
        .ok_or_else(|| ApiError::new(ErrorCode::NoSuchRole, "The brand has no such role."))?;
    let (statement, event) = if take_away {
        (
            "DELETE FROM user_roles WHERE user_id = $1 AND role_id = $2",
            "role_taken",
        )
    } else {
        (
            "INSERT INTO user_roles (user_id, role_id, granted_at_ms) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            "role_given",
        )
    };
    let query = sqlx::query(statement).bind(user.id.as_str()).bind(role_id);
    let query = if take_away { query } else { query.bind(now_ms) };
    query.execute(tx.connection()).await?;
    audit::append(
        &mut tx,
        app,
        &user.id,
        event,
        &json!({ "role": role, "by": by }),
    )
    .await?;
    Ok(tx.commit().await?)
}

async fn id(tx: &mut Tx, tenant_id: &str, name: &str) -> Result<Option<String>, DbError> {
    let row = sqlx::query("SELECT id FROM roles WHERE tenant_id = $1 AND name = $2")
        .bind(tenant_id)
        .bind(name)
        .fetch_optional(tx.connection())
        .await?;
    Ok(row.map(|row| row.try_get("id")).transpose()?)
}
