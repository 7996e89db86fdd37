import type { CheckMap, RuleMap } from './rule-map.js';

export type * from './rule-map.js';

/** Input and output of each rule of the module. */
export type Rules = Omit<RuleMap, 'password.estimate'> & CheckMap;
export type Rule = keyof Rules;

/** A call that the rules cannot understand. A refused value is an answer instead. */
export class RuleCallError extends Error {
  readonly code: CallErrorCode;
}
export type CallErrorCode =
  | 'malformed'
  | 'missing_key'
  | 'unknown_field'
  | 'unknown_form'
  | 'unknown_key'
  | 'unknown_rule'
  | 'wrong_type';

/** One step of a calculation. Steps are numbered from one, and made `of` earlier ones. */
export type Step = { value: string } & (
  | { way: 'input'; path: string }
  | { way: 'constant' }
  | { way: 'plus' | 'minus' | 'at_most' | 'at_least'; of: number[] }
  | { way: 'scaled'; of: number[]; times: string; over: string; rounding: 'up' | 'down' | 'half_up' }
  | { way: 'part'; of: number[]; number: number; count: number }
  | { way: 'described'; of: number[]; words: string }
);

/** An answer, and how its figures were worked out. */
export interface Explained<R extends Rule> {
  output: Rules[R]['output'];
  /** The number of the step that made each figure, by its place in the output (RFC 6901). */
  figures: Record<string, number>;
  steps: Step[];
  /** False if there are too many steps: then there are none. */
  is_complete: boolean;
}

export interface LoadedRules {
  /** The version of the rules: 32 hexadecimal digits. */
  readonly version: string;
  /** Answers a call; throws a `RuleCallError` for one that cannot be understood. */
  evaluate<R extends Rule>(rule: R, input: Rules[R]['input']): Rules[R]['output'];
  /** Answers a call as `evaluate` does, and explains the answer. */
  explain<R extends Rule>(rule: R, input: Rules[R]['input']): Explained<R>;
}

/** Loads the rules, by default the package's own; `bytes` are those of another version's module. */
export function load(bytes?: ArrayBuffer | ArrayBufferView): Promise<LoadedRules>;
