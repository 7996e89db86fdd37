import type { Fault, Reason } from './check';

/** A fault in a sentence. */
export const FAULTS: Record<Fault, string> = {
  answer: 'The rules that were in force give another result than the one that was recorded.',
  posting: 'Another amount was booked than was decided.',
  statement: 'Your statement shows another amount than was booked.',
  record: 'The record of how this transaction was decided is not there, or cannot be read.',
  lines: 'The transactions of this month are not the ones that were sealed.',
  signature: 'The seal of this month does not carry our signature.',
  chain: 'The seal of this month does not continue from the one before it.',
  kept: 'This month is not what it was at your last check on this device.',
};

/** Why a transaction was not checked, after its number. */
export const REASONS: Record<Reason, (count: number) => string> = {
  before_records: (count) => `${count} from before we recorded how amounts are decided`,
  withheld: (count) => `${count} decided with facts about somebody else, which we may not show you`,
  no_module: (count) => `${count} decided by rules that are not in the archive any more`,
};
