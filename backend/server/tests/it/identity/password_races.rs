//! Concurrent password changes: a comparison counts only while the password is unchanged.

use crate::support::{Answer, Caller, PASSWORD, World, fresh_email};
use serde_json::{Value, json};
use tokio::task::JoinHandle;

const OWNERS: &str = "Harbour4!Tide";
const THIEFS: &str = "Evening4!Star";

fn change(new: &str) -> Value {
    json!({ "old_password": PASSWORD, "new_password": new, "confirm": new })
}

async fn login(world: &World, email: &str, password: &str) -> (Caller, Answer) {
    let mut caller = world.caller();
    let form = json!({ "email": email, "password": password });
    let answer = caller.post("/auth/login", form).await;
    (caller, answer)
}

/// A password change, paused after the old password was verified.
async fn stopped(world: &World, thief: &Caller) -> (ground::pause::Paused, JoinHandle<Answer>) {
    let mut paused = world.app.hasher.pause.next();
    let mut thief = thief.clone();
    let call =
        tokio::spawn(async move { thief.post("/user/change-password", change(THIEFS)).await });
    paused.reached().await;
    (paused, call)
}

async fn code_to_reset(world: &World, email: &str) -> Value {
    let forgotten = json!({ "email": email });
    let answer = world.caller().post("/forgot/password", forgotten).await;
    answer.expect(200);
    let code = world.code_for(email).await;
    json!({ "email": email, "code": code, "password": OWNERS })
}

on_both! {
    async fn a_password_reset_wins_over_a_change_in_progress(world: World) {
        let email = fresh_email();
        let thief = world.member(&email).await;
        let (paused, call) = stopped(world, &thief).await;
        let reset = code_to_reset(world, &email).await;
        world.caller().post("/reset/password", reset).await.expect(200);
        paused.go();
        call.await.unwrap().refuses(401, "unauthenticated");
        login(world, &email, THIEFS).await.1.breaks(&[("email", "mismatch")]);
        login(world, &email, OWNERS).await.1.expect(200);
    }

    async fn concurrent_password_changes_apply_once(world: World) {
        let email = fresh_email();
        let first = world.member(&email).await;
        // In the same session, which survives the change, and in another, which does not.
        let (mut second, _) = login(world, &email, PASSWORD).await;
        let (paused, call) = stopped(world, &first).await;
        first.clone().post("/user/change-password", change(OWNERS)).await.expect(200);
        paused.go();
        call.await.unwrap().breaks(&[("old_password", "mismatch")]);
        second.get("/auth/me").await.refuses(401, "unauthenticated");
        login(world, &email, OWNERS).await.1.expect(200);

        let email = fresh_email();
        let first = world.member(&email).await;
        let (mut second, _) = login(world, &email, PASSWORD).await;
        let (paused, call) = stopped(world, &first).await;
        second.post("/user/change-password", change(OWNERS)).await.expect(200);
        paused.go();
        call.await.unwrap().refuses(401, "unauthenticated");
        login(world, &email, OWNERS).await.1.expect(200);
    }

    async fn a_session_ended_meanwhile_changes_no_password(world: World) {
        let email = fresh_email();
        let thief = world.member(&email).await;
        let (paused, call) = stopped(world, &thief).await;
        thief.clone().post("/auth/logout", json!({})).await.expect(200);
        paused.go();
        call.await.unwrap().refuses(401, "unauthenticated");
        login(world, &email, PASSWORD).await.1.expect(200);
    }

    async fn a_thief_repeatedly_changing_the_password_loses_to_a_reset(world: World) {
        for _ in 0..5 {
            let email = fresh_email();
            let thief = world.member(&email).await;
            let reset = code_to_reset(world, &email).await;
            let mut owner = world.caller();
            let mut thieves = [thief.clone(), thief.clone(), thief];
            let [one, two, three] = &mut thieves;
            let (answer, ..) = tokio::join!(
                owner.post("/reset/password", reset),
                one.post("/user/change-password", change(THIEFS)),
                two.post("/user/change-password", change(THIEFS)),
                three.post("/user/change-password", change(THIEFS)),
            );
            // If the change came first, the code is invalid; then nothing was promised.
            if answer.status == 200 {
                login(world, &email, OWNERS).await.1.expect(200);
                login(world, &email, THIEFS).await.1.breaks(&[("email", "mismatch")]);
            } else {
                answer.breaks(&[("code", "mismatch")]);
            }
        }
    }
}
