import { expect, test } from 'vitest';
import type { CardStarted, Quote, Transaction } from '@/payment/types';
import { type Event, FIRST, type Stage, transition } from './pay-flow';

const quote = { id: 'q' } as Quote;
const checkout = { tx_ref: 't' } as CardStarted;
const transaction = { reference: 'r' } as Transaction;

const byWallet: Stage = { name: 'amount', method: 'wallet' };
const byCard: Stage = { name: 'amount', method: 'card' };
const authorize: Stage = { name: 'authorize', amount: '500', quote };
const card: Stage = { name: 'card', amount: '500', checkout };
const paid: Stage = { name: 'paid', transaction };

const STAGES = [FIRST, byWallet, authorize, card, paid];

/** What each event leads to, from the stages above in their order; null where it changes nothing. */
const TABLE: [Event, (Stage | null)[]][] = [
  [{ type: 'chose', method: 'wallet' }, [byWallet, null, null, null, null]],
  [{ type: 'quoted', amount: '500', quote }, [null, authorize, null, null, null]],
  [{ type: 'checked_out', amount: '500', checkout }, [null, card, null, null, null]],
  [{ type: 'paid', transaction }, [null, null, paid, paid, null]],
  [{ type: 'back' }, [null, FIRST, { ...byWallet, amount: '500' }, { ...byCard, amount: '500' }, null]],
  [{ type: 'closed' }, [null, FIRST, FIRST, FIRST, FIRST]],
];

test.each(TABLE)('%o', (event, expected) => {
  expect(STAGES.map((stage) => transition(stage, event))).toEqual(
    expected.map((stage, index) => stage ?? STAGES[index]),
  );
});
