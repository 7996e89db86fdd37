import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { Breakdown } from '@/payment/breakdown';
import { useTypedAmount } from '@/payment/use-typed-amount';
import { SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';
import { grouped } from '@/ui/typed';
import { ussdBanksQuery } from './queries';
import type { Bank } from './types';

/** The parameters of the bank transfer's page. */
export interface UssdDeposit {
  amount: string;
  /** The bank's template. */
  code: string;
}

/** The amount and the bank: the next page shows the code to dial beside the receiving account. */
export function UssdStage({ onEntered }: { onEntered: (deposit: UssdDeposit) => void }) {
  const banks = useQuery(ussdBanksQuery);
  return (
    <Loaded query={banks} waiting={<ListSkeleton rows={2} />}>
      {(loaded) => <UssdForm banks={loaded} onEntered={onEntered} />}
    </Loaded>
  );
}

const CURRENCY = 'NGN';

interface Props {
  banks: Bank[];
  onEntered: (deposit: UssdDeposit) => void;
}

function UssdForm({ banks, onEntered }: Props) {
  const [bank, setBank] = useState(banks[0]?.code ?? '');
  const form = useEngineForm('fund', { defaultValues: { amount: '' }, context: { currency: CURRENCY } });
  const code = banks.find((one) => one.code === bank)?.ussd_template ?? '';
  // The next page fills in the account; here the code shows whether the amount can be dialled.
  const dialled = (amount: string) =>
    evaluate('funding.ussd', { template: code, amount, account_number: '' }).violations;
  const { amount, error, hint, offer } = useTypedAmount(form, CURRENCY);
  const [undiallable] = amount === '' ? [] : dialled(amount);
  const input = { method: 'ussd', currency: CURRENCY, amount } as const;
  const quoted = evaluate('funding.quote', input);
  const enter = (amount: string) => {
    const violations = dialled(amount);
    const [first] = violations;
    if (!first) onEntered({ amount, code });
    else form.showProblem({ message: first.message, violations });
  };
  return (
    <Form
      onSubmit={form.handleSubmit(({ amount }) => enter(String(amount)))}
      action="Continue"
      error={form.formError}
    >
      <SelectField
        label="Bank"
        value={bank}
        onChange={(event) => setBank(event.target.value)}
        options={banks.map((one) => ({ value: one.code, label: one.name }))}
      />
      <TextField
        label={`Amount (${CURRENCY})`}
        inputMode="numeric"
        autoComplete="off"
        hint={hint}
        error={error ?? undiallable?.message}
        offer={offer}
        {...grouped(form.register('amount'), CURRENCY)}
      />
      {quoted.valid && !undiallable && (
        <div aria-live="polite" className="rounded-control bg-sunken p-4">
          <Breakdown
            lines={quoted.lines}
            total={quoted.total}
            currency={CURRENCY}
            totalLabel="Your bank is charged"
            of={{ asked: [{ rule: 'funding.quote', input }] }}
          />
        </div>
      )}
    </Form>
  );
}
