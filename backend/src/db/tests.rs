use super::testing::databases;
use super::{DbError, Engine, Tx};
use sqlx::Executor;

async fn lock(tx: &mut Tx, id: i64) -> Result<(), DbError> {
    sqlx::query("UPDATE things SET n = n + 1 WHERE id = $1")
        .bind(id)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// On SQLite there is one writer at a time, so this cannot happen there.
#[tokio::test]
async fn of_two_who_wait_for_each_other_one_is_told_to_try_again() {
    for test in databases()
        .await
        .into_iter()
        .filter(|test| test.db.engine() == Engine::Postgres)
    {
        let mut tx = test.db.begin().await.unwrap();
        let table = "CREATE TABLE things (id BIGINT PRIMARY KEY, n BIGINT NOT NULL); INSERT INTO things VALUES (1, 0), (2, 0)";
        tx.connection().execute(sqlx::raw_sql(table)).await.unwrap();
        tx.commit().await.unwrap();

        let (mut one, mut other) = (
            test.db.begin().await.unwrap(),
            test.db.begin().await.unwrap(),
        );
        lock(&mut one, 1).await.unwrap();
        lock(&mut other, 2).await.unwrap();
        let crossed = async |mut tx: Tx, id| match lock(&mut tx, id).await {
            Ok(()) => tx.commit().await,
            Err(error) => Err(error),
        };
        let (one, other) = tokio::join!(crossed(one, 2), crossed(other, 1));
        let refused: Vec<DbError> = [one, other].into_iter().filter_map(Result::err).collect();
        assert!(
            matches!(refused.as_slice(), [DbError::Contended]),
            "{refused:?}"
        );
    }
}
