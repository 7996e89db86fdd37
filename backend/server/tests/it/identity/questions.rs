//! Questionnaires and security questions: answers are private and replaceable.

use crate::support::{World, fresh_email};
use serde_json::json;
use sqlx::Row;

on_one! {
    async fn answers_are_saved_individually_and_yield_a_band(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let me = ada.get("/auth/me").await.data()["id"].as_str().unwrap().to_owned();
        let questions = ada.get("/questions?type=onboarding").await.expect(200).data().as_array().unwrap().clone();
        assert_eq!(questions.len(), 6);
        assert!(questions[0]["answers"].as_array().unwrap().iter().all(|answer| answer.get("score").is_none()));
        for (number, question) in questions.iter().enumerate() {
            let last = question["answers"].as_array().unwrap().last().unwrap();
            let given = json!({ "question": question["id"], "answer": last["id"] });
            let score = ada.post("/user/answers", given).await.expect(200).data().clone();
            assert_eq!((&score["answered"], &score["complete"]), (&json!(number + 1), &json!(number == 5)));
            assert_eq!(score["band"].is_null(), number < 5);
        }
        let answers = ada.get(&format!("/user/answers/{me}")).await.expect(200).data().clone();
        assert_eq!((&answers["onboarding"]["band"], &answers["loan"]["answered"]), (&json!("adventurous"), &json!(0)));
        // Another answer replaces the first.
        let given = json!({ "question": "onboarding-1", "answer": "onboarding-1-a" });
        assert_eq!(ada.post("/user/answers", given).await.expect(200).data()["answered"], 6);
        assert_eq!(ada.get(&format!("/user/answers/{me}")).await.data()["answers"]["onboarding-1"], "onboarding-1-a");

        ada.post("/user/answers", json!({ "question": "no-such", "answer": "x" })).await.breaks(&[("question", "not_one_of")]);
        ada.post("/user/answers", json!({ "question": "onboarding-1", "answer": "onboarding-2-a" })).await.breaks(&[("answer", "not_one_of")]);
        ada.post("/user/answers", json!({ "question": "onboarding-1" })).await.breaks(&[("answer", "not_one_of")]);
        assert_eq!(ada.get("/questions?type=loan").await.expect(200).data()[0]["type"], "loan");
        let mut thief = world.member(&fresh_email()).await;
        thief.get(&format!("/user/answers/{me}")).await.refuses(404, "not_found");
        world.caller().get("/questions").await.refuses(401, "unauthenticated");
    }

    async fn a_security_answer_is_hashed_like_a_password(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let me = ada.get("/auth/me").await.data()["id"].as_str().unwrap().to_owned();
        let questions = ada.get("/security-questions").await.expect(200).data().clone();
        assert_eq!(questions[0]["id"], "security-1");
        let given = json!({ "question": "security-1", "answer": "  Corona   School " });
        ada.post("/security-questions", given.clone()).await.expect(200);
        ada.post("/security-questions", given).await.expect(200);
        let answered = format!("/security-questions/user/{me}");
        assert_eq!(ada.get(&answered).await.expect(200).data(), &json!([questions[0]]));
        ada.post("/security-questions", json!({ "question": "no-such", "answer": "x" })).await.breaks(&[("question", "not_one_of")]);
        ada.post("/security-questions", json!({ "question": "", "answer": " " })).await.breaks(&[("question", "required"), ("answer", "required")]);
        let mut thief = world.member(&fresh_email()).await;
        thief.get(&answered).await.refuses(404, "not_found");
        let row = sqlx::query("SELECT answer_hash FROM security_answers")
            .fetch_one(&mut *world.app.db.read().await.unwrap())
            .await
            .unwrap();
        let hash: String = row.try_get("answer_hash").unwrap();
        assert!(hash.contains("$argon2id$") && !hash.to_lowercase().contains("corona"), "{hash}");
    }
}
