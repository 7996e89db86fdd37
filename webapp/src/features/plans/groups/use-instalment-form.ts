import { useEngineForm } from '@/engine/later';
import type { Currency } from '@/payment/types';
import { groupedAmount } from '@/ui/typed';
import type { Facts } from '../savings/facts';
import type { Plan } from '../types';

/** The limits of an instalment in a group. */
export type GroupTerms = Pick<Plan, 'base_currency' | 'min_amount' | 'max_amount' | 'is_flexible'>;

interface Wanted {
  /** The group's name and its usual instalment. */
  name: string;
  amount: string;
  currency: Currency;
  /** An added member pays later, from a wallet whose balance is not known here. */
  funding_source: 'wallet' | 'bank';
}

/** The form of a new member's instalment, with the context that the server uses. */
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
    /** The error apart from the amount's: the balance is too low. */
    otherError: form.formError ?? form.errorOf('funding_source') ?? null,
  };
}
