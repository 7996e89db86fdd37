import type { Subscription } from '../types';

export type GoalKind = NonNullable<Subscription['goal']>;

/** A goal of savings, as it is sent with them. */
export interface Goal {
  kind: GoalKind;
  /** The amount to reach; blank if there is none. */
  target: string;
}

export interface NamedGoal extends Goal {
  name: string;
}

/** The goals on offer, with their names. The last one gets a name of its own. */
export const GOALS: readonly { kind: GoalKind; label: string }[] = [
  { kind: 'rent', label: 'Rent' },
  { kind: 'school_fees', label: 'School fees' },
  { kind: 'gadget', label: 'Gadget' },
  { kind: 'travel', label: 'Travel' },
  { kind: 'detty_december', label: 'Detty December' },
  { kind: 'emergency', label: 'Emergency' },
  { kind: 'other', label: 'Something else' },
];

/** The goal that an address names. */
export const goalNamed = (text: string | undefined) => GOALS.find(({ kind }) => kind === text);
