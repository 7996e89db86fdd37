//! Direct debits of the daily job.

use super::Simulation;
use sqlx::Row;

impl Simulation<'_> {
    /// Checks that exactly the bank's payments have been credited, and nothing is left open.
    pub(super) async fn check_debits(&mut self) {
        let mut connection = self.world.app.db.read().await.unwrap();
        let row = sqlx::query(
            "SELECT (SELECT COUNT(*) FROM direct_debits WHERE state = 'open'), (SELECT COUNT(*) FROM direct_debits WHERE state = 'paid'), \
             (SELECT COALESCE(SUM(amount_minor), 0) FROM sandbox_debits WHERE status = 'paid'), \
             (SELECT COALESCE(SUM(e.amount_minor), 0) FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id \
             WHERE t.kind = 'direct_debit' AND e.amount_minor > 0)",
        )
        .fetch_one(&mut *connection)
        .await
        .unwrap();
        drop(connection);
        let (open, paid): (i64, i64) = (row.get(0), row.get(1));
        let (at_bank, arrived): (i64, i64) = (row.get(2), row.get(3));
        if open > 0 || at_bank != arrived {
            self.fail(&format!(
                "{open} debits are open, {at_bank} were paid and {arrived} have arrived"
            ));
        }
        self.count.debited = paid.unsigned_abs();
    }
}
