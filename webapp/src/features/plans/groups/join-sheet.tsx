import { useState } from 'react';
import { evaluate, useEngineForm } from '@/engine/later';
import { Breakdown } from '@/payment/breakdown';
import { money } from '@/payment/money';
import { Button } from '@/ui/button';
import { cleaned } from '@/ui/cleaned';
import { Checkbox, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { plainAmount } from '@/ui/typed';
import { limitsWords } from '../common/limits';
import { useFindPlan, useRefreshPlans } from '../common/mutations';
import type { Facts } from '../savings/facts';
import { AmountField } from '../take/amount-field';
import { Done } from '../take/done';
import { type Filling, type Reviewing, type SheetProps, TakeSheet } from '../take/take-sheet';
import type { GroupPlan } from '../types';
import { JoinSchedule, PlanFacts } from './plan-facts';
import { useInstalmentForm } from './use-instalment-form';
import { WithFacts } from './with-facts';

/** The plan that a code leads to, and the new member's instalment. */
interface Joining {
  plan: GroupPlan;
  message: string;
  amount: string;
  collects: boolean;
}

const TITLE = 'Join a plan';

/** Joining a plan: its code, its terms, the amount, and the first instalment. */
export function JoinSheet({ code: asked = '', ...sheet }: SheetProps & { code?: string | undefined }) {
  const refresh = useRefreshPlans();
  return (
    <TakeSheet<'group_join', Joining>
      {...sheet}
      action="group_join"
      title={TITLE}
      titles={{ review: TITLE, confirm: TITLE, done: TITLE }}
      steps={{ code: ({ answer }) => <CodeForm code={asked} onFound={answer} /> }}
      form={({ wanted: { plan, message }, ...form }) =>
        plan && (
          <WithFacts>
            {(facts) => <Preview {...form} plan={plan} message={message ?? plan.message} facts={facts} />}
          </WithFacts>
        )
      }
      priced="form"
      review={(review) => <Review {...review} />}
      body={({ plan: { code }, amount, collects }) => ({ code, amount, collects })}
      pin={({ plan }) => ({ payee: plan.name })}
      onPaid={(_, show) => {
        void refresh();
        show();
      }}
      done={(_, { plan }) => (
        <Done words={`You have joined ${plan.name} plan. Kindly reload.`} onClose={sheet.onClose} />
      )}
    />
  );
}

interface CodeProps {
  /** A code from a link. */
  code: string;
  onFound: (found: Pick<Joining, 'plan' | 'message'>) => void;
}

function CodeForm({ code: given, onFound }: CodeProps) {
  const form = useEngineForm('plan_code', { defaultValues: { code: given } });
  const find = useFindPlan();
  return (
    <Form
      onSubmit={form.handleSubmit(({ code }) =>
        find.mutate(code, {
          onSuccess: ({ data, message }) => onFound({ plan: data, message: message ?? data.message }),
          onError: form.showProblem,
        }),
      )}
      action="Continue"
      busy={find.isPending}
      error={form.formError}
    >
      <TextField
        label="Plan code"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        error={form.errorOf('code')}
        {...cleaned(form.register('code'))}
      />
    </Form>
  );
}

interface PreviewProps extends Omit<Filling<Joining>, 'wanted'> {
  plan: GroupPlan;
  message: string;
  facts: Facts;
}

/** The plan, and the amount of each of the new member's instalments. */
function Preview({ plan, message, facts, busy, proceed }: PreviewProps) {
  const { name, amount: usual } = plan;
  const { currency } = plan.limits;
  const form = useInstalmentForm({ name, amount: usual, currency, funding_source: 'wallet' }, plan, facts);
  const amount = plainAmount(String(form.watch('amount')), currency);
  const collection = evaluate('savings.collection', { is_flexible: plan.is_flexible });
  const [collects, setCollects] = useState(collection.on);
  return (
    <>
      <p role="status" className="font-semibold wrap-anywhere">
        {message}
      </p>
      <PlanFacts plan={plan} />
      <Form
        onSubmit={form.handleSubmit(() => proceed({ plan, message, amount, collects }, form.showProblem))}
        action="Continue"
        busy={busy}
        error={form.otherError}
      >
        <AmountField
          form={form}
          label="Your instalment"
          currency={currency}
          hint={`You can save ${limitsWords(plan)} each time.`}
          field={form.amountField}
        />
        <div className="flex flex-col gap-1">
          <Checkbox checked={collects} onChange={({ target }) => setCollects(target.checked)}>
            Collect the other instalments automatically
          </Checkbox>
          {collects && <p className="text-sm text-muted">{collection.note}</p>}
        </div>
        <JoinSchedule plan={plan} amount={amount} />
      </Form>
    </>
  );
}

/** The first instalment, and all that follow. */
const Review = ({ wanted, quote, accept }: Reviewing<Joining>) =>
  quote && (
    <>
      <PlanFacts plan={wanted.plan} />
      <hr className="border-line" />
      <Breakdown
        lines={quote.lines}
        total={quote.total}
        currency={quote.currency}
        totalLabel="You pay today"
        of={{ quote: quote.id }}
      />
      <JoinSchedule plan={wanted.plan} amount={wanted.amount} />
      <Button wide onClick={() => accept(wanted)}>
        Confirm
      </Button>
      <p className="text-center text-sm text-muted">
        {`${money(quote.total, quote.currency)} is paid from your wallet now.`}
      </p>
    </>
  );
