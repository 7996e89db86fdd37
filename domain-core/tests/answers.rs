//! fixtures/ANSWERS names the rules whose answers a change has changed.

#[path = "../examples/answers/digests.rs"]
mod digests;

#[test]
fn answers_to_fixtures_change_only_with_their_digests() {
    let kept = include_str!("../../fixtures/ANSWERS");
    let now = digests::written();
    let changed: Vec<&str> = now
        .lines()
        .filter(|line| !kept.lines().any(|kept| kept == *line))
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(
        changed.is_empty() && kept == now,
        "other answers: {changed:?}; renew the digests with `make rules-doc`"
    );
}
