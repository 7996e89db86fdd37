import { evaluate } from '@/engine/later';
import type { Instalment, Member, Subscription } from './types';

/** The user's id for the rule, which only compares it with the member's. */
const USER = 'me';

/** Whether the user may pay an instalment, their own or another member's. */
export function isPayable(
  { type, status, currency, members }: Pick<Subscription, 'type' | 'status' | 'currency' | 'members'>,
  { due_at, amount, amount_paid }: Instalment,
  other: Member | null,
): boolean {
  const part = other ?? members.find(({ is_me }) => is_me);
  const instalments = [{ due_at, amount, paid: amount_paid }];
  const { owed } = evaluate('plan.progress', { instalments, today: due_at, currency });
  const payable = evaluate('instalment.payable', {
    kind: type,
    status,
    membership: part?.status ?? status,
    member: other?.uuid ?? USER,
    user: USER,
    owed: owed ?? '0',
    currency,
  });
  return payable.allowed === true;
}
