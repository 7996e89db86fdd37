//! Invariants checked after each day.

use super::Simulation;
use money::ledger::Scope;
use sqlx::{AnyConnection, Row};
use std::collections::HashSet;

/// Statements that must find nothing after any daily job.
const PROOFS: [(&str, &str); 11] = [
    (
        "an instalment's amount paid differs from its payments",
        "SELECT i.id FROM plan_instalments i LEFT JOIN (SELECT instalment_id, SUM(amount_minor) AS total FROM plan_payments \
         GROUP BY instalment_id) p ON p.instalment_id = i.id WHERE i.paid_minor <> COALESCE(p.total, 0)",
    ),
    (
        "a payment differs from what its transfer moved into the pot",
        "SELECT p.id FROM plan_payments p LEFT JOIN ledger_entries e ON e.transfer_id = p.transfer_id AND e.account_id = p.member_id \
         JOIN plan_subscriptions s ON s.id = p.subscription_id AND s.kind = 'savings' AND s.pot_currency = s.currency \
         WHERE p.member_id IS NOT NULL AND p.amount_minor <> COALESCE(e.amount_minor, 0)",
    ),
    (
        "the pot of a member who is in a plan differs from what was paid",
        "SELECT m.id FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id AND s.kind = 'savings' AND s.pot_currency = s.currency \
         LEFT JOIN ledger_accounts a ON a.id = m.id LEFT JOIN (SELECT member_id, \
         SUM(paid_minor) AS total FROM plan_instalments GROUP BY member_id) i ON i.member_id = m.id \
         WHERE m.status IN ('ACTIVE', 'PENDING') AND COALESCE(a.settled_minor, 0) <> COALESCE(i.total, 0)",
    ),
    (
        "there is money in the pot of a member who has left",
        "SELECT m.id FROM plan_members m JOIN ledger_accounts a ON a.id = m.id \
         WHERE m.status NOT IN ('ACTIVE', 'PENDING') AND (a.settled_minor <> 0 OR a.reserved_minor <> 0)",
    ),
    (
        "an ended plan has a member who is in it",
        "SELECT m.id FROM plan_members m JOIN plan_subscriptions s ON s.id = m.subscription_id \
         WHERE m.status = 'ACTIVE' AND s.status IN ('COMPLETED', 'TERMINATED', 'DECLINED', 'CANCELLED')",
    ),
    (
        "the interest earned differs from what instalments were paid of it",
        "SELECT a.id FROM ledger_accounts a WHERE a.id = 'system:interest:NGN' AND a.settled_minor <> \
         (SELECT COALESCE(SUM(CASE WHEN i.paid_minor < i.interest_minor THEN i.paid_minor ELSE i.interest_minor END), 0) \
         FROM plan_instalments i WHERE i.charged_for IS NULL)",
    ),
    (
        "a user owes more than one person may",
        "SELECT s.created_by FROM plan_subscriptions s JOIN ledger_accounts a ON a.id = s.id AND a.purpose = 'loan' \
         GROUP BY s.created_by HAVING SUM(-a.settled_minor) > 50000000",
    ),
    (
        "more is lent than the brand lends",
        "SELECT lent.id FROM (SELECT 'lent' AS id, SUM(-settled_minor) AS total FROM ledger_accounts WHERE purpose = 'loan') lent \
         WHERE lent.total > 1000000000",
    ),
    (
        "late charges are above their ceiling",
        "SELECT m.subscription_id FROM plan_instalments i JOIN plan_members m ON m.id = i.member_id \
         JOIN plan_subscriptions s ON s.id = m.subscription_id WHERE i.charged_for IS NOT NULL \
         GROUP BY m.subscription_id, s.amount_minor HAVING SUM(i.amount_minor) * 10 > s.amount_minor",
    ),
    (
        "somebody was told in the inbox of a plan that is not theirs",
        "SELECT n.id FROM notices n WHERE (n.link LIKE '/my-savings?id=%' OR n.link LIKE '/my-loans?id=%') AND NOT EXISTS \
         (SELECT 1 FROM plan_members m WHERE m.user_id = n.user_id AND n.link LIKE '%' || m.subscription_id)",
    ),
    (
        "the same was told twice in the inbox at one instant",
        "SELECT MAX(id) FROM notices GROUP BY user_id, title, body, link, created_at_ms HAVING COUNT(*) > 1",
    ),
];

impl Simulation<'_> {
    /// Checks that the job collects an instalment with a single payment on its due date.
    pub(super) async fn check_collected_once(&self, since_ms: i64) {
        let mut connection = self.world.app.db.read().await.unwrap();
        let rows = sqlx::query(
            "SELECT p.instalment_id, p.transfer_id FROM plan_payments p JOIN ledger_transfers t ON t.id = p.transfer_id \
             WHERE p.paid_at_ms >= $1 AND p.instalment_id IS NOT NULL AND t.linked_to IS NULL",
        )
        .bind(since_ms)
        .fetch_all(&mut *connection)
        .await
        .unwrap();
        let mut collected = HashSet::new();
        for row in rows {
            let (instalment, transfer): (String, String) = (row.get(0), row.get(1));
            if !self.own.contains(&transfer) && !collected.insert(instalment.clone()) {
                self.fail(&format!("{instalment} was collected twice on one day"));
            }
        }
    }

    pub(super) async fn check(&self) {
        let mut connection = self.world.app.db.read().await.unwrap();
        let found = backend::reconciliation::check(&mut connection, Scope::Whole)
            .await
            .unwrap();
        if !found.is_empty() {
            self.fail(&format!("{found:?}"));
        }
        for (what, statement) in PROOFS {
            if let Some(id) = first(&mut connection, statement).await {
                self.fail(&format!("{what}: {id}"));
            }
        }
    }
}

async fn first(connection: &mut AnyConnection, statement: &'static str) -> Option<String> {
    let row = sqlx::query(statement)
        .fetch_optional(connection)
        .await
        .unwrap();
    row.map(|row| row.get(0))
}
