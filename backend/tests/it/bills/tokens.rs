//! Tokens that come later than the electricity.

use super::{IKEJA, buy, pass_time, power, validated};
use crate::support::{Caller, World};
use crate::wallet::{balances, holder};
use backend::payment::orders::reconcile;
use serde_json::{Value, json};

/// A meter whose token comes when it is asked for the third time.
const LATE: &str = "8812345678";
/// A meter whose purchase is pending until it is asked for the third time.
const PENDING: &str = "7712345678";

async fn seen(person: &mut Caller, reference: &Value) -> Value {
    let path = format!("/transaction/{}", reference.as_str().unwrap());
    person.get(&path).await.expect(200).data().clone()
}

on_both! {
    async fn a_token_that_comes_with_the_third_answer_is_shown(world: World) {
        let mut ada = holder(world, "5000.00").await;
        let code = validated(&mut ada, "power", IKEJA, LATE).await;
        let bought = buy(&mut ada, "power", power(LATE, "1000.00", &code), "1000.00", "key-00000001").await;
        let bought = bought.expect(201).data().clone();
        assert_eq!((&bought["status"], &bought["token"], &bought["token_pending"]), (&json!("SUCCESSFUL"), &Value::Null, &json!(true)));
        assert_eq!(balances(&mut ada).await, ("4000.00".into(), "4000.00".into()));
        for asked in 1..=3 {
            pass_time(world, &mut ada, 60).await;
            let settled = reconcile(&world.app).await.unwrap();
            let now = seen(&mut ada, &bought["reference"]).await;
            assert_eq!((settled, now["token"].is_string(), now["token_pending"] == true), (usize::from(asked == 3), asked == 3, asked < 3));
        }
        // The stored answer of the payment has it too, and nobody is asked any more.
        let operation = ada.get("/operations/key-00000001").await;
        assert!(operation.expect(200).data()["answer"]["data"]["token"].is_string(), "{}", operation.text);
        pass_time(world, &mut ada, 3_600).await;
        assert_eq!(reconcile(&world.app).await.unwrap(), 0);
        assert_eq!(balances(&mut ada).await, ("4000.00".into(), "4000.00".into()));
    }

    async fn a_purchase_that_is_pending_gets_its_token_with_the_outcome(world: World) {
        let mut ada = holder(world, "5000.00").await;
        let code = validated(&mut ada, "power", IKEJA, PENDING).await;
        let bought = buy(&mut ada, "power", power(PENDING, "1000.00", &code), "1000.00", "key-00000001").await;
        let bought = bought.expect(202).data().clone();
        for _ in 0..3 {
            pass_time(world, &mut ada, 60).await;
            reconcile(&world.app).await.unwrap();
        }
        let now = seen(&mut ada, &bought["reference"]).await;
        assert_eq!((&now["status"], now["token"].is_string(), &now["units"]), (&json!("SUCCESSFUL"), true, &json!("5.0")));
    }
}
