import type { Predictions } from './queries';

/** Display names of the groups of signals. */
export const GROUPS: Record<string, string> = {
  first_match: 'First match',
  second_match: 'Second match',
  third_match: 'Third match',
  forth_match: 'Fourth match',
} satisfies Record<keyof Predictions['signals'], string>;
