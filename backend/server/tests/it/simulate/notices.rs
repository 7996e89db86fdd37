//! Push messages to the users' browsers.

use super::Simulation;
use crate::push::subscribe;
use service::push::delivery::send_due;
use sqlx::Row;

impl Simulation<'_> {
    /// Subscribes a browser to push messages.
    pub(super) async fn allow_notices(&mut self, who: usize) {
        let browser = format!("simulated-{who}");
        subscribe(&mut self.people[who].caller, &browser).await;
    }

    /// Sends due messages. No user gets the same notice twice in a day.
    pub(super) async fn check_notices(&mut self, since_ms: i64) {
        while send_due(&self.world.app).await.unwrap() > 0 {}
        let mut connection = self.world.app.db.read().await.unwrap();
        let twice = sqlx::query(
            "SELECT endpoint, payload FROM sandbox_pushes WHERE sent_at_ms >= $1 GROUP BY endpoint, payload HAVING COUNT(*) > 1",
        )
        .bind(since_ms)
        .fetch_optional(&mut *connection)
        .await
        .unwrap();
        if let Some(row) = twice {
            let (endpoint, payload): (String, String) = (row.get(0), row.get(1));
            self.fail(&format!("{endpoint} was told twice: {payload}"));
        }
        let told = sqlx::query("SELECT COUNT(*) FROM sandbox_pushes");
        let told: i64 = told.fetch_one(&mut *connection).await.unwrap().get(0);
        drop(connection);
        self.count.told = told.unsigned_abs();
    }
}
