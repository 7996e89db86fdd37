//! Re-encrypts and rehashes national numbers when the secret is replaced.

use super::{Number, place, registered};
use ground::db::DbError;
use ground::error::ApiError;
use ground::sealed::{self, Batch, NotSealedHere};
use ground::secret::Secret;
use providers::identity::NumberKind;
use service::app::AppState;
use sqlx::Row;
use sqlx::any::AnyRow;

const ROWS: i64 = 100;

struct Kept {
    id: String,
    user_id: String,
    tenant_id: String,
    kind: NumberKind,
    sealed: String,
    registered: Option<String>,
    phone_hash: Option<String>,
}

/// A row sealed and hashed with the current secret.
struct Renewed {
    lookup_hash: String,
    sealed: String,
    registered: Option<String>,
    phone_hash: Option<String>,
}

/// Re-encrypts a batch of numbers, those after an identifier, in one transaction.
///
/// # Errors
/// The database failed.
pub async fn seal_anew(app: &AppState, after: &str) -> Result<Batch, ApiError> {
    let mut batch = Batch::default();
    let mut tx = app.db.begin().await?;
    let rows = sqlx::query(
        "SELECT user_id || '/' || kind AS id, user_id, tenant_id, kind, sealed, registered, phone_hash FROM national_numbers \
         WHERE user_id || '/' || kind > $1 AND (sealed NOT LIKE $2 OR registered NOT LIKE $2) ORDER BY 1 LIMIT $3",
    )
    .bind(after)
    .bind(sealed::current_pattern(&app.config.keys))
    .bind(ROWS)
    .fetch_all(tx.connection())
    .await?;
    for row in &rows {
        let kept = read(row)?;
        let Ok(renewed) = renewed(app, &kept) else {
            batch.unreadable(kept.id);
            continue;
        };
        sqlx::query(
            "UPDATE national_numbers SET lookup_hash = $5, sealed = $6, registered = $7, phone_hash = $8 \
             WHERE user_id = $1 AND kind = $2 AND sealed = $3 AND COALESCE(registered, '') = $4",
        )
        .bind(kept.user_id.as_str())
        .bind(kept.kind.as_str())
        .bind(kept.sealed.as_str())
        .bind(kept.registered.as_deref().unwrap_or_default())
        .bind(renewed.lookup_hash)
        .bind(renewed.sealed)
        .bind(renewed.registered)
        .bind(renewed.phone_hash)
        .execute(tx.connection())
        .await?;
        batch.done(kept.id);
    }
    tx.commit().await?;
    Ok(batch)
}

fn renewed(app: &AppState, kept: &Kept) -> Result<Renewed, NotSealedHere> {
    let keys = &app.config.keys;
    let own_place = place(&kept.user_id, kept.kind);
    let digits = sealed::open(keys, &own_place, &kept.sealed)?;
    let sealed = sealed::seal(keys, app.random, &own_place, digits.reveal())?;
    let number = Number {
        kind: kept.kind,
        digits: Secret::new(digits.reveal().clone()),
    };
    let (mut registered, mut phone_hash) = (None, kept.phone_hash.clone());
    if let Some(text) = &kept.registered {
        let place = registered::place(&kept.user_id, kept.kind);
        let opened = sealed::open(keys, &place, text)?;
        registered = Some(sealed::seal(keys, app.random, &place, opened.reveal())?);
        if let Some(phone) = registered::phone_in(&opened) {
            phone_hash = Some(registered::phone_hash(keys, &kept.tenant_id, &phone));
        }
    }
    Ok(Renewed {
        lookup_hash: number.lookup_hash(app, &kept.tenant_id),
        sealed,
        registered,
        phone_hash,
    })
}

fn read(row: &AnyRow) -> Result<Kept, DbError> {
    let kind: String = row.try_get("kind")?;
    Ok(Kept {
        id: row.try_get("id")?,
        user_id: row.try_get("user_id")?,
        tenant_id: row.try_get("tenant_id")?,
        kind: NumberKind::named(&kind).ok_or_else(|| ground::db::columns::corrupt("kind"))?,
        sealed: row.try_get("sealed")?,
        registered: row.try_get("registered")?,
        phone_hash: row.try_get("phone_hash")?,
    })
}
