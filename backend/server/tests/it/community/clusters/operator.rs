//! The operator's additions, changes and removals, each with an audit entry.

use super::talking::{channel, listening, token};
use super::{cluster, entry, join, pair, say, somebody, texts};
use crate::community::chat::files::{attach_at, served};
use crate::identity::avatars::png;
use crate::realtime::serve;
use crate::support::{World, fresh_email};
use crate::tenants::namesakes;
use community::clusters::operator::{
    Change, add, list, members, remove_member, remove_message, set, show,
};
use identity::operator::find;
use serde_json::{Value, json};
use sqlx::Row;

async fn events(world: &World, event: &str) -> Vec<(String, Value)> {
    let rows = sqlx::query(
        "SELECT user_id, detail FROM audit_log WHERE event = $1 ORDER BY at_ms, number",
    )
    .bind(event)
    .fetch_all(&mut *world.app.db.read().await.unwrap())
    .await
    .unwrap();
    let read = |row: &sqlx::any::AnyRow| {
        let detail: String = row.get("detail");
        (row.get("user_id"), serde_json::from_str(&detail).unwrap())
    };
    rows.iter().map(read).collect()
}

on_one! {
    async fn invalid_clusters_are_refused_by_field(world: World) {
        let change = Change { name: Some("Ik".into()), state: Some("Lagos".into()), lga: Some("Ikeja".into()), whatsapp_link: Some("http://wa.me/1".into()), ..Change::default() };
        let refused = add(&world.app, "ajo", "IKEJA", &change, "Grace").await.unwrap_err();
        let fields: Vec<&str> = refused.violations().iter().map(|one| one.field.as_ref()).collect();
        assert_eq!(fields, ["code", "name", "whatsapp_link"]);
        cluster(world, "IKEJA01").await;
        let good = Change { name: Some("Others".into()), state: Some("Lagos".into()), lga: Some("Ikeja".into()), support_email: Some("a@example.com".into()), ..Change::default() };
        let taken = add(&world.app, "ajo", " ikeja01 ", &good, "Grace").await.unwrap_err();
        assert_eq!(taken.message(), "Another cluster has this code.");
        assert_eq!(add(&world.app, "nobody", "IKEJA02", &good, "Grace").await.unwrap_err().code(), "not_found");
        // The same code at another brand is another cluster.
        namesakes(world, &fresh_email()).await;
        add(&world.app, "esusu", "IKEJA01", &good, "Grace").await.unwrap();
        assert_eq!(list(&world.app, "ajo").await.unwrap().len(), 1);
    }

    async fn a_change_affects_only_the_given_fields(world: World) {
        let id = cluster(world, "IKEJA01").await;
        let change = Change { name: Some("Ikeja Savers".into()), whatsapp_link: Some(String::new()), ..Change::default() };
        set(&world.app, "ajo", "ikeja01", &change, "Grace").await.unwrap();
        let (mut ada, _) = somebody(world).await;
        let found = ada.get("/business/IKEJA01").await;
        let data = found.expect(200).data();
        assert_eq!((&data["uuid"], &data["name"], &data["whatsapp_link"], &data["state"]), (&json!(id), &json!("Ikeja Savers"), &json!(null), &json!("Lagos")));
        let without = Change { support_email: Some(String::new()), ..Change::default() };
        assert_eq!(set(&world.app, "ajo", "IKEJA01", &without, "Grace").await.unwrap_err().code(), "refused");
        assert_eq!(set(&world.app, "ajo", "NOWHERE", &change, "Grace").await.unwrap_err().code(), "not_found");
        assert_eq!(events(world, "cluster_added").await.len(), 1);
        assert_eq!(events(world, "cluster_changed").await, [(String::from("nobody"), json!({ "by": "Grace", "cluster": id, "status": "open" }))]);
    }

    async fn a_removed_message_leaves_a_placeholder(world: World) {
        let served_world = serve(&world.app).await;
        let mut pair = pair(world).await;
        let path = format!("/api/clusters/{}/attachments", pair.cluster);
        let file = attach_at(&pair.ada, &path, "a.png", "image/png", &png(9, 9)).await.expect(201).data().clone();
        let body = json!({ "client_id": "message-1", "message": "Send me your PIN", "attachments": [file["id"]] });
        let messages = format!("/clusters/{}/messages", pair.cluster);
        pair.ada.post(&messages, body.clone()).await.expect(201);
        say(&mut pair.obi, &pair.cluster, "message-1", "No.").await.expect(201);
        pair.obi.post(&format!("{messages}/1/report"), json!({ "reason": "scam" })).await.expect(200);
        assert_eq!(list(&world.app, "ajo").await.unwrap()[0].reported, 1);
        let mut socket = listening(&mut pair.obi, &served_world, &pair.cluster).await;
        remove_message(&world.app, "ajo", "IKEJA01", 1, "Grace").await.unwrap();
        let frame = socket.hear().await;
        assert_eq!((&frame["event"], &frame["data"]), (&json!("message.removed"), &json!("{\"number\":1}")));
        for person in [&mut pair.ada, &mut pair.obi] {
            let read = person.get(&messages).await;
            let first = &read.data()["messages"][0];
            assert_eq!((&first["message"], &first["removed"], &first["attachments"], &first["number"]), (&json!(""), &json!(true), &json!([]), &json!(1)));
            served(person, &file["asset_url"]).await.refuses(404, "not_found");
        }
        // Nothing of it is left in the database, and a repeat does not restore it.
        let sealed = sqlx::query("SELECT id FROM chat_attachments").fetch_all(&mut *world.app.db.read().await.unwrap()).await.unwrap();
        assert_eq!(sealed.len(), 0);
        assert_eq!(pair.ada.post(&messages, body).await.expect(200).data()["removed"], json!(true));
        pair.obi.post(&format!("{messages}/1/report"), json!({ "reason": "scam" })).await.breaks(&[("reason", "not_allowed")]);
        assert_eq!(list(&world.app, "ajo").await.unwrap()[0].reported, 0);
        assert_eq!(remove_message(&world.app, "ajo", "IKEJA01", 1, "Grace").await.unwrap_err().code(), "not_found");
        assert_eq!(remove_message(&world.app, "ajo", "IKEJA01", 9, "Grace").await.unwrap_err().code(), "not_found");
        let author = pair.ada.get("/auth/me").await.data()["uuid"].as_str().unwrap().to_owned();
        let expected = json!({ "by": "Grace", "cluster": pair.cluster, "number": 1 });
        assert_eq!(events(world, "cluster_message_removed").await, [(author, expected)]);
        let (part, _) = show(&world.app, "ajo", "IKEJA01", None).await.unwrap();
        assert_eq!(part.messages.iter().map(|one| one.removed).collect::<Vec<_>>(), [true, false]);
    }

    async fn a_removed_member_cannot_rejoin(world: World) {
        let served = serve(&world.app).await;
        let cluster = cluster(world, "IKEJA01").await;
        let ((mut ada, her), (mut obi, _)) = (somebody(world).await, somebody(world).await);
        for person in [&mut ada, &mut obi] {
            join(person, "IKEJA01").await.expect(200);
        }
        let mut socket = listening(&mut ada, &served, &cluster).await;
        let old = token(&mut ada).await;
        remove_member(&world.app, "IKEJA01", &her, false, "Grace").await.unwrap();
        assert_eq!(socket.closed().await, 4200);
        let mut again = served.connect().await;
        assert_eq!(again.subscribe(&channel(&cluster), &old).await["event"], "pusher:error");
        say(&mut ada, &cluster, "message-1", "Hello").await.refuses(404, "no_channel");
        let refused = join(&mut ada, "IKEJA01").await;
        assert_eq!(refused.refuses(409, "cannot_join").body["message"], "You cannot join this cluster again. Please contact its support.");
        ada.delete(&format!("/clusters/{cluster}/membership"), json!({})).await.refuses(404, "no_channel");
        assert_eq!(entry(&mut ada, &cluster).await, None);
        assert_eq!(texts(&mut obi, &cluster).await, Vec::<String>::new());
        let states: Vec<&str> = members(&world.app, "ajo", "IKEJA01").await.unwrap().iter().map(|one| one.membership.as_str()).collect();
        assert!(states.contains(&"removed") && states.contains(&"member") && states.len() == 2);
        assert!(remove_member(&world.app, "IKEJA01", &her, false, "Grace").await.is_err());
        // Until the removal is lifted.
        remove_member(&world.app, "IKEJA01", &her, true, "Grace").await.unwrap();
        assert!(remove_member(&world.app, "IKEJA01", &her, true, "Grace").await.is_err());
        join(&mut ada, "IKEJA01").await.expect(200);
        let stranger = find(&world.app, "ajo", &her.id).await.unwrap();
        assert_eq!(remove_member(&world.app, "NOWHERE", &stranger, false, "Grace").await.unwrap_err().code(), "not_found");
        for event in ["cluster_member_removed", "cluster_member_readmitted"] {
            assert_eq!(events(world, event).await, [(her.id.clone(), json!({ "by": "Grace", "cluster": cluster }))]);
        }
    }
}
