//! The email to a brand's staff each morning.

use super::store::{self, Waiting};
use super::waiting;
use domain_core::calendar::day_in_words;
use domain_core::money::display_in_full;
use ground::clock::lagos_date;
use ground::error::ApiError;
use providers::messages::{Channel, Message};
use service::app::AppState;
use service::outbox::{self, Life};
use service::settings::tenants::{self, Tenant};
use std::fmt::Write;

/// The hour in Lagos from which the email is sent.
const FROM_HOUR: i64 = 8;
const HOUR_MS: i64 = 60 * 60 * 1_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// Tells every brand's staff what waits, once a day. Returns the number of emails.
///
/// # Errors
/// The database failed.
pub async fn tell_due(app: &AppState) -> Result<usize, ApiError> {
    let now_ms = app.clock.now_ms();
    let today = app.clock.today();
    if lagos_date(now_ms - FROM_HOUR * HOUR_MS) != today {
        return Ok(0);
    }
    let day = today.text();
    let untold = store::untold(&mut *app.db.read().await?, &day).await?;
    let mut sent = 0;
    for tenant_id in untold {
        let mut tx = app.db.begin().await?;
        if !store::note(&mut tx, &tenant_id, &day).await? {
            continue;
        }
        let Some(brand) = tenants::by_id(tx.connection(), &tenant_id).await? else {
            continue;
        };
        let all = waiting(tx.connection(), &tenant_id, now_ms).await?;
        let float = store::float(tx.connection()).await?;
        let text = text(app, &brand, &all, &float, now_ms);
        for email in store::addresses(tx.connection(), &tenant_id).await? {
            let message = Message {
                id: String::new(),
                channel: Channel::Email,
                to: email,
                subject: [&brand.name, ": what waits today"].concat(),
                text: text.clone(),
                code: None,
                brand: None,
                payer: None,
                attachment: None,
            };
            let life = Life {
                expires_at_ms: now_ms + DAY_MS,
                code_id: None,
            };
            outbox::queue(&mut tx, app, &message, life).await?;
            sent += 1;
        }
        tx.commit().await?;
    }
    Ok(sent)
}

fn text(
    app: &AppState,
    brand: &Tenant,
    all: &[Waiting],
    float: &store::Float,
    now_ms: i64,
) -> String {
    let mut text = format!("{}, {}\n\n", brand.name, day_in_words(app.clock.today()));
    let waits: Vec<&Waiting> = all.iter().filter(|one| one.count > 0).collect();
    if waits.is_empty() {
        text += "Nothing waits for you.\n";
    }
    for one in waits {
        let (words, command) = one.kind.words();
        let hours = |at_ms: i64| (now_ms - at_ms).max(0) / HOUR_MS;
        let age = one.oldest_at_ms.map(hours);
        let age = age.map_or_else(String::new, |hours| format!(", the oldest for {hours} h"));
        let _ = writeln!(text, "{words}: {}{age} ({command})", one.count);
    }
    let _ = write!(
        text,
        "\nOwed to customers in naira: {} in wallets, {} in plans. Lent and not repaid: {}. \
         Compare with the accounts at the bank and at the payout provider.\n",
        display_in_full(&float.wallets),
        display_in_full(&float.pots),
        display_in_full(&float.lent),
    );
    text
}
