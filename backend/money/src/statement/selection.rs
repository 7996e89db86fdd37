//! Entries selected by a filter: pages, numbers and totals.
//!
//! Numbers and totals come from the rows of `day_sums`, a few a day, which triggers keep. So does the place of a page:
//! the days say which of them it begins on, and only its own entries are read, however many there are before it.

use super::store::read;
use super::{Direction, TransactionRow};
use domain_core::money::{Amount, Currency};
use domain_core::payment::Category;
use ground::clock::{lagos_day, lagos_day_begins_ms};
use ground::db::{DbError, columns};
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::error::BoxDynError;
use sqlx::{Any, AnyConnection, Arguments, AssertSqlSafe, Encode, Row, Type};

/// The most ranges of days that are read one by one for a page.
const MOST_RANGES: usize = 50;

/// A filter of entries. `None` matches all.
#[derive(Debug, Clone)]
pub struct Selection {
    pub user_id: String,
    pub from_ms: i64,
    /// Exclusive.
    pub to_ms: i64,
    pub category: Option<String>,
    /// `CREDIT` or `DEBIT`.
    pub direction: Option<String>,
    pub status: Option<String>,
    pub currency: Option<String>,
    /// Debits of these categories only.
    pub debits_of: Option<Vec<Category>>,
    pub search: Option<Search>,
}

/// A text to search for, lower case.
#[derive(Debug, Clone)]
pub struct Search {
    pub text: String,
    /// For amounts: without separators.
    pub amount: String,
}

/// Entries of one page, newest first, and the number of all.
#[derive(Debug, Clone)]
pub struct Selected {
    pub total: i64,
    pub rows: Vec<TransactionRow>,
    /// Whether a search did not read all entries one by one.
    pub is_long: bool,
}

/// The total of a day's entries of a currency and direction.
#[derive(Debug, Clone, Copy)]
pub struct DaySum {
    /// The Lagos day, in days since 1970-01-01.
    pub day: i64,
    pub currency: Currency,
    pub direction: Direction,
    pub net: Amount,
}

/// The total of a category's entries of a currency and direction.
#[derive(Debug, Clone, Copy)]
pub struct CategorySum {
    pub currency: Currency,
    pub category: Category,
    pub direction: Direction,
    pub net: Amount,
}

/// An SQL expression for an amount as decimal text: `1500.00`.
macro_rules! amount_text {
    ($minor:literal, $unit:literal) => {
        concat!(
            "CAST(",
            $minor,
            " / ",
            $unit,
            " AS TEXT) || '.' || SUBSTR(CAST(",
            $unit,
            " + ",
            $minor,
            " % ",
            $unit,
            " AS TEXT), 2)"
        )
    };
    ($minor:literal) => {
        concat!(
            "CASE WHEN currency IN ('BTC', 'ETH') THEN ",
            amount_text!($minor, "100000000"),
            " WHEN currency = 'USDT' THEN ",
            amount_text!($minor, "1000000"),
            " ELSE ",
            amount_text!($minor, "100"),
            " END"
        )
    };
}

/// The text condition. Until the server responds, the web app filters the loaded rows by the same texts (`textsOf`).
const CONTAINS_TEXT: &str = " AND (LOWER(reference) LIKE $ ESCAPE '\\' \
     OR LOWER(description) LIKE $ ESCAPE '\\' OR category LIKE $ ESCAPE '\\' OR LOWER(kind) LIKE $ ESCAPE '\\' \
     OR LOWER(status) LIKE $ ESCAPE '\\' OR LOWER(COALESCE(counterparty_name, '')) LIKE $ ESCAPE '\\' \
     OR COALESCE(counterparty_account_number, counterparty_wallet_number, '') LIKE $ ESCAPE '\\' \
     OR LOWER(COALESCE(comment, '')) LIKE $ ESCAPE '\\' OR LOWER(currency) LIKE $ ESCAPE '\\'";
const CONTAINS_AMOUNT: &str = concat!(
    " OR ",
    amount_text!("gross_minor"),
    " LIKE $ ESCAPE '\\' OR ",
    amount_text!("net_minor"),
    " LIKE $ ESCAPE '\\')"
);

/// A statement that is put together from parts.
pub(super) struct Statement {
    text: String,
    arguments: AnyArguments,
    failure: Option<BoxDynError>,
}

impl Statement {
    pub(super) fn new(text: &'static str) -> Self {
        Self {
            text: text.to_owned(),
            arguments: AnyArguments::default(),
            failure: None,
        }
    }

    /// Adds a part, each of whose `$` stands for the same value.
    pub(super) fn and<'v>(
        mut self,
        part: &'static str,
        value: impl Encode<'v, Any> + Type<Any>,
    ) -> Self {
        if let Err(failure) = self.arguments.add(value) {
            self.failure.get_or_insert(failure);
        }
        let number = format!("${}", self.arguments.len());
        self.text.push_str(&part.replace('$', &number));
        self
    }

    pub(super) fn then(mut self, part: &'static str) -> Self {
        self.text.push_str(part);
        self
    }

    pub(super) async fn rows(self, connection: &mut AnyConnection) -> Result<Vec<AnyRow>, DbError> {
        if let Some(failure) = self.failure {
            return Err(DbError::Fault(sqlx::Error::Encode(failure)));
        }
        // Composed of `&'static str` and numbers only.
        let query = sqlx::query_with(AssertSqlSafe(self.text), self.arguments);
        Ok(query.fetch_all(connection).await?)
    }
}

impl Selection {
    /// Adds the conditions on columns that entries and the sums of days have in common.
    fn kinds(&self, statement: Statement) -> Statement {
        let mut statement = statement;
        for (part, value) in [
            (" AND category = $", &self.category),
            (" AND kind = $", &self.direction),
            (" AND status = $", &self.status),
            (" AND currency = $", &self.currency),
        ] {
            if let Some(value) = value {
                statement = statement.and(part, value.as_str());
            }
        }
        if let Some(categories) = &self.debits_of {
            statement = statement.then(" AND kind = 'DEBIT' AND category IN (''");
            for category in categories {
                statement = statement.and(", $", category.as_str());
            }
            statement = statement.then(")");
        }
        statement
    }

    /// A statement about the entries of a period.
    fn entries(&self, begin: &'static str, period: (i64, i64)) -> Statement {
        let statement = Statement::new(begin).and(" WHERE user_id = $", self.user_id.as_str());
        self.conditions(statement, period)
    }

    /// Adds the conditions on entries of a period.
    pub(super) fn conditions(&self, begin: Statement, (from_ms, to_ms): (i64, i64)) -> Statement {
        let statement = begin
            .and(" AND created_at_ms >= $", from_ms)
            .and(" AND created_at_ms < $", to_ms);
        let statement = self.kinds(statement);
        match &self.search {
            None => statement,
            Some(search) => statement
                .and(CONTAINS_TEXT, pattern(&search.text))
                .and(CONTAINS_AMOUNT, pattern(&search.amount)),
        }
    }

    /// A statement about the sums of days in a period.
    fn days(&self, begin: &'static str, (from_ms, to_ms): (i64, i64)) -> Statement {
        let statement = Statement::new(begin)
            .and(" WHERE entries > 0 AND user_id = $", self.user_id.as_str())
            .and(" AND day >= $", lagos_day(from_ms))
            .and(" AND day <= $", lagos_day(to_ms.saturating_sub(1)));
        self.kinds(statement)
    }

    const fn period(&self) -> (i64, i64) {
        (self.from_ms, self.to_ms)
    }

    /// Whether the sums of days answer for the period: a text is not searched for, and it consists of whole days.
    fn is_of_days(&self) -> bool {
        let is_midnight = |at_ms: i64| at_ms == lagos_day_begins_ms(lagos_day(at_ms));
        let is_edge = |at_ms: i64| matches!(at_ms, i64::MIN | i64::MAX) || is_midnight(at_ms);
        self.search.is_none() && is_edge(self.from_ms) && is_edge(self.to_ms)
    }
}

/// The entries of a page that contain a text, newest first, and the number of all, from the statement itself.
pub(super) async fn read_through(
    connection: &mut AnyConnection,
    selection: &Selection,
    (limit, skip): (i64, i64),
) -> Result<Selected, DbError> {
    let found = selection.entries(
        "SELECT COUNT(*) AS total FROM wallet_transactions",
        selection.period(),
    );
    let found = found.rows(connection).await?;
    let total = found.first().map_or(Ok(0), |row| row.try_get("total"))?;
    let rows = range(connection, selection, selection.period(), limit, skip).await?;
    Ok(Selected {
        total,
        rows,
        is_long: false,
    })
}

/// The entries of a page, newest first, and the number of all, by the sums of days.
pub(super) async fn page(
    connection: &mut AnyConnection,
    selection: &Selection,
    (limit, skip): (i64, i64),
) -> Result<Selected, DbError> {
    let days = numbers(connection, selection).await?;
    let total = days.iter().map(|(_, entries)| entries).sum();
    let (ranges, mut skip) = ranges(&days, limit, skip);
    let mut rows = Vec::new();
    for (from_day, to_day) in ranges {
        let period = (
            lagos_day_begins_ms(from_day).max(selection.from_ms),
            lagos_day_begins_ms(to_day + 1).min(selection.to_ms),
        );
        let left = limit - i64::try_from(rows.len()).unwrap_or(limit);
        rows.extend(range(connection, selection, period, left, skip).await?);
        skip = 0;
    }
    Ok(Selected {
        total,
        rows,
        is_long: false,
    })
}

/// The number of a selection's entries on each day that has any, latest day first.
async fn numbers(
    connection: &mut AnyConnection,
    selection: &Selection,
) -> Result<Vec<(i64, i64)>, DbError> {
    let counted = selection
        .days(
            "SELECT day, CAST(SUM(entries) AS BIGINT) AS entries FROM day_sums",
            selection.period(),
        )
        .then(" GROUP BY day ORDER BY day DESC");
    let rows = counted.rows(connection).await?;
    let mut days = Vec::with_capacity(rows.len());
    for row in &rows {
        let (day, entries): (i64, i64) = (row.try_get("day")?, row.try_get("entries")?);
        // Of the first and the last day, only a part may belong to the period.
        let of_day = (lagos_day_begins_ms(day), lagos_day_begins_ms(day + 1));
        let is_whole = of_day.0 >= selection.from_ms && of_day.1 <= selection.to_ms;
        if is_whole {
            days.push((day, entries));
            continue;
        }
        let part = (
            of_day.0.max(selection.from_ms),
            of_day.1.min(selection.to_ms),
        );
        let counted =
            selection.entries("SELECT COUNT(*) AS entries FROM wallet_transactions", part);
        let counted = counted.rows(connection).await?;
        let entries: i64 = counted
            .first()
            .map_or(Ok(0), |row| row.try_get("entries"))?;
        if entries > 0 {
            days.push((day, entries));
        }
    }
    Ok(days)
}

/// The ranges of days, latest first, that hold the entries of a page, and how many entries of the first range come
/// before it.
fn ranges(days: &[(i64, i64)], limit: i64, skip: i64) -> (Vec<(i64, i64)>, i64) {
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    let (mut before, mut wanted) = (skip, limit);
    for &(day, entries) in days {
        if ranges.is_empty() && before >= entries {
            before -= entries;
            continue;
        }
        if wanted <= 0 {
            break;
        }
        wanted -= match ranges.is_empty() {
            true => entries - before,
            false => entries,
        };
        let is_full = ranges.len() == MOST_RANGES;
        match ranges.last_mut() {
            Some((from_day, _)) if is_full || *from_day == day + 1 => {
                *from_day = day;
            }
            _ => ranges.push((day, day)),
        }
    }
    (ranges, before)
}

/// Entries of a period, newest first.
async fn range(
    connection: &mut AnyConnection,
    selection: &Selection,
    period: (i64, i64),
    limit: i64,
    skip: i64,
) -> Result<Vec<TransactionRow>, DbError> {
    let rows = selection
        .conditions(
            read_all().and(" WHERE user_id = $", selection.user_id.as_str()),
            period,
        )
        .and(" ORDER BY created_at_ms DESC, id DESC LIMIT $", limit)
        .and(" OFFSET $", skip)
        .rows(connection)
        .await?;
    rows.iter().map(read).collect()
}

/// The beginning of a statement that returns entries.
pub(super) fn read_all() -> Statement {
    Statement::new(
        "SELECT id, user_id, reference, ledger_transfer_id, category, kind, status, currency, gross_minor, charge_minor, \
         net_minor, description, counterparty_name, counterparty_account_number, counterparty_bank_name, \
         counterparty_wallet_number, payee, comment, token, units, owes_token, created_at_ms FROM wallet_transactions",
    )
}

/// A text as a LIKE pattern, wildcards escaped.
pub fn pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// The totals of each Lagos day, latest first. Failed entries do not count.
///
/// # Errors
/// The database failed.
pub async fn day_sums(
    connection: &mut AnyConnection,
    selection: &Selection,
) -> Result<Vec<DaySum>, DbError> {
    let period = selection.period();
    let summed = match selection.is_of_days() {
        true => selection.days(
            "SELECT currency, kind, day, CAST(SUM(net_minor) AS BIGINT) AS net_minor FROM day_sums",
            period,
        ),
        false => selection.entries(
            "SELECT currency, kind, (created_at_ms + 3600000) / 86400000 AS day, CAST(SUM(net_minor) AS BIGINT) AS net_minor FROM wallet_transactions",
            period,
        ),
    };
    let end =
        " AND status <> 'FAILED' GROUP BY currency, kind, day ORDER BY day DESC, currency, kind";
    let rows = summed.then(end).rows(connection).await?;
    let sum = |row: &AnyRow| {
        let currency = columns::currency(row)?;
        let kind: String = row.try_get("kind")?;
        Ok(DaySum {
            day: row.try_get("day")?,
            currency,
            direction: Direction::named(&kind).ok_or_else(|| columns::corrupt("kind"))?,
            net: columns::amount(row, "net_minor", currency)?,
        })
    };
    rows.iter().map(sum).collect()
}

/// The totals of each category, by currency. Failed entries do not count.
///
/// # Errors
/// The database failed.
pub async fn category_sums(
    connection: &mut AnyConnection,
    selection: &Selection,
) -> Result<Vec<CategorySum>, DbError> {
    let period = selection.period();
    let summed = match selection.is_of_days() {
        true => selection.days(
            "SELECT currency, category, kind, CAST(SUM(net_minor) AS BIGINT) AS net_minor FROM day_sums",
            period,
        ),
        false => selection.entries(
            "SELECT currency, category, kind, CAST(SUM(net_minor) AS BIGINT) AS net_minor FROM wallet_transactions",
            period,
        ),
    };
    let end = " AND status <> 'FAILED' GROUP BY currency, category, kind ORDER BY currency, category, kind";
    let rows = summed.then(end).rows(connection).await?;
    let sum = |row: &AnyRow| {
        let currency = columns::currency(row)?;
        let (category, kind): (String, String) = (row.try_get("category")?, row.try_get("kind")?);
        Ok(CategorySum {
            currency,
            category: Category::named(&category).ok_or_else(|| columns::corrupt("category"))?,
            direction: Direction::named(&kind).ok_or_else(|| columns::corrupt("kind"))?,
            net: columns::amount(row, "net_minor", currency)?,
        })
    };
    rows.iter().map(sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_from_the_days_that_hold_it() {
        let days = [(9, 3), (8, 2), (5, 4), (1, 1)];
        assert_eq!(ranges(&days, 2, 0), (vec![(9, 9)], 0));
        assert_eq!(ranges(&days, 4, 1), (vec![(8, 9)], 1));
        assert_eq!(ranges(&days, 4, 3), (vec![(8, 8), (5, 5)], 0));
        assert_eq!(ranges(&days, 9, 6), (vec![(5, 5), (1, 1)], 1));
        assert_eq!(ranges(&days, 9, 10), (vec![], 0));
        assert_eq!(ranges(&[], 9, 0), (vec![], 0));
    }

    #[test]
    fn wildcards_in_a_search_are_escaped() {
        assert_eq!(pattern("100%_\\"), "%100\\%\\_\\\\%");
        assert_eq!(pattern("ọlá"), "%ọlá%");
    }

    #[test]
    fn pages_across_many_scattered_days_are_read_in_few_ranges() {
        let days: Vec<(i64, i64)> = (0..200).rev().map(|day| (day * 2, 1)).collect();
        let (ranges, _) = ranges(&days, 200, 0);
        assert_eq!(
            (ranges.len(), ranges.last()),
            (MOST_RANGES, Some(&(0, 300)))
        );
    }

    #[test]
    fn days_begin_at_midnight_in_lagos() {
        let one_before = lagos_day_begins_ms(20_000) - 1;
        assert_eq!(
            (lagos_day(one_before), lagos_day(one_before + 1)),
            (19_999, 20_000)
        );
        assert_eq!(lagos_day_begins_ms(20_000), one_before + 1);
    }
}
