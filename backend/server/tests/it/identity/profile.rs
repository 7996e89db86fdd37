//! The profile: location, and questionnaire scores.

use crate::support::{PASSWORD, World, fresh_email};
use serde_json::{Value, json};
use sqlx::Row;

on_one! {
    async fn a_location_is_two_bounded_decimals(world: World) {
        let mut ada = world.member(&fresh_email()).await;
        let lagos = json!({ "latitude": "6.5243793", "longitude": "-3.3792057" });
        let saved = ada.post("/profile", lagos.clone()).await;
        assert_eq!((&saved.expect(200).data()["latitude"], &saved.data()["longitude"]), (&lagos["latitude"], &lagos["longitude"]));
        assert_eq!(ada.get("/profile").await.data()["latitude"], lagos["latitude"]);
        assert_eq!(ada.get("/auth/me").await.data()["profile"]["longitude"], lagos["longitude"]);
        // The location is independent of the other parts of the profile.
        let about = json!({ "first_name": "Ada", "last_name": "Obi", "gender": "female", "dob": "17-03-1994" });
        let saved = ada.post("/profile", about).await;
        assert_eq!((&saved.expect(200).data()["latitude"], &saved.data()["first_name"]), (&lagos["latitude"], &json!("Ada")));
        for (location, broken) in [
            (json!({ "latitude": "90.1", "longitude": "-180.1" }), vec![("latitude", "out_of_range"), ("longitude", "out_of_range")]),
            (json!({ "latitude": "6.52437931", "longitude": "3" }), vec![("latitude", "not_an_amount")]),
            (json!({ "latitude": "6.5" }), vec![("longitude", "required")]),
            (json!({ "latitude": "here", "longitude": "" }), vec![("latitude", "not_an_amount"), ("longitude", "required")]),
        ] {
            ada.post("/profile", location).await.breaks(&broken);
        }
        assert_eq!(ada.get("/profile").await.data()["latitude"], lagos["latitude"]);
        let numbers = ada.post("/profile", json!({ "latitude": 6.5, "longitude": -3 })).await;
        assert_eq!((&numbers.expect(200).data()["latitude"], &numbers.data()["longitude"]), (&json!("6.5"), &json!("-3")));
        let forgotten = ada.post("/profile", json!({ "latitude": "", "longitude": null })).await;
        assert_eq!((&forgotten.expect(200).data()["latitude"], &forgotten.data()["longitude"]), (&Value::Null, &Value::Null));
        assert_eq!(forgotten.data()["first_name"], "Ada");
        let row = sqlx::query("SELECT COUNT(*) AS found FROM audit_log WHERE detail LIKE '%6.5%'")
            .fetch_one(&mut *world.app.db.read().await.unwrap())
            .await
            .unwrap();
        assert_eq!(row.get::<i64, _>("found"), 0, "the log does not know where people are");
    }

    async fn a_session_includes_the_questionnaire_score(world: World) {
        let email = fresh_email();
        let mut ada = world.member(&email).await;
        let login = json!({ "email": email, "password": PASSWORD });
        assert_eq!(ada.post("/auth/login", login.clone()).await.expect(200).data()["scores"], Value::Null);
        let questions = ada.get("/questions?type=onboarding").await.data().clone();
        let answer = json!({ "question": questions[0]["id"], "answer": questions[0]["answers"][2]["id"] });
        let score = ada.post("/user/answers", answer).await.expect(200).data()["score"].clone();
        assert_eq!(ada.post("/auth/login", login).await.expect(200).data()["scores"], score);
        assert_eq!(ada.post("/auth/refresh", json!({})).await.expect(200).data()["scores"], score);
    }

    async fn local_governments_are_listed_by_state(world: World) {
        let mut anybody = world.caller();
        let lagos = anybody.get("/local-governments?country=Nigeria&state=Lagos").await;
        assert!(lagos.expect(200).data().as_array().unwrap().contains(&json!("Ikeja")), "{}", lagos.text);
        for nowhere in ["country=Ghana&state=Lagos", "country=Nigeria&state=Ashanti"] {
            let none = anybody.get(&["/local-governments?", nowhere].concat()).await;
            assert_eq!(none.expect(200).data(), &json!([]));
        }
    }
}
