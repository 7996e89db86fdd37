import { CircleCheck } from 'lucide-react';
import { useReducer, useState } from 'react';
import { useEngineForm } from '@/engine/use-engine-form';
import type { Elements } from '@/lib/elements';
import { Breakdown } from '@/payment/breakdown';
import { money } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import { forgetPayment } from '@/payment/send';
import { Button } from '@/ui/button';
import { cleaned } from '@/ui/cleaned';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Sheet } from '@/ui/sheet';
import { grouped, plainAmount } from '@/ui/typed';
import { limitsWords } from '../limits';
import { useFindPlan, useJoinQuote, useRefreshPlans } from '../mutations';
import type { Facts } from '../savings/start-form';
import type { GroupPlan } from '../types';
import { type Event, FIRST, type Stage, transition } from './join-flow';
import { JoinSchedule, PlanFacts } from './plan-facts';
import { useInstalmentForm } from './use-instalment-form';
import { WithFacts } from './with-facts';

interface Props {
  open: boolean;
  onClose: () => void;
  /** In place of the PIN: what has to be done before one can be asked for. */
  before?: Elements;
}

/** Joining a plan: its code, what it is, how much, and the first instalment. */
export function JoinSheet({ open, onClose, before }: Props) {
  const [stage, dispatch] = useReducer(transition, FIRST);
  const [sending, setSending] = useState(false);
  const isEnd = stage.name === 'code' || stage.name === 'join_plan_completed';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Join a plan"
      stage={stage.name}
      onBack={isEnd ? undefined : () => dispatch({ type: 'back' })}
      held={sending}
    >
      {stage.name === 'code' && (
        <CodeForm onFound={(plan, message) => dispatch({ type: 'found', plan, message })} />
      )}
      {stage.name === 'preview_plan' && (
        <WithFacts>{(facts) => <Preview stage={stage} facts={facts} dispatch={dispatch} />}</WithFacts>
      )}
      {stage.name === 'confirm' && (
        <Confirm stage={stage} onAccepted={() => dispatch({ type: 'accepted' })} />
      )}
      {stage.name === 'authorize' &&
        (before ?? <Authorize stage={stage} dispatch={dispatch} onSending={setSending} />)}
      {stage.name === 'join_plan_completed' && (
        <div className="flex flex-col items-center gap-4 text-center">
          <CircleCheck aria-hidden className="size-14 text-positive" />
          <p role="status" className="font-semibold wrap-anywhere">
            {`You have joined ${stage.plan.name} plan. Kindly reload.`}
          </p>
          <Button wide onClick={onClose}>
            Done
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function CodeForm({ onFound }: { onFound: (plan: GroupPlan, message: string) => void }) {
  const form = useEngineForm('plan_code', { defaultValues: { code: '' } });
  const find = useFindPlan();
  return (
    <Form
      onSubmit={form.handleSubmit(({ code }) =>
        find.mutate(code, {
          onSuccess: ({ data, message }) => onFound(data, message ?? data.message),
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

interface PreviewProps {
  stage: Extract<Stage, { name: 'preview_plan' }>;
  facts: Facts;
  dispatch: (event: Event) => void;
}

/** The plan, and how much the new member saves each time. */
function Preview({ stage: { plan, message }, facts, dispatch }: PreviewProps) {
  const { name, amount: usual, code } = plan;
  const { currency } = plan.limits;
  const wanted = { name, amount: usual, currency, funding_source: 'wallet' } as const;
  const form = useInstalmentForm(wanted, plan, facts);
  const ask = useJoinQuote();
  const typed = plainAmount(String(form.watch('amount')), currency);
  return (
    <>
      <p role="status" className="font-semibold wrap-anywhere">
        {message}
      </p>
      <PlanFacts plan={plan} />
      <Form
        onSubmit={form.handleSubmit(({ amount }) => {
          const body = { code, amount: plainAmount(String(amount), currency) };
          ask.mutate(body, {
            onSuccess: (quote) => {
              forgetPayment();
              dispatch({ type: 'quoted', body, quote });
            },
            onError: form.showProblem,
          });
        })}
        action="Continue"
        busy={ask.isPending}
        error={form.otherError}
      >
        <TextField
          label={`Your instalment (${currency})`}
          inputMode="decimal"
          autoComplete="off"
          className="figures text-xl font-semibold"
          hint={`You can save ${limitsWords(plan)} each time.`}
          error={form.errorOf('amount')}
          offer={form.offerOf('amount')}
          {...grouped(form.amountField, currency)}
        />
        <JoinSchedule plan={plan} amount={typed} />
      </Form>
    </>
  );
}

interface ConfirmProps {
  stage: Extract<Stage, { name: 'confirm' }>;
  onAccepted: () => void;
}

/** The first instalment, and every one after it. */
const Confirm = ({ stage: { plan, body, quote }, onAccepted }: ConfirmProps) => (
  <>
    <PlanFacts plan={plan} />
    <hr className="border-line" />
    <Breakdown lines={quote.lines} total={quote.total} currency={quote.currency} totalLabel="You pay today" />
    <JoinSchedule plan={plan} amount={body.amount} />
    <Button wide onClick={onAccepted}>
      Confirm
    </Button>
    <p className="text-center text-sm text-muted">
      {`${money(quote.total, quote.currency)} is paid from your wallet now.`}
    </p>
  </>
);

interface AuthorizeProps {
  stage: Extract<Stage, { name: 'authorize' }>;
  dispatch: (event: Event) => void;
  onSending: (sending: boolean) => void;
}

function Authorize({ stage: { plan, body, quote }, dispatch, onSending }: AuthorizeProps) {
  const requote = useJoinQuote();
  const refresh = useRefreshPlans();
  return (
    <PinStage
      kind="group_join"
      order={{
        body: { ...body, quote_id: quote.id },
        currency: quote.currency,
        amount: quote.amount,
        payee: quote.payee,
      }}
      total={quote.total}
      payee={plan.name}
      onSending={onSending}
      onPaid={() => {
        void refresh();
        dispatch({ type: 'joined' });
      }}
      requote={async () => dispatch({ type: 'quoted', body, quote: await requote.mutateAsync(body) })}
    />
  );
}
