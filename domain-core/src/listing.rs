//! Pagination of lists.

use crate::shape::{choice, input, output};

/// The maximum page size, as offered by the larger table.
pub const MOST_ROWS: i64 = 50;

/// The number of pages offered on each side of the current one. (Document 1, section 9.)
const BESIDE: i64 = 2;

choice! {
    /// The two tables of document 1, section 9.
    pub enum Table {
        /// A full page.
        Page = "page",
        /// A part of a page or sheet.
        Part = "part",
    }
}

input! {
    /// A page of a list.
    pub struct ListInput {
        /// The kind of table, which decides the page sizes on offer.
        table: Table,
        /// The requested page, from 1.
        page: i64,
        /// The chosen page size; null: the table's default.
        per_page: Option<i64>,
        /// The total number of rows.
        total: i64,
    }
}

output! {
    /// The pagination of a list.
    pub struct Listing {
        /// The page sizes to choose from; empty if all rows fit on the smallest page.
        sizes: Vec<i64>,
        /// The number of rows per page: the chosen size, or the table's default.
        per_page: i64,
        /// The current page, at most the last one.
        page: i64,
        /// The number of the last page; at least 1.
        last_page: i64,
        /// The page numbers to choose from.
        pages: Vec<i64>,
        /// The summary of the shown rows; null if all are on one page.
        entries: Option<String>,
    }
}

impl Table {
    const fn sizes(self) -> [i64; 5] {
        match self {
            Self::Page => [10, 20, 30, 40, MOST_ROWS],
            Self::Part => [5, 10, 15, 20, 25],
        }
    }
}

/// The page size, limited to one to fifty.
pub fn rows(asked: i64) -> i64 {
    asked.clamp(1, MOST_ROWS)
}

/// The number of pages; at least one.
pub fn last_page(total: i64, rows: i64) -> i64 {
    let rows = rows.max(1);
    let whole = total.max(0).checked_div(rows).unwrap_or(0);
    let rest = i64::from(whole.saturating_mul(rows) < total);
    whole.saturating_add(rest).max(1)
}

/// Page sizes, page numbers and summary line. An unknown size becomes the table's default, and a page beyond the last
/// becomes the last. A single page has no summary: its rows are in view. Source: document 1, section 9.
pub fn listing(input: &ListInput) -> Listing {
    let sizes = input.table.sizes();
    let [first, ..] = sizes;
    let asked = input.per_page.filter(|asked| sizes.contains(asked));
    let per_page = asked.unwrap_or(first);
    let last_page = last_page(input.total, per_page);
    let page = input.page.clamp(1, last_page);
    let before = page.saturating_sub(1).saturating_mul(per_page);
    let start = before.saturating_add(1).to_string();
    let end = before.saturating_add(per_page).min(input.total).to_string();
    let total = input.total.to_string();
    let (intro, of, all) = match input.table {
        Table::Page => ("", "", ""),
        Table::Part => ("Showing ", " of ", total.as_str()),
    };
    let entries = [intro, &start, " to ", &end, of, all, " entries"].concat();
    let from = page.saturating_sub(BESIDE).max(1);
    let to = page.saturating_add(BESIDE).min(last_page);
    let offered = input.total > first;
    Listing {
        sizes: if offered { sizes.to_vec() } else { Vec::new() },
        per_page,
        page,
        last_page,
        pages: (from..=to).collect(),
        entries: (last_page > 1).then_some(entries),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(table: Table, page: i64, per_page: Option<i64>, total: i64) -> Listing {
        listing(&ListInput {
            table,
            page,
            per_page,
            total,
        })
    }

    #[test]
    fn tables_default_to_ten_and_five_rows() {
        let page = at(Table::Page, 1, None, 43);
        assert_eq!((page.per_page, page.last_page), (10, 5));
        assert_eq!(page.entries.as_deref(), Some("1 to 10 entries"));
        let part = at(Table::Part, 2, None, 7);
        assert_eq!((part.per_page, part.last_page), (5, 2));
        assert_eq!(part.entries.as_deref(), Some("Showing 6 to 7 of 7 entries"));
    }

    #[test]
    fn two_pages_on_each_side_are_offered() {
        for (page, pages) in [
            (1, vec![1, 2, 3]),
            (5, vec![3, 4, 5, 6, 7]),
            (9, vec![7, 8, 9]),
        ] {
            assert_eq!(at(Table::Page, page, None, 90).pages, pages, "{page}");
        }
    }

    #[test]
    fn requests_are_bounded() {
        for (page, per_page, total, expected) in [
            (9, Some(20), 41, (3, 20)),
            (0, Some(7), 41, (1, 10)),
            (i64::MIN, Some(i64::MAX), 0, (1, 10)),
            (i64::MAX, None, i64::MAX, (922_337_203_685_477_581, 10)),
        ] {
            let found = at(Table::Page, page, per_page, total);
            assert_eq!((found.page, found.per_page), expected);
        }
        for total in [0, 1, 10] {
            assert_eq!(at(Table::Page, 1, None, total).entries, None);
        }
        assert_eq!([rows(0), rows(7), rows(51)], [1, 7, 50]);
        assert_eq!(
            [last_page(0, 5), last_page(5, 5), last_page(6, 5)],
            [1, 1, 2]
        );
    }
}
