import { expect, it } from 'vitest';
import { storedScores, storeScore } from './scores';
import { readStored, store } from './storage';

it('keeps a score for each type of question', () => {
  storeScore('onboarding', 15);
  storeScore('loan', 40);
  storeScore('onboarding', 20);
  expect(storedScores()).toEqual({ onboarding: 20, loan: 40 });
  storeScore('onboarding', null);
  expect(storedScores()).toEqual({ loan: 40 });
  storeScore('loan', null);
  expect(readStored('scores')).toBe(null);
});

it('reads the single number stored formerly, and ignores anything else', () => {
  store('scores', '15');
  expect(storedScores()).toEqual({ onboarding: 15 });
  storeScore('loan', 40);
  expect(storedScores()).toEqual({ onboarding: 15, loan: 40 });
  for (const broken of ['', 'null', '{']) {
    store('scores', broken);
    expect(storedScores()).toEqual({});
  }
});
