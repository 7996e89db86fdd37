import type { BaseSyntheticEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Elements } from '@/lib/elements';
import { Checkbox, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { plainAmount } from '@/ui/typed';
import { limitsWords } from '../../common/limits';
import { FundingChoice, type FundingSource, useOfferedSource } from '../../funding-choice';
import type { Plan } from '../../types';
import { AmountField, type AmountFields } from '../amount-field';
import type { Filling } from '../take-sheet';

/** The values of the form. */
export interface Wanted {
  name: string;
  amount: string;
  funding_source: FundingSource;
}

/** The request of both the quote and the payment. */
export const bodyOf = <W extends Wanted>({ id, version, type }: Plan, wanted: W) => ({
  plan_id: id,
  plan_version: version,
  type,
  ...wanted,
  confirm: true,
});

type Name = keyof Wanted | 'confirm';

/** A form of the engine with these fields. */
interface PlanFields extends AmountFields {
  watch: (name: 'amount' | 'funding_source') => string | number | boolean;
  setValue: (name: 'funding_source', value: FundingSource) => void;
  register: (name: Name) => UseFormRegisterReturn;
  handleSubmit: (
    send: (values: { name: string; funding_source: string }) => unknown,
  ) => (event?: BaseSyntheticEvent) => unknown;
  errorOf: (name: Name) => string | undefined;
  formError: string | null;
  formState: { isValid: boolean };
}

interface Props extends Pick<Filling<Wanted>, 'proceed'> {
  form: PlanFields;
  plan: Plan;
  /** The spendable balance of the naira wallet. */
  balance: string;
  /** The labels of the name, the source and the box. */
  labels: { name: string; source: string; confirm: string };
  /** The verb of the limits: borrow, for example. */
  verb: string;
  /** Whether an amount is enough to choose a source. */
  isPayable: (amount: string) => boolean;
  above?: Elements;
  /** Shown for an amount that is enough. */
  preview?: (amount: string) => Elements;
  below?: Elements;
}

/** The form of a plan: its name, the amount, the source of the money, and a box to tick. */
export function PlanForm(props: Props) {
  const { form, plan, balance, labels, verb, isPayable, above, preview, below, proceed } = props;
  const { currency } = plan.limits;
  const amount = plainAmount(String(form.watch('amount')), currency);
  useOfferedSource(String(form.watch('funding_source')), (source) => form.setValue('funding_source', source));
  return (
    <Form
      onSubmit={form.handleSubmit(({ name, funding_source }) =>
        proceed({ name, amount, funding_source: funding_source as FundingSource }),
      )}
      action="Proceed"
      // Disabled while it is not valid. (Document 3, sections 2 and 5.)
      disabled={!form.formState.isValid}
      error={form.formError}
    >
      {above}
      <TextField
        label={labels.name}
        autoComplete="off"
        error={form.errorOf('name')}
        {...form.register('name')}
      />
      <AmountField
        form={form}
        label="Amount"
        currency={currency}
        hint={`You can ${verb} ${limitsWords(plan)}.`}
      />
      {isPayable(amount) && (
        <>
          {preview?.(amount)}
          <FundingChoice
            label={labels.source}
            balance={balance}
            currency={currency}
            error={form.errorOf('funding_source')}
            field={form.register('funding_source')}
          />
        </>
      )}
      <Checkbox error={form.errorOf('confirm')} {...form.register('confirm')}>
        {labels.confirm}
      </Checkbox>
      {below}
    </Form>
  );
}
