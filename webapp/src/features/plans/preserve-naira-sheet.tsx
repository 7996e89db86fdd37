import { useState } from 'react';
import { useEngineForm } from '@/engine/later';
import { SelectField, TextField } from '@/ui/field';
import { FormSheet } from '@/ui/form-sheet';
import { grouped, plainAmount } from '@/ui/typed';
import type { Plan } from './types';

/** The next page: savings, with the form filled in. */
export interface Preserved {
  amount: string;
  funding_source: 'bank';
  name: string;
  plan: string;
}

interface Props {
  plans: readonly Plan[];
  onClose: () => void;
  onChosen: (preserved: Preserved) => void;
}

/** Turning naira into dollars by bank transfer, in a plan that holds them. (Document 3, section 2.) */
export function PreserveNairaSheet({ plans, onClose, onChosen }: Props) {
  const form = useEngineForm('preserve_naira', { defaultValues: { amount: '' } });
  const [id, setId] = useState(plans[0]?.id ?? '');
  return (
    <FormSheet
      title="Preserve Naira"
      onClose={onClose}
      action="Continue"
      error={form.formError}
      onSubmit={form.handleSubmit((values) => {
        const amount = plainAmount(String(values.amount), 'NGN');
        onChosen({ amount, funding_source: 'bank', name: 'Preserve Naira', plan: id });
      })}
    >
      <p className="text-sm text-muted">
        Send naira by bank transfer: it is changed to dollars when it arrives, and stays dollars until you
        take it. There is no penalty.
      </p>
      <TextField
        label="Amount (NGN)"
        inputMode="decimal"
        autoComplete="off"
        className="figures text-xl font-semibold"
        error={form.errorOf('amount')}
        offer={form.offerOf('amount')}
        {...grouped(form.register('amount'), 'NGN')}
      />
      <SelectField
        label="Plan"
        options={plans.map(({ id: value, name: label }) => ({ value, label }))}
        value={id}
        onChange={({ target }) => setId(target.value)}
      />
    </FormSheet>
  );
}
