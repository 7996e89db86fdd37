//! Restricted users: they may receive money, but pay for nothing.

use super::keyed::{ALL, Payer, Setting};
use crate::support::World;
use crate::support::rows::{differences, whole};
use crate::wallet::restricted::restrict;

on_one! {
    async fn restricted_users_make_no_payments_and_get_no_quotes(world: World) {
        let setting = Setting::new(world).await;
        let mut payer = Payer::new(&setting).await;
        let mut ready = Vec::new();
        for what in ALL.into_iter().filter(|what| what.takes_pin()) {
            let good = payer.good(what).await;
            payer.fund(&good).await;
            let key = payer.key();
            ready.push((what, payer.authorised(&good, &key).await, good));
        }
        restrict(world, &mut payer.caller).await;
        let before = whole(world).await;
        for (what, caller, good) in &mut ready {
            for path in what.quote().into_iter().chain([good.path.as_str()]) {
                let refused = caller.post(path, good.body.clone()).await;
                assert_eq!(refused.status, 403, "{path}: {}", refused.text);
                refused.refuses(403, "restricted");
                assert_eq!(refused.body["message"], "Cannot perform this transaction!", "{path}");
            }
        }
        let changed = differences(&before, &whole(world).await);
        assert!(changed.is_empty(), "{changed:#?}");
    }
}
