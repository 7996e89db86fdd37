//! The transfers that a check reads.

use ground::clock::lagos_day;

/// The transfers that a check covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    Whole,
    /// Those that were settled since the beginning of a Lagos day, and those that are not settled. All days before it are
    /// closed.
    Since(i64),
}

impl Scope {
    /// The SQL of a query, in which tables are joined to transfers, and results grouped, by `t.id || ''`, so that SQLite begins
    /// with the covered transfers.
    /// `{transfers}` becomes the covered transfers; `{since c}` the condition that a time is covered,
    /// `{moved c}` that an account was changed by a covered transfer, `{before c}` the balance of an account before them.
    pub fn statement(self, template: &str) -> String {
        let moved = "IN (SELECT e.account_id FROM {transfers} t JOIN ledger_entries e ON e.transfer_id = t.id || '')";
        let narrowed = self.condition(template, "moved", &["{} ", moved].concat());
        let (since, transfers, before) = match self {
            Self::Whole => (String::new(), "ledger_transfers".to_owned(), "0".to_owned()),
            Self::Since(since_ms) => {
                let last_day = lagos_day(since_ms) - 1;
                (
                    format!("{{}} >= {since_ms}"),
                    format!(
                        "(SELECT * FROM ledger_transfers WHERE settled_at_ms >= {since_ms} OR settled_at_ms IS NULL)"
                    ),
                    [
                        "COALESCE((SELECT b.settled_minor FROM closed_balances b WHERE b.account_id = {} AND b.day <= ",
                        &last_day.to_string(),
                        " ORDER BY b.day DESC LIMIT 1), 0)",
                    ]
                    .concat(),
                )
            }
        };
        let narrowed = self.condition(&narrowed, "since", &since);
        replace(&narrowed, "before", &before).replace("{transfers}", &transfers)
    }

    /// A query with each `{name c}` as a condition on `c`, written `{}` in it; true for [`Scope::Whole`].
    pub fn condition(self, template: &str, name: &str, condition: &str) -> String {
        match self {
            Self::Whole => replace(template, name, "1 = 1"),
            Self::Since(_) => replace(template, name, condition),
        }
    }
}

fn replace(template: &str, name: &str, by: &str) -> String {
    let opening = ["{", name, " "].concat();
    let mut parts = template.split(&opening);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (argument, rest) = part.split_once('}').unwrap_or((part, ""));
        text.push_str(&by.replace("{}", argument));
        text.push_str(rest);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_narrowed_to_a_scope() {
        let template = "SELECT a.id FROM {transfers} t, a WHERE {since t.at_ms} AND {moved a.id} AND a.n = {before a.id}";
        assert_eq!(
            Scope::Whole.statement(template),
            "SELECT a.id FROM ledger_transfers t, a WHERE 1 = 1 AND 1 = 1 AND a.n = 0"
        );
        let day = Scope::Since(82_800_000).statement(template);
        for part in [
            "WHERE t.at_ms >= 82800000 AND a.id IN (SELECT e.account_id FROM (SELECT * FROM ledger_transfers WHERE",
            "b.account_id = a.id AND b.day <= 0 ",
        ] {
            assert!(day.contains(part), "{day}");
        }
        assert!(!day.contains(['{', '}']), "{day}");
    }
}
