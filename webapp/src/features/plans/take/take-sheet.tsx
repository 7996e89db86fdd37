import { useReducer, useState } from 'react';
import type { Problem } from '@/api/problem';
import type { Elements } from '@/lib/elements';
import { forgetKept } from '@/lib/kept';
import { PinStage } from '@/payment/pin-stage';
import { forgetPayment, type Order } from '@/payment/send';
import type { Quote } from '@/payment/types';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import type { Terms } from '../changed-terms';
import {
  type CardBody,
  type PlanAction,
  type PlanBody,
  usePlanCard,
  usePlanQuote,
} from '../common/mutations';
import type { Subscription } from '../types';
import { AccountDetails } from './account-details';
import { firstCharge } from './first-payment';
import { type Event, FIRST, type Paid, type Stage, transition } from './flow';
import { PlanCheckout } from './plan-checkout';

/** A step before the form. */
interface Answering<W> {
  answer: (wanted: Partial<W>) => void;
}

/** The form. */
export interface Filling<W> {
  /** The values of the steps before, and of the form if the user has come back to it. */
  wanted: Partial<W>;
  busy: boolean;
  /** Continues with these values; `show` shows the server's refusal of them. */
  proceed: (wanted: W, show?: (problem: Problem) => void) => void;
}

/** The review. */
export interface Reviewing<W> {
  wanted: W;
  /** Null if the price is fetched on acceptance. */
  quote: Quote | null;
  busy: boolean;
  error: Problem | null;
  accept: (wanted: W) => void;
}

/** The properties that the sheets of all kinds share. */
export interface SheetProps {
  open: boolean;
  onClose: () => void;
  /** In place of the PIN: the steps required before one can be entered. */
  before: Elements | undefined;
}

interface Props<K extends PlanAction, W> extends SheetProps {
  /** The payment, as the PIN authorises it. */
  action: K;
  /** The title of the form, and of every stage that has none in `titles`. */
  title: string;
  titles?: Record<string, string>;
  /** The plan's terms, which may change until the plan is taken. */
  terms?: Terms;
  /** The stages before the form, by name and in order. */
  steps?: Record<string, (step: Answering<W>) => Elements>;
  form: (form: Filling<W>) => Elements;
  review?: (review: Reviewing<W>) => Elements;
  /** Whether these values are reviewed; by default if there is a review. */
  reviews?: (wanted: W) => boolean;
  /** The stage that fetches the price. */
  priced: 'form' | 'review';
  /** The request of both the quote and the payment. */
  body: (wanted: W) => PlanBody<K>;
  /** The charge of a card that pays at once, without a PIN. */
  charge?: (wanted: W) => CardBody | null;
  /** The payee and the words above the PIN. */
  pin: (
    wanted: W,
    quote: Quote,
  ) => { payee?: string; agrees?: { words: string; amount: string; note: string } };
  /** The key of the values that the form keeps until the plan is taken. */
  keptAs?: string;
  /** Called once the money has been paid. `show` leads to the last stage. */
  onPaid: (paid: Paid, show: () => void) => unknown;
  done?: (paid: Paid, wanted: W) => Elements;
  /** Called after closing if the user is to continue later; the stage is kept. */
  interrupted?: (() => void) | null;
}

const TITLES: Record<string, string> = {
  review: 'Review',
  confirm: 'Authorize',
  card: 'Pay by card',
  account_details: 'Pay by bank transfer',
  done: 'Paid',
};

/**
 * Taking or paying a plan: the form, the review, the PIN, the money from a card or a bank, the result.
 *
 * A new kind of plan costs one file of at most 120 lines, such as `coins/coin-sheet.tsx`: it renders this sheet with the
 * kind's form, review and texts. `PlanForm` and `PlanReview` have the parts that kinds share, `Methods` and `AmountForm`
 * those of payments. Its payment is named in `QUOTES` (`../mutations.ts`) and in `PATHS` (`@/payment/send`), and a stage
 * before the form is one more entry of `steps`. The table of stages in `flow.ts` stays as it is.
 */
export function TakeSheet<K extends PlanAction, W extends object>(props: Props<K, W>) {
  const { open, onClose, before, action, title, titles, terms, priced, keptAs, interrupted } = props;
  const { steps = {}, form, review, body, charge, pin, done, onPaid } = props;
  const names = Object.keys(steps);
  const shape = { before: names.length, reviews: props.reviews ?? (() => review !== undefined) };
  const next = (from: Stage<W>, event: Event<W>): Stage<W> => transition(shape, from, event);
  const [stage, dispatch] = useReducer(next, FIRST);
  const [sending, setSending] = useState(false);
  const quote = usePlanQuote(action);
  const card = usePlanCard();

  const fetchPrice = (wanted: W, show?: (problem: Problem) => void) =>
    quote.mutate(body(wanted), {
      onSuccess: (given) => {
        forgetPayment();
        dispatch({ type: priced === 'form' ? 'filled' : 'accepted', wanted, quote: given });
      },
      onError: (problem) => {
        if (!terms?.refused(problem)) show?.(problem);
      },
    });
  const proceed: Filling<W>['proceed'] = (wanted, show) => {
    const charged = charge?.(wanted);
    if (charged)
      return card.mutate(charged, {
        onSuccess: (checkout) => dispatch({ type: 'charged', wanted, charge: charged, checkout }),
        onError: (problem) => show?.(problem),
      });
    if (priced === 'form') return fetchPrice(wanted, show);
    quote.reset();
    dispatch({ type: 'filled', wanted, quote: null });
  };
  const forget = () => {
    if (keptAs) forgetKept(keptAs);
  };
  const pay = (paid: Paid) => {
    forget();
    return onPaid(paid, () => dispatch({ type: 'done', paid }));
  };
  const awaited = (subscription: Subscription): unknown => {
    const { reference, awaits_payment } = subscription;
    // A loan without a fee is decided at once.
    if (!awaits_payment) return pay({ reference, subscription });
    forget();
    return dispatch({ type: 'awaited', subscription, charge: firstCharge(subscription) });
  };
  const restart = () => {
    quote.reset();
    dispatch({ type: 'restarted' });
  };

  const name = stage.name === 'form' ? (names[stage.step] ?? 'form') : stage.name;
  const goesBack = next(stage, { type: 'back' }) !== stage;
  const shown = { open, onClose, afterClose: interrupted ?? restart };
  if (terms?.notice)
    return (
      <Sheet {...shown} title={terms.plan.name} stage="changed">
        {terms.notice(restart)}
      </Sheet>
    );
  return (
    <Sheet
      {...shown}
      title={titles?.[name] ?? TITLES[name] ?? title}
      stage={name}
      onBack={goesBack ? () => dispatch({ type: 'back' }) : undefined}
      held={sending}
    >
      {stage.name === 'form' &&
        (steps[name]?.({ answer: (wanted) => dispatch({ type: 'answered', wanted }) }) ??
          form({ wanted: stage.wanted, busy: quote.isPending || card.isPending, proceed }))}
      {stage.name === 'review' &&
        review?.({
          wanted: stage.wanted,
          quote: priced === 'form' ? stage.quote : null,
          busy: quote.isPending,
          error: quote.error,
          accept: (wanted) =>
            priced === 'form' && stage.quote
              ? dispatch({ type: 'accepted', wanted, quote: stage.quote })
              : fetchPrice(wanted),
        })}
      {stage.name === 'confirm' &&
        (before ?? (
          <PinStage
            kind={action}
            order={orderOf<K>(body(stage.wanted), stage.quote)}
            total={stage.quote.total}
            {...pin(stage.wanted, stage.quote)}
            onSending={setSending}
            onPaid={(transaction) => pay({ reference: transaction.reference, transaction })}
            onAwaited={awaited}
            onRefused={terms?.refused}
            requote={async () => {
              if (priced === 'review') return dispatch({ type: 'back' });
              const { wanted } = stage;
              dispatch({ type: 'filled', wanted, quote: await quote.mutateAsync(body(wanted)) });
            }}
          />
        ))}
      {stage.name === 'card' && (
        <PlanCheckout
          charge={stage.charge}
          started={stage.checkout}
          onPaid={(transaction) => {
            const { subscription } = stage;
            const { reference } = subscription ?? transaction;
            void pay({ reference, transaction, ...(subscription && { subscription }) });
          }}
        />
      )}
      {stage.name === 'account_details' && (
        <AccountDetails
          subscription={stage.subscription}
          onArrived={(subscription) => {
            if (!done) toast.success('Transaction received');
            void pay({ reference: subscription.reference, subscription });
          }}
        />
      )}
      {stage.name === 'done' && done?.(stage.paid, stage.wanted)}
    </Sheet>
  );
}

const orderOf = <K extends PlanAction>(
  body: PlanBody<K>,
  { id, currency, amount, payee }: Quote,
): Order<K> => ({ body: { ...body, quote_id: id }, currency, amount, payee });
