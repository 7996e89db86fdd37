//! White-labelling: separate brands with separate users.

mod apart;
mod brands;
mod program;

use crate::support::{Caller, PASSWORD, World, registration};
use service::settings::tenants;

pub const ESUSU: &str = "esusu.localhost:8080";
pub const OTHER_PASSWORD: &str = "Harbour4!Tide";

/// A second brand beside the product's own.
pub async fn second_brand(world: &World) -> tenants::Tenant {
    let esusu = tenants::demo();
    let mut tx = world.app.db.begin().await.unwrap();
    assert!(tenants::insert(&mut tx, &esusu, 1).await.unwrap());
    tx.commit().await.unwrap();
    esusu
}

/// Two users with one address: one of the product's own brand, one of the second.
pub async fn namesakes(world: &World, email: &str) -> (Caller, Caller) {
    second_brand(world).await;
    let ada = world.member_at(world.caller(), registration(email)).await;
    let mut other = registration(email);
    other["password"] = OTHER_PASSWORD.into();
    assert_ne!(PASSWORD, OTHER_PASSWORD);
    let eno = world
        .member_at(world.caller().with("host", ESUSU), other)
        .await;
    (ada, eno)
}

/// A copy of the caller at another host.
pub fn at(person: &Caller, host: &str) -> Caller {
    let mut other = person.clone();
    other.headers.retain(|(name, _)| *name != "host");
    other.with("host", host)
}
