//! The scores of a user's questionnaires. The rule decides them; this module reads the answers.

use domain_core::calendar::Date;
use domain_core::identity::questionnaire::{AnswersInput, Score, score};
use domain_core::plans::loan_limit::{self, LoanAnswers, LoanAnswersInput};
use ground::clock::lagos_date;
use ground::db::DbError;
use sqlx::{AnyConnection, Row};

/// The questionnaires.
pub const ONBOARDING: &str = "onboarding";
pub const LOAN: &str = "loan";

/// The score of a user's onboarding questionnaire; `None` before the first answer.
///
/// # Errors
/// The database failed.
pub async fn onboarding_score(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Option<i64>, DbError> {
    let scored = scored(connection, user_id, ONBOARDING).await?;
    Ok((scored.answered > 0).then_some(scored.score))
}

/// The score of a user's loan questionnaire, from 0 to 100; `None` until all questions are answered.
///
/// # Errors
/// The database failed.
pub async fn loan_score(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Option<i64>, DbError> {
    let scored = scored(connection, user_id, LOAN).await?;
    Ok(scored.percent)
}

/// The score of a user's answers to a questionnaire.
///
/// # Errors
/// The database failed.
pub async fn scored(
    connection: &mut AnyConnection,
    user_id: &str,
    kind: &str,
) -> Result<Score, DbError> {
    let chosen = sqlx::query(
        "SELECT score FROM user_answers JOIN question_choices ON question_choices.id = user_answers.choice_id \
         JOIN questions ON questions.id = user_answers.question_id WHERE user_id = $1 AND kind = $2",
    )
    .bind(user_id)
    .bind(kind)
    .fetch_all(&mut *connection)
    .await?;
    let highest = sqlx::query(
        "SELECT MAX(score) AS score FROM question_choices JOIN questions ON questions.id = question_id WHERE kind = $1 GROUP BY question_id",
    )
    .bind(kind)
    .fetch_all(&mut *connection)
    .await?;
    let numbers = |rows: &[sqlx::any::AnyRow]| -> Result<Vec<i64>, DbError> {
        rows.iter().map(|row| Ok(row.try_get("score")?)).collect()
    };
    let highest = numbers(&highest)?;
    Ok(score(&AnswersInput {
        scores: numbers(&chosen)?,
        questions: i64::try_from(highest.len()).unwrap_or(0),
        greatest: highest
            .iter()
            .fold(0, |sum, score| sum.saturating_add(*score)),
    }))
}

/// Whether a user may change the answers to the loan questions. Lock the user before a change that rests on it, as a loan
/// request does.
///
/// # Errors
/// The database failed.
pub async fn may_change_loan(
    connection: &mut AnyConnection,
    user_id: &str,
    today: Date,
) -> Result<LoanAnswers, DbError> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(CASE WHEN status IN ('PENDING', 'INITIATED', 'ACTIVE', 'BAD') THEN 1 ELSE 0 END), 0) AS BIGINT) AS open, \
         MAX(CASE status WHEN 'DECLINED' THEN ended_at_ms END) AS declined_at_ms, \
         (SELECT pause_days FROM loan_policies JOIN users ON users.tenant_id = loan_policies.tenant_id WHERE users.id = $1) AS pause_days \
         FROM plan_subscriptions WHERE created_by = $1 AND kind = 'loan'",
    )
    .bind(user_id)
    .fetch_one(connection)
    .await?;
    let open: i64 = row.try_get("open")?;
    let declined_at_ms: Option<i64> = row.try_get("declined_at_ms")?;
    let pause_days: Option<i64> = row.try_get("pause_days")?;
    Ok(loan_limit::answers(&LoanAnswersInput {
        open: open > 0,
        declined_on: declined_at_ms.map(lagos_date),
        pause_days: pause_days.unwrap_or_default(),
        today,
    }))
}
