//! Finding a cluster, joining and leaving it.

use super::{cluster, cluster_in, entry, join, pair, say, somebody, texts};
use crate::support::{World, fresh_email};
use crate::tenants::namesakes;
use community::clusters::operator::{Change, set};
use domain_core::community::membership::{ClusterStatus, MOST_CLUSTERS};
use serde_json::json;

on_one! {
    async fn clusters_are_found_by_state_and_by_code(world: World) {
        let id = cluster_in(world, "ikeja01", "Lagos").await;
        cluster_in(world, "KANO01", "Kano").await;
        let (mut ada, _) = somebody(world).await;
        assert_eq!(ada.get("/businesses/available-state").await.expect(200).data(), &json!(["Kano", "Lagos"]));
        let list = ada.get("/businesses/state?state=Lagos").await;
        let one = json!({
            "uuid": id, "code": "IKEJA01", "name": "ikeja01 Traders", "state": "Lagos", "lga": "Ikeja", "status": "open",
            "whatsapp_link": "https://chat.whatsapp.com/Traders1", "support_email": "traders@example.com",
            "members": 0, "membership": "none", "muted": false, "joined": 0,
        });
        assert_eq!(list.expect(200).data(), &json!([one]));
        assert_eq!(ada.get("/businesses/state?state=Ogun").await.expect(200).data(), &json!([]));
        ada.get("/businesses/state").await.refuses(422, "wrong_type");
        let found = ada.get("/business/%20ikeja01").await;
        assert_eq!((found.expect(200).data(), &found.body["message"]), (&one, &json!("Kindly confirm cluster ikeja01 Traders.")));
        ada.get("/business/NOWHERE").await.refuses(404, "not_found");
        for path in ["/businesses/available-state", "/businesses/state?state=Lagos", "/business/IKEJA01", "/clusters"] {
            world.caller().get(path).await.refuses(401, "unauthenticated");
        }
    }

    async fn a_user_joins_by_the_code_and_leaves(world: World) {
        let id = cluster(world, "IKEJA01").await;
        let (mut ada, _) = somebody(world).await;
        let joined = join(&mut ada, "Ikeja01").await;
        assert_eq!(joined.expect(200).body["message"], "You have joined IKEJA01 Traders cluster. Kindly reload.");
        let data = joined.data();
        assert_eq!((&data["membership"], &data["members"], &data["joined"]), (&json!("member"), &json!(1), &json!(1)));
        // Joining twice has no further effect.
        assert_eq!(join(&mut ada, "IKEJA01").await.expect(200).data(), data);
        assert_eq!(ada.get("/clusters").await.data(), &json!([data]));
        assert_eq!(ada.get("/auth/me").await.data()["clusters"], json!([id]));
        let entry = entry(&mut ada, &id).await.unwrap();
        let expected = json!({
            "kind": "cluster", "channel": format!("private-chat.cluster.{id}"), "uuid": id, "name": "IKEJA01 Traders",
            "unread": 0, "muted": false,
        });
        assert_eq!(entry, expected);
        ada.delete(&format!("/clusters/{id}/membership"), json!({})).await.expect(200);
        ada.delete(&format!("/clusters/{id}/membership"), json!({})).await.refuses(404, "no_channel");
        assert_eq!(ada.get("/auth/me").await.data()["clusters"], json!([]));
        assert_eq!(super::entry(&mut ada, &id).await, None);
        join(&mut ada, "IKEJA01").await.expect(200);
    }

    async fn an_invalid_cluster_code_is_refused_with_our_message(world: World) {
        let (mut ada, _) = somebody(world).await;
        let empty = join(&mut ada, " ").await;
        empty.breaks(&[("code", "required")]);
        assert_eq!(empty.body["message"], "You cannot subscribe a user to this cluster");
        join(&mut ada, "ABCDE").await.breaks(&[("code", "too_short")]);
        join(&mut ada, "ABCDEF").await.refuses(404, "not_found");
        ada.patch("/business/join", json!({ "code": 7 })).await.refuses(422, "wrong_type");
        join(&mut world.caller(), "ABCDEF").await.refuses(401, "unauthenticated");
    }

    async fn the_first_cluster_stays_first_and_ten_are_the_limit(world: World) {
        let (mut ada, _) = somebody(world).await;
        let mut joined = Vec::new();
        for number in 0..MOST_CLUSTERS {
            joined.push(cluster(world, &format!("IKEJA{number}")).await);
            join(&mut ada, &format!("IKEJA{number}")).await.expect(200);
            world.advance_seconds(1);
        }
        cluster(world, "ELEVENTH").await;
        let refused = join(&mut ada, "ELEVENTH").await;
        refused.refuses(409, "cannot_join");
        assert_eq!(refused.body["message"], "You can be in ten clusters. Leave one to join another.");
        assert_eq!(ada.get("/auth/me").await.data()["clusters"], json!(joined));
    }

    async fn a_closed_cluster_accepts_no_members_or_messages(world: World) {
        let mut pair = pair(world).await;
        say(&mut pair.ada, &pair.cluster, "message-1", "Hello").await.expect(201);
        let closed = Change { status: Some(ClusterStatus::Closed), ..Change::default() };
        set(&world.app, "ajo", "IKEJA01", &closed, "Grace").await.unwrap();
        let (mut eve, _) = somebody(world).await;
        join(&mut eve, "IKEJA01").await.refuses(409, "cannot_join");
        assert_eq!(eve.get("/businesses/available-state").await.data(), &json!([]));
        assert_eq!(eve.get("/business/IKEJA01").await.data()["status"], "closed");
        say(&mut pair.obi, &pair.cluster, "message-2", "Hello").await.refuses(409, "cluster_closed");
        // A repeat of an earlier message gets the same response, and messages stay readable.
        say(&mut pair.ada, &pair.cluster, "message-1", "Hello").await.expect(200);
        assert_eq!(texts(&mut pair.obi, &pair.cluster).await, ["Hello"]);
    }

    async fn each_brand_has_its_own_clusters(world: World) {
        let (mut ada, mut eno) = namesakes(world, &fresh_email()).await;
        let id = cluster(world, "IKEJA01").await;
        join(&mut ada, "IKEJA01").await.expect(200);
        join(&mut eno, "IKEJA01").await.refuses(404, "not_found");
        eno.get("/business/IKEJA01").await.refuses(404, "not_found");
        assert_eq!(eno.get("/businesses/available-state").await.data(), &json!([]));
        eno.get(&format!("/clusters/{id}/messages")).await.refuses(404, "no_channel");
    }

    async fn a_muted_cluster_is_marked_at_the_entrance(world: World) {
        let mut pair = pair(world).await;
        let path = format!("/clusters/{}/mute", pair.cluster);
        pair.obi.put(&path, json!({ "muted": true })).await.expect(200);
        say(&mut pair.ada, &pair.cluster, "message-1", "Hello").await.expect(201);
        let entry = entry(&mut pair.obi, &pair.cluster).await.unwrap();
        assert_eq!((&entry["muted"], &entry["unread"]), (&json!(true), &json!(1)));
        pair.obi.put(&path, json!({ "muted": false })).await.expect(200);
        assert_eq!(super::entry(&mut pair.obi, &pair.cluster).await.unwrap()["muted"], json!(false));
        let (mut eve, _) = somebody(world).await;
        eve.put(&path, json!({ "muted": true })).await.refuses(404, "no_channel");
    }

    async fn code_lookups_are_limited_to_twenty_a_minute(world: World, &[("AJO_RATE_LIMIT_FACTOR", "1")]) {
        let (mut ada, _) = somebody(world).await;
        for number in 0..20 {
            ada.get(&format!("/business/GUESS{number}")).await.refuses(404, "not_found");
        }
        ada.get("/business/GUESS20").await.refuses(429, "too_many_requests");
        join(&mut ada, "GUESS20").await.refuses(429, "too_many_requests");
    }
}
