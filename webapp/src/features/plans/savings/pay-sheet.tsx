import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CreditCard, Info, WalletCards } from 'lucide-react';
import { useReducer, useState } from 'react';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import type { Elements } from '@/lib/elements';
import { lagosToday } from '@/lib/today';
import { CardPayment } from '@/payment/card-payment';
import { Balance, money } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import { forgetPayment } from '@/payment/send';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { IconDisc } from '@/ui/icon-disc';
import { Loaded } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { grouped, groupedAmount, plainAmount } from '@/ui/typed';
import { CardLines } from '../card-lines';
import { usePlanCard, useRefreshPlans, useSavingsQuote } from '../mutations';
import { savingsAllowanceQuery } from '../queries';
import type { Cap, Instalment } from '../types';
import { dayWords } from '../words';
import { type Event, FIRST, type Method, type Stage, transition } from './pay-flow';

/** An instalment that is about to be paid. */
export interface Payable {
  instalment: Instalment;
  /** Its owner, if it is another member's. */
  owner: string | null;
}

interface Props extends Payable {
  open: boolean;
  onClose: () => void;
  /** What the naira wallet has. */
  balance: string;
  /** Whether cards are taken: for one's own instalments only. */
  cards: boolean;
  /** In place of the PIN: what has to be done before one can be asked for. */
  before?: Elements;
}

const CURRENCY = 'NGN';
const PAID = 'Savings successfully paid';

/** What is left of an instalment. */
const owedOf = ({ amount, amount_paid, due_at }: Instalment): string =>
  evaluate('plan.progress', {
    instalments: [{ amount, paid: amount_paid, due_at }],
    currency: CURRENCY,
    today: lagosToday(),
  }).owed ?? amount;

/** Paying an instalment: method, amount, and the payment. */
export function PaySheet(props: Props) {
  const { instalment, owner, open, onClose, balance, cards, before } = props;
  const [stage, dispatch] = useReducer(transition, FIRST);
  const [sending, setSending] = useState(false);
  const refresh = useRefreshPlans();
  const paid = (amount: string) => {
    toast.success(PAID);
    void refresh();
    dispatch({ type: 'paid', amount });
  };
  const isEnd = stage.name === 'method' || stage.name === 'paid';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={TITLES[stage.name]}
      stage={stage.name}
      onBack={isEnd ? undefined : () => dispatch({ type: 'back' })}
      held={sending}
    >
      {stage.name === 'method' && (
        <>
          <p className="text-sm text-muted">
            {`${owner === null ? 'Instalment' : `${owner}'s instalment`} ${instalment.number}, due ${dayWords(instalment.due_at)}`}
          </p>
          <Methods
            balance={balance}
            cards={cards && owner === null}
            onChosen={(method) => dispatch({ type: 'chosen', method })}
          />
        </>
      )}
      {stage.name === 'amount' &&
        (owner === null ? (
          <AmountForm
            instalment={instalment}
            balance={balance}
            method={stage.method}
            cap={null}
            dispatch={dispatch}
          />
        ) : (
          <CappedAmountForm
            instalment={instalment}
            balance={balance}
            method={stage.method}
            dispatch={dispatch}
          />
        ))}
      {stage.name === 'authorize' &&
        (before ?? <Authorize stage={stage} dispatch={dispatch} onSending={setSending} onPaid={paid} />)}
      {stage.name === 'card' && (
        <CardPayment
          currency={CURRENCY}
          checkout={stage.checkout}
          onPaid={({ net_amount }) => paid(net_amount)}
          onAgain={() => dispatch({ type: 'back' })}
        />
      )}
      {stage.name === 'paid' && (
        <div className="flex flex-col items-center gap-4 text-center">
          <CircleCheck aria-hidden className="size-14 text-positive" />
          <p role="status" className="flex flex-col gap-1">
            <strong className="text-lg">{PAID}</strong>
            <span className="figures text-xl font-bold">
              <Balance amount={stage.amount} currency={CURRENCY} />
            </span>
          </p>
          <Button wide onClick={onClose}>
            Done
          </Button>
        </div>
      )}
    </Sheet>
  );
}

const TITLES: Record<Stage['name'], string> = {
  method: 'Pay savings',
  amount: 'Pay savings',
  authorize: 'Authorize',
  card: 'Pay by card',
  paid: 'Paid',
};

const ROW =
  'flex min-h-16 w-full items-center gap-3 rounded-card border border-line bg-raised px-4 py-2 text-start font-semibold hover:bg-accent-soft';

interface MethodsProps {
  balance: string;
  cards: boolean;
  onChosen: (method: Method) => void;
}

/** What an instalment is paid from. */
const Methods = ({ balance, cards, onChosen }: MethodsProps) => (
  <>
    {cards && (
      <button type="button" className={ROW} onClick={() => onChosen('card')}>
        <IconDisc icon={CreditCard} />
        <span>Card</span>
      </button>
    )}
    <button type="button" className={ROW} onClick={() => onChosen('wallet')}>
      <IconDisc icon={WalletCards} />
      <span>
        <span>Wallet</span>
        <span className="block text-sm font-normal text-muted">
          <span>{'Available: '}</span>
          <Balance amount={balance} currency={CURRENCY} />
        </span>
      </span>
    </button>
  </>
);

interface AmountProps {
  instalment: Instalment;
  balance: string;
  method: Method;
  /** The most that may leave now, for another member's instalment. */
  cap: Cap | null;
  dispatch: (event: Event) => void;
}

/** The amount for another member's instalment, once it is known how much may leave. */
function CappedAmountForm(props: Omit<AmountProps, 'cap'>) {
  const allowance = useQuery(savingsAllowanceQuery(props.instalment.id));
  return (
    <Loaded query={allowance} waiting={<ListSkeleton rows={2} />}>
      {({ cap }) => <AmountForm {...props} cap={cap} />}
    </Loaded>
  );
}

function AmountForm({ instalment, balance, method, cap, dispatch }: AmountProps) {
  const owed = owedOf(instalment);
  const form = useEngineForm('payment', {
    defaultValues: { amount: groupedAmount(owed, CURRENCY), method },
    context: {
      kind: 'savings',
      currency: CURRENCY,
      owed,
      wallet_balance: balance,
      cap: cap?.amount ?? null,
    },
  });
  const amount = plainAmount(String(form.watch('amount')), CURRENCY);
  const capped = evaluate('instalment.payment', { amount, kind: 'savings', owed, currency: CURRENCY });
  const quote = useSavingsQuote();
  const start = usePlanCard();
  const submit = form.handleSubmit((values) => {
    const body = { id: instalment.id, amount: String(values.amount), method };
    const onError = form.showProblem;
    if (method === 'wallet')
      return quote.mutate(body, {
        onSuccess: (given) => {
          forgetPayment();
          dispatch({ type: 'quoted', body, quote: given });
        },
        onError,
      });
    // A card is never charged more than is owed.
    const debit = capped.valid ? capped.debit : body.amount;
    return start.mutate(
      { purpose: 'instalment', id: instalment.id, currency: CURRENCY, amount: debit },
      { onSuccess: (checkout) => dispatch({ type: 'checked_out', checkout }), onError },
    );
  });
  return (
    <Form
      onSubmit={submit}
      action="Continue"
      busy={quote.isPending || start.isPending}
      error={form.formError ?? form.errorOf('method')}
    >
      <TextField
        label={`Amount (${CURRENCY})`}
        inputMode="decimal"
        autoComplete="off"
        className="figures text-xl font-semibold"
        hint={`Left to pay: ${money(owed, CURRENCY)}`}
        error={form.errorOf('amount')}
        offer={form.offerOf('amount')}
        {...grouped(form.register('amount'), CURRENCY)}
      />
      {cap && (
        <p className="flex items-start gap-2 text-sm text-muted">
          <Info aria-hidden className="size-4 shrink-0 text-accent-text" />
          <span>{cap.message}</span>
        </p>
      )}
      {capped.valid && capped.message !== null && (
        <p role="status" className="rounded-control bg-sunken p-4 text-sm">
          {capped.message}
        </p>
      )}
      {method === 'card' && capped.valid && <CardLines amount={capped.debit} currency={CURRENCY} />}
    </Form>
  );
}

interface AuthorizeProps {
  stage: Extract<Stage, { name: 'authorize' }>;
  dispatch: (event: Event) => void;
  onSending: (sending: boolean) => void;
  onPaid: (amount: string) => void;
}

function Authorize({ stage: { body, quote }, dispatch, onSending, onPaid }: AuthorizeProps) {
  const requote = useSavingsQuote();
  return (
    <PinStage
      kind="savings_pay"
      order={{
        body: { ...body, quote_id: quote.id },
        currency: quote.currency,
        amount: quote.amount,
        payee: quote.payee,
      }}
      total={quote.total}
      {...(quote.recipient && { payee: quote.recipient.name })}
      onSending={onSending}
      onPaid={({ gross_amount }) => onPaid(gross_amount)}
      requote={async () => dispatch({ type: 'quoted', body, quote: await requote.mutateAsync(body) })}
    />
  );
}
