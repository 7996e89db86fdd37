import type { User } from '@/api/types';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { Balance } from '@/payment/money';
import { Checkbox, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { grouped, plainAmount } from '@/ui/typed';
import { FundingChoice, useFirstSource, useOfferedSource } from '../funding-choice';
import { limitsWords } from '../limits';
import type { Plan } from '../types';
import { costOf } from './cost';
import type { Wanted } from './flow';
import { contextOf, Gates, gatesOf, type Unlock } from './gates';

interface Props {
  plan: Plan;
  user: User;
  /** What can be spent from the naira wallet. */
  balance: string;
  onUnlock: (unlock: Unlock) => void;
  onProceed: (wanted: Wanted) => void;
}

/** Everybody may see what a loan costs: gates are judged where it is accepted. */
const OPEN = { phone: true, clusters: true, location: true };

/** The purpose of the loan, its amount, and how the request fee is paid. */
export function FormStage({ plan, user, balance, onUnlock, onProceed }: Props) {
  const { currency } = plan.limits;
  const context = { ...contextOf(plan, user, null), ...OPEN };
  const first = useFirstSource();
  const isFree = costOf(plan, plan.limits.minimum)?.isFree ?? false;
  const form = useEngineForm('loan_subscription', {
    defaultValues: { name: '', amount: '', funding_source: isFree ? 'wallet' : first, confirm: false },
    context,
    keeps: { as: `loan.${plan.id}`, fields: ['name', 'amount', 'funding_source'] },
  });
  const amount = plainAmount(String(form.watch('amount')), currency);
  useOfferedSource(form.watch('funding_source'), (source) => form.setValue('funding_source', source));
  const isPayable = evaluate('plan.funding', { kind: 'loan', amount, currency }).shown;
  return (
    <Form
      onSubmit={form.handleSubmit(({ name, funding_source }) =>
        onProceed({ name, amount, funding_source: funding_source as Wanted['funding_source'] }),
      )}
      action="Proceed"
      // Disabled while it is not valid. (Document 3, section 2.)
      disabled={!form.formState.isValid}
      error={form.formError}
    >
      <TextField
        label="Purpose of the loan"
        autoComplete="off"
        error={form.errorOf('name')}
        {...form.register('name')}
      />
      <TextField
        label={`Amount (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        className="figures text-xl font-semibold"
        hint={`You can borrow ${limitsWords(plan)}.`}
        error={form.errorOf('amount')}
        offer={form.offerOf('amount')}
        {...grouped(form.register('amount'), currency)}
      />
      {isPayable && !isFree && (
        <FundingChoice
          label="Pay the request fee with"
          hints={{
            card: 'A card charge is added',
            wallet: (
              <>
                <span>{'Available: '}</span>
                <Balance amount={balance} currency={currency} />
              </>
            ),
            bank: 'No fee',
          }}
          error={form.errorOf('funding_source')}
          field={form.register('funding_source')}
        />
      )}
      <Checkbox error={form.errorOf('confirm')} {...form.register('confirm')}>
        I confirm that the purpose and the amount are right.
      </Checkbox>
      <Gates gates={gatesOf(plan, user)} onUnlock={onUnlock} />
    </Form>
  );
}
