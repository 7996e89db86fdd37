import { expect, test } from 'vitest';
import type { Quote } from '@/payment/types';
import type { Subscription } from '../types';
import { type Event, FIRST, type Stage, transition } from './flow';

const wanted = { name: 'Shop', amount: '10000', funding_source: 'wallet' } as const;
const place = { latitude: '6.5', longitude: '3.4' };
const quote = { id: 'q' } as Quote;
const charged = { id: 's', funding_source: 'card' } as Subscription;
const transferred = { id: 's', funding_source: 'bank' } as Subscription;

const form: Stage = { name: 'loan_form' };
const receipt: Stage = { name: 'receipt', wanted };
const confirm: Stage = { name: 'confirm', wanted, place, quote };
const card: Stage = { name: 'card', subscription: charged };
const account: Stage = { name: 'account_details', subscription: transferred };

const STAGES = [FIRST, form, receipt, confirm, card, account];

/** What each event leads to, from the stages above in their order; null where it changes nothing. */
const TABLE: [Event, (Stage | null)[]][] = [
  [{ type: 'agreed' }, [form, null, null, null, null, null]],
  [{ type: 'proceeded', wanted }, [null, receipt, null, null, null, null]],
  [{ type: 'quoted', place, quote }, [null, null, confirm, null, null, null]],
  [{ type: 'requested', subscription: charged }, [null, null, null, card, null, null]],
  [{ type: 'requested', subscription: transferred }, [null, null, null, account, null, null]],
  [{ type: 'repriced' }, [null, null, null, receipt, null, null]],
  [{ type: 'back' }, [null, FIRST, form, receipt, null, null]],
  [{ type: 'closed' }, [null, FIRST, FIRST, FIRST, FIRST, FIRST]],
];

test.each(TABLE)('%o', (event, expected) => {
  expect(STAGES.map((stage) => transition(stage, event))).toEqual(
    expected.map((stage, index) => stage ?? STAGES[index]),
  );
});
