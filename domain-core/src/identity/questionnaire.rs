//! Questionnaires and their results.

use crate::shape::{choice, input, output};

/// The least percentages of the maximum score for balanced and adventurous.
const BALANCED_FROM_PERCENT: i64 = 40;
const ADVENTUROUS_FROM_PERCENT: i64 = 70;
/// Larger than any questionnaire's score.
const MOST: i64 = 1_000_000;

choice! {
    /// The user's risk appetite.
    pub enum RiskBand {
        Cautious = "cautious",
        Balanced = "balanced",
        Adventurous = "adventurous",
    }
}

input! {
    /// The chosen answers.
    pub struct AnswersInput {
        /// The score of each chosen answer, one per question.
        scores: Vec<i64>,
        /// The number of questions.
        questions: i64,
        /// The maximum score: the sum of each question's highest answer.
        greatest: i64,
    }
}

output! {
    /// The result.
    pub struct Score {
        /// The sum of the scores, within a million on either side of zero.
        score: i64,
        /// The number of answered questions.
        answered: i64,
        /// Whether all are answered.
        complete: bool,
        /// Present once all are answered.
        band: Option<RiskBand>,
        /// The score in percent of the maximum, rounded down, from 0 to 100; present once all are answered.
        percent: Option<i64>,
    }
}

/// The sum of the scores and, once all questions are answered, the score in percent and the band: below 40 % of the
/// maximum cautious, from 70 % adventurous. Scores are capped at a million. Source: document 1, sections 1 and 2; the
/// bands are ours.
pub fn score(input: &AnswersInput) -> Score {
    let bounded = |number: i64| number.clamp(-MOST, MOST);
    let sum = input.scores.iter().fold(0_i64, |sum, score| {
        bounded(sum.saturating_add(bounded(*score)))
    });
    let answered = i64::try_from(input.scores.len()).unwrap_or(i64::MAX);
    let complete = input.questions > 0 && answered >= input.questions;
    let greatest = bounded(input.greatest);
    let reaches =
        |percent: i64| sum.saturating_mul(100) >= greatest.saturating_mul(percent) && greatest > 0;
    let band = || {
        if reaches(ADVENTUROUS_FROM_PERCENT) {
            RiskBand::Adventurous
        } else if reaches(BALANCED_FROM_PERCENT) {
            RiskBand::Balanced
        } else {
            RiskBand::Cautious
        }
    };
    let percent = || sum.saturating_mul(100).checked_div(greatest).unwrap_or(0);
    Score {
        score: sum,
        answered,
        complete,
        band: complete.then(band),
        percent: complete.then(percent).map(|percent| percent.clamp(0, 100)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn band(score_sum: i64, greatest: i64) -> Option<RiskBand> {
        score(&AnswersInput {
            scores: vec![score_sum],
            questions: 1,
            greatest,
        })
        .band
    }

    #[test]
    fn bands_start_at_their_percentages() {
        assert_eq!(band(39, 100), Some(RiskBand::Cautious));
        assert_eq!(band(40, 100), Some(RiskBand::Balanced));
        assert_eq!(band(69, 100), Some(RiskBand::Balanced));
        assert_eq!(band(70, 100), Some(RiskBand::Adventurous));
        assert_eq!(band(5, 0), Some(RiskBand::Cautious));
    }

    #[test]
    fn incomplete_answers_have_no_result() {
        let some = score(&AnswersInput {
            scores: vec![3, 2],
            questions: 3,
            greatest: 9,
        });
        assert_eq!((some.score, some.answered, some.complete), (5, 2, false));
        assert_eq!(some.band, None);
        let none = score(&AnswersInput {
            scores: Vec::new(),
            questions: 0,
            greatest: 0,
        });
        assert!(!none.complete);
    }

    #[test]
    fn odd_scores_stay_within_bounds() {
        let odd = score(&AnswersInput {
            scores: vec![i64::MAX, i64::MAX, i64::MIN],
            questions: i64::MIN,
            greatest: i64::MAX,
        });
        assert_eq!(odd.score, 0);
    }
}
