-- Questionnaires, and questions that only the person can answer.
-- owner: identity, read by access
CREATE TABLE questions (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('onboarding', 'loan')),
    position INTEGER NOT NULL,
    question TEXT NOT NULL,
    UNIQUE (kind, position)
) STRICT;

-- owner: identity, read by access
CREATE TABLE question_choices (
    id TEXT PRIMARY KEY,
    question_id TEXT NOT NULL REFERENCES questions (id),
    position INTEGER NOT NULL,
    answer TEXT NOT NULL,
    score INTEGER NOT NULL,
    UNIQUE (question_id, position)
) STRICT;

-- owner: identity, read by access
CREATE TABLE user_answers (
    user_id TEXT NOT NULL REFERENCES users (id),
    question_id TEXT NOT NULL REFERENCES questions (id),
    choice_id TEXT NOT NULL REFERENCES question_choices (id),
    answered_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, question_id)
) STRICT;

-- owner: identity
CREATE TABLE security_questions (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL UNIQUE,
    question TEXT NOT NULL
) STRICT;

-- Answers are hashed like passwords, and open nothing.
-- owner: identity
CREATE TABLE security_answers (
    user_id TEXT NOT NULL REFERENCES users (id),
    question_id TEXT NOT NULL REFERENCES security_questions (id),
    answer_hash TEXT NOT NULL,
    answered_at_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, question_id)
) STRICT;

INSERT INTO questions (id, kind, position, question) VALUES
    ('onboarding-1', 'onboarding', 1, 'What is most of your money for?'),
    ('onboarding-2', 'onboarding', 2, 'When will you need most of it?'),
    ('onboarding-3', 'onboarding', 3, 'Your savings lose a fifth of their worth in a month. What do you do?'),
    ('onboarding-4', 'onboarding', 4, 'How much of what you earn can you put aside?'),
    ('onboarding-5', 'onboarding', 5, 'What have you put money into before?'),
    ('onboarding-6', 'onboarding', 6, 'Which of these would you rather have?'),
    ('loan-1', 'loan', 1, 'What is the loan for?'),
    ('loan-2', 'loan', 2, 'How do you earn your money?'),
    ('loan-3', 'loan', 3, 'What do you pay back for other loans each month?'),
    ('loan-4', 'loan', 4, 'What would you do if you could not pay on the day?');

INSERT INTO question_choices (id, question_id, position, answer, score) VALUES
    ('onboarding-1-a', 'onboarding-1', 1, 'To be safe when something goes wrong', 0),
    ('onboarding-1-b', 'onboarding-1', 2, 'School fees, rent, or something else that has a date', 1),
    ('onboarding-1-c', 'onboarding-1', 3, 'A house, a car or a business', 2),
    ('onboarding-1-d', 'onboarding-1', 4, 'To grow as much as it can', 3),
    ('onboarding-2-a', 'onboarding-2', 1, 'Within six months', 0),
    ('onboarding-2-b', 'onboarding-2', 2, 'In one to three years', 1),
    ('onboarding-2-c', 'onboarding-2', 3, 'In three to ten years', 2),
    ('onboarding-2-d', 'onboarding-2', 4, 'Later than that', 3),
    ('onboarding-3-a', 'onboarding-3', 1, 'Take all of it out', 0),
    ('onboarding-3-b', 'onboarding-3', 2, 'Take some of it out', 1),
    ('onboarding-3-c', 'onboarding-3', 3, 'Wait', 2),
    ('onboarding-3-d', 'onboarding-3', 4, 'Put more in', 3),
    ('onboarding-4-a', 'onboarding-4', 1, 'Hardly anything', 0),
    ('onboarding-4-b', 'onboarding-4', 2, 'Up to a tenth', 1),
    ('onboarding-4-c', 'onboarding-4', 3, 'Up to a third', 2),
    ('onboarding-4-d', 'onboarding-4', 4, 'More than a third', 3),
    ('onboarding-5-a', 'onboarding-5', 1, 'Nothing yet', 0),
    ('onboarding-5-b', 'onboarding-5', 2, 'A savings account, or a savings circle', 1),
    ('onboarding-5-c', 'onboarding-5', 3, 'Shares, funds or treasury bills', 2),
    ('onboarding-5-d', 'onboarding-5', 4, 'Coins, or currencies that I traded', 3),
    ('onboarding-6-a', 'onboarding-6', 1, 'N5,000 for certain', 0),
    ('onboarding-6-b', 'onboarding-6', 2, 'An even chance of N12,000', 2),
    ('onboarding-6-c', 'onboarding-6', 3, 'One chance in ten of N80,000', 3),
    ('loan-1-a', 'loan-1', 1, 'Stock or tools for a business', 3),
    ('loan-1-b', 'loan-1', 2, 'School fees or health', 2),
    ('loan-1-c', 'loan-1', 3, 'Rent or repairs', 2),
    ('loan-1-d', 'loan-1', 4, 'Something else', 1),
    ('loan-2-a', 'loan-2', 1, 'A salary each month', 3),
    ('loan-2-b', 'loan-2', 2, 'A business of my own', 2),
    ('loan-2-c', 'loan-2', 3, 'Work by the day', 1),
    ('loan-2-d', 'loan-2', 4, 'Nothing at the moment', 0),
    ('loan-3-a', 'loan-3', 1, 'Nothing', 3),
    ('loan-3-b', 'loan-3', 2, 'Less than a tenth of what I earn', 2),
    ('loan-3-c', 'loan-3', 3, 'Up to a third', 1),
    ('loan-3-d', 'loan-3', 4, 'More than a third', 0),
    ('loan-4-a', 'loan-4', 1, 'Pay from my savings', 3),
    ('loan-4-b', 'loan-4', 2, 'Ask for more time before that day', 2),
    ('loan-4-c', 'loan-4', 3, 'Borrow from somebody else', 1),
    ('loan-4-d', 'loan-4', 4, 'I do not know', 0);

INSERT INTO security_questions (id, position, question) VALUES
    ('security-1', 1, 'What was the name of the first school you went to?'),
    ('security-2', 2, 'In which town did your parents meet?'),
    ('security-3', 3, 'What did your family call you as a child?'),
    ('security-4', 4, 'What was the first thing you bought with money you had earned?'),
    ('security-5', 5, 'What was the name of your first pet?'),
    ('security-6', 6, 'Which street did you live in when you were ten?'),
    ('security-7', 7, 'What is the middle name of your eldest cousin?'),
    ('security-8', 8, 'Which dish did you learn to cook first?');
