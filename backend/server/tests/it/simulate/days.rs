//! The daily job, which is interrupted and resumes.

use super::Simulation;
use plans::days;

/// The lease of a day by a crashed server.
const HOLD_SECONDS: i64 = 61;

impl Simulation<'_> {
    /// Runs the daily job. Occasionally the server crashes in the middle of a member's part, and another one continues.
    pub(super) async fn job(&mut self) {
        if self.dice.chance(150) {
            let lives = self.dice.below(6);
            let app = self.world.app.clone();
            let mut paused = self.world.app.pause.next();
            let mut running = tokio::spawn(async move { days::run(&app).await.map(|_| ()) });
            let mut is_dead = false;
            for member in 0..=lives {
                tokio::select! {
                    ended = &mut running => {
                        ended.unwrap().unwrap();
                        break;
                    }
                    () = paused.reached() => {
                        if member == lives {
                            running.abort();
                            is_dead = running.await.is_err();
                            self.count.crashes += 1;
                            break;
                        }
                        let next = self.world.app.pause.next();
                        std::mem::replace(&mut paused, next).go();
                    }
                }
            }
            drop(paused);
            if is_dead {
                self.note("the job is cut off");
                self.world.advance_seconds(HOLD_SECONDS);
            }
        }
        let done = days::run(&self.world.app).await.unwrap();
        if done.failed > 0 {
            self.fail("a member's day failed");
        }
        let again = days::run(&self.world.app).await.unwrap();
        if again.members > 0 {
            self.fail("a day was done twice");
        }
        self.count.collected_days += done.members;
    }
}
