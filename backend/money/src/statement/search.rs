//! Search for a text in a statement.
//!
//! The newest entries are read one by one. Of people who have more, words of the older entries are kept in a table, by a job
//! and not by payments: an older entry is found if one of its words begins like a word of the text. What is found by words
//! is compared with the text like any other entry. Texts of less than three characters are not looked for in older entries.

use super::selection::{self, Search, Selection, Statement, read_all};
use super::{Category, Selected, Status, TransactionRow};
use domain_core::money::{Amount, Currency};
use ground::db::{Column, DbError, Refused, Write, Writes};
use ground::error::ApiError;
use serde_json::json;
use service::app::AppState;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// The newest entries, which are read one by one.
const READ: i64 = 2_000;
/// The most entries that a search finds, unless more are asked for.
const MOST_FOUND: i64 = 1_000;
/// The fewest characters of a word.
const LEAST: usize = 3;
/// The most characters of a word that are kept.
const MOST: usize = 40;
/// A transaction that is under way may still add an older entry.
const SETTLING_MS: i64 = 5 * 60 * 1_000;
/// Entries that are indexed in a transaction.
const PORTION: i64 = 200;
/// Greater than any character, in the order of bytes.
const LAST: &str = "\u{10FFFF}";

impl Search {
    /// The beginnings of words by which entries with the text are found; `None` if they are not found by words, because it
    /// is the text of a kind of entry, or has none.
    fn beginnings(&self) -> Option<Vec<String>> {
        let categories = Category::ALL.iter().map(|one| one.as_str());
        let currencies = Currency::ALL.iter().map(|one| one.as_str());
        let statuses = [Status::Processing, Status::Successful, Status::Failed].map(Status::as_str);
        let mut kinds = categories
            .chain(currencies)
            .chain(statuses)
            .chain(["credit", "debit"]);
        if kinds.any(|kind| kind.to_lowercase().contains(&self.text)) {
            return None;
        }
        // The first word may begin within a word.
        let words: Vec<String> = words(&self.text).collect();
        let longest = words.iter().max_by_key(|word| word.len());
        let later = words.iter().skip(1).max_by_key(|word| word.len());
        let mut beginnings: Vec<String> = later.or(longest).cloned().into_iter().collect();
        if self.amount.starts_with(|c: char| c.is_ascii_digit()) && self.amount.len() >= LEAST {
            beginnings.push(self.amount.chars().take(MOST).collect());
        }
        (!beginnings.is_empty()).then_some(beginnings)
    }

    fn is_short(&self) -> bool {
        self.text.chars().count() < LEAST
    }
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() >= LEAST)
        .map(|word| word.chars().take(MOST).collect::<String>().to_lowercase())
}

/// The entries of a page, newest first, and the number of all.
///
/// # Errors
/// The database failed.
pub async fn select(
    connection: &mut AnyConnection,
    selection: &Selection,
    limit: i64,
    skip: i64,
) -> Result<Selected, DbError> {
    let Some(search) = &selection.search else {
        return selection::page(connection, selection, (limit, skip)).await;
    };
    match long(connection, selection, search, (limit, skip)).await? {
        Some(found) => Ok(found),
        None => selection::read_through(connection, selection, (limit, skip)).await,
    }
}

/// The entries of a page that contain a text, newest first, and the number of all, at most [`MOST_FOUND`] or as many as lead to
/// the page. `None` if the statement is so short that all of it is read.
///
/// # Errors
/// The database failed.
async fn long(
    connection: &mut AnyConnection,
    selection: &Selection,
    search: &Search,
    (limit, skip): (i64, i64),
) -> Result<Option<Selected>, DbError> {
    let edge = Statement::new("SELECT created_at_ms FROM wallet_transactions")
        .and(" WHERE user_id = $", selection.user_id.as_str())
        .and(" AND created_at_ms >= $", selection.from_ms)
        .and(" AND created_at_ms < $", selection.to_ms)
        .and(" ORDER BY created_at_ms DESC LIMIT 1 OFFSET $", READ)
        .rows(connection)
        .await?;
    let Some(edge) = edge.first() else {
        return Ok(None);
    };
    let edge_ms = edge.try_get::<i64, _>("created_at_ms")? + 1;
    let beginnings = search.beginnings();
    // Entries before this are read by words, those after it one by one.
    let words_ms = match (&beginnings, search.is_short()) {
        (_, true) => edge_ms,
        (Some(_), false) => edge_ms.min(indexed_until(connection, &selection.user_id).await?),
        (None, false) => i64::MIN,
    };
    let most = MOST_FOUND.max(skip.saturating_add(limit));
    let one_by_one = || Statement::new(IDS).and(" WHERE user_id = $", selection.user_id.as_str());
    let mut found = Found {
        most,
        ids: Vec::new(),
    };
    for period in [(edge_ms, i64::MAX), (words_ms, edge_ms)] {
        found
            .add(connection, selection, one_by_one(), period)
            .await?;
    }
    if let Some(beginnings) = beginnings.filter(|_| !search.is_short()) {
        let begin = by_words(&selection.user_id, &beginnings);
        found
            .add(connection, selection, begin, (i64::MIN, words_ms))
            .await?;
    }
    let found = found.ids;
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let skip = usize::try_from(skip).unwrap_or(usize::MAX);
    let limit = usize::try_from(limit).unwrap_or_default();
    let page: Vec<String> = found.into_iter().skip(skip).take(limit).collect();
    let rows = rows(connection, selection, &page).await?;
    Ok(Some(Selected {
        total,
        rows,
        is_long: true,
    }))
}

const IDS: &str = "SELECT id FROM wallet_transactions";

/// A statement about the entries of a person with words that begin so.
fn by_words(user_id: &str, beginnings: &[String]) -> Statement {
    // `user_id || ''`: by the identifiers, not by all entries of the person.
    let mut statement = Statement::new(IDS)
        .and(" WHERE user_id || '' = $", user_id)
        .and(
            " AND id IN (SELECT line_id FROM search_words WHERE user_id = $",
            user_id,
        )
        .then(" AND (1 = 0");
    for beginning in beginnings {
        statement = statement
            .and(" OR (word >= $", beginning.as_str())
            .and(" AND word < $)", [beginning, LAST].concat());
    }
    statement.then("))")
}

/// The identifiers of entries that contain the text, newest first.
struct Found {
    most: i64,
    ids: Vec<String>,
}

impl Found {
    /// Adds those of a period, which ends where the last one began.
    async fn add(
        &mut self,
        connection: &mut AnyConnection,
        selection: &Selection,
        begin: Statement,
        (from_ms, to_ms): (i64, i64),
    ) -> Result<(), DbError> {
        let left = self.most - i64::try_from(self.ids.len()).unwrap_or(self.most);
        let period = (from_ms.max(selection.from_ms), to_ms.min(selection.to_ms));
        if left <= 0 || period.0 >= period.1 {
            return Ok(());
        }
        let found = selection
            .conditions(begin, period)
            .and(" ORDER BY created_at_ms DESC, id DESC LIMIT $", left);
        for row in &found.rows(connection).await? {
            self.ids.push(row.try_get("id")?);
        }
        Ok(())
    }
}

async fn rows(
    connection: &mut AnyConnection,
    selection: &Selection,
    ids: &[String],
) -> Result<Vec<TransactionRow>, DbError> {
    /// Fewer than the parameters that SQLite and PostgreSQL accept.
    const AT_ONCE: usize = 500;
    let mut rows = Vec::with_capacity(ids.len());
    for ids in ids.chunks(AT_ONCE) {
        let mut statement = read_all()
            .and(" WHERE user_id = $", selection.user_id.as_str())
            .then(" AND id IN (''");
        for id in ids {
            statement = statement.and(", $", id.as_str());
        }
        let found = statement
            .then(") ORDER BY created_at_ms DESC, id DESC")
            .rows(connection)
            .await?;
        for row in &found {
            rows.push(super::read(row)?);
        }
    }
    Ok(rows)
}

/// The instant before which a person's entries are indexed.
async fn indexed_until(connection: &mut AnyConnection, user_id: &str) -> Result<i64, DbError> {
    let row = sqlx::query("SELECT until_ms FROM searched_people WHERE user_id = $1")
        .bind(user_id)
        .fetch_optional(connection)
        .await?;
    Ok(row
        .map(|row| row.try_get("until_ms"))
        .transpose()?
        .unwrap_or(i64::MIN))
}

/// Has a person's entries indexed from now on.
///
/// # Errors
/// The database failed.
pub async fn begin(app: &AppState, user_id: &str) -> Result<(), DbError> {
    let is_known = indexed_until(&mut *app.db.read().await?, user_id).await? > i64::MIN;
    if is_known {
        return Ok(());
    }
    let mut tx = app.db.begin().await?;
    sqlx::query(
        "INSERT INTO searched_people (user_id, until_ms, until_id) VALUES ($1, 0, '') ON CONFLICT DO NOTHING",
    )
    .bind(user_id)
    .execute(tx.connection())
    .await?;
    tx.commit().await
}

static WORD: Write = Write {
    name: "a word",
    columns: &[
        ("user_id", Column::Text),
        ("word", Column::Text),
        ("at_ms", Column::Whole),
        ("line_id", Column::Text),
    ],
    statement: "INSERT INTO search_words (user_id, word, at_ms, line_id) SELECT user_id, word, at_ms, line_id FROM rows",
};

static PLACE: Write = Write {
    name: "the place",
    columns: &[
        ("user_id", Column::Text),
        ("was_ms", Column::Whole),
        ("was_id", Column::Text),
        ("until_ms", Column::Whole),
        ("until_id", Column::Text),
    ],
    statement: "UPDATE searched_people SET until_ms = rows.until_ms, until_id = rows.until_id FROM rows \
        WHERE searched_people.user_id = rows.user_id AND searched_people.until_ms = rows.was_ms AND searched_people.until_id = rows.was_id",
};

/// Indexes the entries of people who have searched long statements, those first who wait longest, until a time has passed.
/// Returns the number of entries.
///
/// # Errors
/// The database failed.
pub async fn index(app: &AppState, within: Duration) -> Result<u64, ApiError> {
    let begun = Instant::now();
    let before_ms = app.clock.now_ms() - SETTLING_MS;
    let people = sqlx::query(
        "SELECT user_id, until_ms, until_id FROM searched_people ORDER BY until_ms, user_id",
    )
    .fetch_all(&mut *app.db.read().await?)
    .await
    .map_err(DbError::from)?;
    let mut indexed = 0;
    for person in &people {
        let mut place = Place::read(person)?;
        while begun.elapsed() < within {
            let lines = place.advance(app, before_ms).await?;
            indexed += lines;
            if lines == 0 {
                break;
            }
        }
    }
    Ok(indexed)
}

/// The last indexed entry of a person.
struct Place {
    user_id: String,
    until_ms: i64,
    until_id: String,
}

impl Place {
    fn read(row: &AnyRow) -> Result<Self, DbError> {
        Ok(Self {
            user_id: row.try_get("user_id")?,
            until_ms: row.try_get("until_ms")?,
            until_id: row.try_get("until_id")?,
        })
    }

    /// Indexes a portion of the next entries; returns their number.
    async fn advance(&mut self, app: &AppState, before_ms: i64) -> Result<u64, DbError> {
        let lines = sqlx::query(
            "SELECT id, created_at_ms, status, currency, reference, gross_minor, net_minor, description, counterparty_name, \
             COALESCE(counterparty_account_number, counterparty_wallet_number) AS number, comment FROM wallet_transactions \
             WHERE user_id = $1 AND created_at_ms >= $2 AND (created_at_ms > $2 OR id > $3) AND created_at_ms < $4 \
             ORDER BY created_at_ms, id LIMIT $5",
        )
        .bind(self.user_id.as_str())
        .bind(self.until_ms)
        .bind(self.until_id.as_str())
        .bind(before_ms)
        .bind(PORTION)
        .fetch_all(&mut *app.db.read().await?)
        .await?;
        let mut writes = Writes::default();
        let mut last = None;
        for line in &lines {
            // Its comment may change.
            if line.try_get::<String, _>("status")? == Status::Processing.as_str() {
                break;
            }
            let (id, at_ms): (String, i64) = (line.try_get("id")?, line.try_get("created_at_ms")?);
            for word in words_of(line)? {
                let row =
                    json!({ "user_id": self.user_id, "word": word, "at_ms": at_ms, "line_id": id });
                writes.add(&WORD, row);
            }
            last = Some((at_ms, id, last.map_or(1, |(_, _, number)| number + 1)));
        }
        let Some((until_ms, until_id, number)) = last else {
            return Ok(0);
        };
        let row = json!({
            "user_id": self.user_id, "was_ms": self.until_ms, "was_id": self.until_id,
            "until_ms": until_ms, "until_id": until_id,
        });
        writes.add(&PLACE, row);
        match writes.run(&app.db).await {
            Ok(()) => {
                (self.until_ms, self.until_id) = (until_ms, until_id);
                Ok(number)
            }
            // Another server has indexed them.
            Err(Refused::Stale(_)) => Ok(0),
            Err(Refused::Failed(error)) => Err(error),
        }
    }
}

/// The words of an entry, with its amounts as they are searched for.
fn words_of(line: &AnyRow) -> Result<BTreeSet<String>, DbError> {
    let mut found = BTreeSet::new();
    for column in [
        "reference",
        "description",
        "counterparty_name",
        "number",
        "comment",
    ] {
        let text: Option<String> = line.try_get(column)?;
        found.extend(words(text.as_deref().unwrap_or_default()));
    }
    let currency = ground::db::columns::currency(line)?;
    for column in ["gross_minor", "net_minor"] {
        if let Some(amount) = Amount::from_minor(line.try_get(column)?, currency) {
            found.insert(amount.text());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beginnings(text: &str, amount: &str) -> Option<Vec<String>> {
        let (text, amount) = (text.to_owned(), amount.to_owned());
        Search { text, amount }.beginnings()
    }

    #[test]
    fn a_text_is_found_by_its_longest_word_that_begins_where_one_begins() {
        let found = |words: &[&str]| {
            Some(
                words
                    .iter()
                    .map(|word| (*word).to_owned())
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(beginnings("adaobi", "adaobi"), found(&["adaobi"]));
        assert_eq!(
            beginnings("ngozi okafor", "ngozi okafor"),
            found(&["okafor"])
        );
        assert_eq!(beginnings("lunch 17", "lunch 17"), found(&["lunch"]));
        assert_eq!(beginnings("1,500", "1500"), found(&["500", "1500"]));
        assert_eq!(beginnings("7.5", "7.5"), found(&["7.5"]));
        assert_eq!(beginnings("%%%", "%%%"), None);
        for kind in ["transfer", "success", "ngn", "debit", "fun"] {
            assert_eq!(beginnings(kind, kind), None, "{kind}");
        }
    }
}
