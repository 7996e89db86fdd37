import { readStored, store } from './storage';

type Type = 'onboarding' | 'loan';

export type Scores = Partial<Record<Type, number>>;

/** The scores of each type of question. Formerly a single number was stored: that of the sign-in. */
export function storedScores(): Scores {
  try {
    const kept: unknown = JSON.parse(readStored('scores') ?? '{}');
    if (typeof kept === 'number') return { onboarding: kept };
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** Null deletes the score. */
export function storeScore(type: Type, score: number | null): void {
  const { [type]: _before, ...others } = storedScores();
  const scores = score === null ? others : { ...others, [type]: score };
  store('scores', Object.keys(scores).length === 0 ? null : JSON.stringify(scores));
}
