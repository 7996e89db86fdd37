import { useEngineForm } from '@/engine/use-engine-form';
import type { Currency } from '@/payment/types';
import { groupedAmount } from '@/ui/typed';
import type { Facts } from '../savings/start-form';
import type { Plan } from '../types';

/** What an instalment in a group may be. */
export type GroupTerms = Pick<Plan, 'base_currency' | 'min_amount' | 'max_amount' | 'is_flexible'>;

interface Wanted {
  /** The group's name, and what its other members save. */
  name: string;
  amount: string;
  currency: Currency;
  /** An added member pays later, from a wallet that nobody else sees. */
  funding_source: 'wallet' | 'bank';
}

/** The form of a new member's instalment, with everything that the server judges it by. */
export function useInstalmentForm(wanted: Wanted, terms: GroupTerms, facts: Facts) {
  const { name, amount, currency, funding_source } = wanted;
  const { base_currency, min_amount, max_amount, is_flexible } = terms;
  const form = useEngineForm('savings_subscription', {
    defaultValues: {
      name,
      amount: groupedAmount(amount, currency),
      funding_source,
      duration: '',
      duration_unit: '',
      confirm: true,
    },
    context: {
      plan: { base_currency, min_amount, max_amount, is_flexible, is_group: true },
      currency,
      rates: facts.rates,
      wallet_balance: funding_source === 'wallet' ? facts.balance : null,
    },
  });
  return {
    ...form,
    amountField: form.register('amount', { deps: ['funding_source'] }),
    /** What is wrong apart from the amount: the wallet has too little. */
    otherError: form.formError ?? form.errorOf('funding_source') ?? null,
  };
}
