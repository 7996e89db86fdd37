//! Concurrent payments.

use super::*;

/// Makes the calls concurrently, each with its own caller; returns how many got the status.
async fn at_once(callers: Vec<(Caller, &'static str, Value)>, status: u16) -> usize {
    let calls: Vec<_> = callers
        .into_iter()
        .map(|(mut caller, path, body)| {
            tokio::spawn(async move { caller.post(path, body).await.status.as_u16() })
        })
        .collect();
    let mut counted = 0;
    for call in calls {
        let answered = call.await.unwrap();
        assert!(answered < 500, "{answered}");
        counted += usize::from(answered == status);
    }
    counted
}

on_both! {
    async fn concurrent_transfers_never_exceed_the_balance(world: World) {
        let (mut ada, mut ben) = (holder(world, "100.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        for round in 0..5 {
            let mut callers = Vec::new();
            for half in 0..2 {
                let key = format!("key-{round}-{half}-000");
                let payer = authorised(&mut ada, "wallet_transfer", "60.00", &format!("wallet:{number}"), &key).await;
                callers.push((payer, "/wallet/transfer", transfer_body(&number, "60.00")));
            }
            assert_eq!(at_once(callers, 201).await, 1, "round {round}");
            assert_eq!(balances(&mut ada).await, ("40.00".into(), "40.00".into()));
            credit(world, &mut ada, "NGN", "60.00").await;
        }
    }

    async fn concurrent_transfer_and_withdrawal_never_exceed_the_balance(world: World) {
        let (mut ada, mut ben) = (holder(world, "520.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        let body = withdrawal_body(&mut ada, "500.00").await;
        let to_wallet = authorised(&mut ada, "wallet_transfer", "500.00", &format!("wallet:{number}"), "key-00000001").await;
        let to_bank = authorised(&mut ada, "withdraw", "500.00", &format!("bank:{BANK}:{ACCOUNT}"), "key-00000002").await;
        let callers = vec![(to_wallet, "/wallet/transfer", transfer_body(&number, "500.00")), (to_bank, "/withdraw", body)];
        assert_eq!(at_once(callers, 201).await, 1);
    }

    async fn concurrent_calls_with_one_key_move_money_once(world: World) {
        let (mut ada, mut ben) = (holder(world, "100.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        let payer = authorised(&mut ada, "wallet_transfer", "10.00", &format!("wallet:{number}"), "key-00000001").await;
        let callers = (0..12).map(|_| (payer.clone(), "/wallet/transfer", transfer_body(&number, "10.00"))).collect();
        assert_eq!(at_once(callers, 201).await, 12);
        assert_eq!(balances(&mut ada).await.0, "90.00");
        assert_eq!(balances(&mut ben).await.0, "11.00");
    }

    async fn users_paying_each_other_do_not_deadlock(world: World) {
        let (mut ada, mut ben) = (holder(world, "100.00").await, holder(world, "100.00").await);
        let (of_ada, of_ben) = (wallet_number(&mut ada).await, wallet_number(&mut ben).await);
        let mut callers = Vec::new();
        for number in 0..6 {
            let (key, other) = (format!("key-a-{number}-000"), format!("key-b-{number}-000"));
            let from_ada = authorised(&mut ada, "wallet_transfer", "5.00", &format!("wallet:{of_ben}"), &key).await;
            let from_ben = authorised(&mut ben, "wallet_transfer", "5.00", &format!("wallet:{of_ada}"), &other).await;
            callers.push((from_ada, "/wallet/transfer", transfer_body(&of_ben, "5.00")));
            callers.push((from_ben, "/wallet/transfer", transfer_body(&of_ada, "5.00")));
        }
        assert_eq!(at_once(callers, 201).await, 12);
        assert_eq!(balances(&mut ada).await.0, "100.00");
    }
}

on_one! {
    async fn an_abandoned_key_refuses_a_late_payment(world: World) {
        let (mut ada, mut ben) = (holder(world, "100.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        let mut late = authorised(&mut ada, "wallet_transfer", "10.00", &format!("wallet:{number}"), "key-00000001").await;
        let unknown = json!({ "state": "unknown" });
        for _ in 0..2 {
            assert_eq!(ada.get("/operations/key-00000001").await.expect(200).data(), &unknown);
        }
        for _ in 0..2 {
            late.post("/wallet/transfer", transfer_body(&number, "10.00")).await.refuses(422, "operation_abandoned");
        }
        let elsewhere = withdrawal_body(&mut ada, "500.00").await;
        late.post("/withdraw", elsewhere).await.refuses(422, "operation_abandoned");
        assert_eq!(ada.get("/operations/key-00000001").await.expect(200).data(), &unknown);
        assert_eq!(balances(&mut ada).await.0, "100.00");
        // Another user's query does not abandon Ada's key.
        ben.get("/operations/key-00000002").await.expect(200);
        transfer(&mut ada, &number, "10.00", "key-00000002").await.expect(201);
    }
}

on_both! {
    async fn concurrent_status_query_and_payment_agree(world: World) {
        let (mut ada, mut ben) = (holder(world, "1000.00").await, holder(world, "1.00").await);
        let number = wallet_number(&mut ben).await;
        let (mut paid, mut abandoned) = (0, 0);
        for round in 0..24 {
            let key = format!("key-{round:08}");
            let payer = authorised(&mut ada, "wallet_transfer", "10.00", &format!("wallet:{number}"), &key).await;
            let pay = |mut payer: Caller, body: Value| tokio::spawn(async move { payer.post("/wallet/transfer", body).await });
            let ask = |mut asker: Caller, path: String| tokio::spawn(async move { asker.get(&path).await });
            let path = format!("/operations/{key}");
            // The order of the calls alternates, and there are two of each.
            let (mut pays, mut asks) = (Vec::new(), Vec::new());
            for turn in 0..2 {
                if round % 2 == turn {
                    asks.push(ask(ada.clone(), path.clone()));
                    pays.push(pay(payer.clone(), transfer_body(&number, "10.00")));
                } else {
                    pays.push(pay(payer.clone(), transfer_body(&number, "10.00")));
                    asks.push(ask(ada.clone(), path.clone()));
                }
            }
            let mut unknown = 0;
            for asked in asks {
                unknown += usize::from(asked.await.unwrap().expect(200).data()["state"] == "unknown");
            }
            let mut moved = 0;
            for pay in pays {
                let answer = pay.await.unwrap();
                if answer.status == 201 {
                    moved += 1;
                } else {
                    answer.refuses(422, "operation_abandoned");
                }
            }
            assert!(unknown == 0 || moved == 0, "round {round}: {unknown} were told that nothing was charged");
            let ended = ada.get(&path).await;
            assert_eq!(ended.expect(200).data()["state"], if moved > 0 { "done" } else { "unknown" });
            paid += usize::from(moved > 0);
            abandoned += usize::from(moved == 0);
        }
        assert_eq!(paid + abandoned, 24);
        assert_eq!(balances(&mut ada).await.0, format!("{}.00", 1_000 - 10 * paid));
    }
}
