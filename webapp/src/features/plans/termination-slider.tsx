import { useId, useMemo, useState } from 'react';
import { evaluate } from '@/engine/later';
import { useToday } from '@/lib/today';
import { Balance, money, useMoney } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { WorkedOut } from '@/payment/worked-out';
import type { Leaving } from './leaving';
import { dayWords } from './words';

interface Props {
  leaving: Leaving;
  /** The payout depends on future prices, so only the penalty is shown. */
  atMarket?: boolean;
  /** Beside a running plan: its figures are masked while balances are hidden. */
  own?: boolean;
}

/** "What if I stop today?": any day of the plan, and the payout on it. */
export function TerminationSlider({ leaving, atMarket = false, own = false }: Props) {
  const id = useId();
  const figure = useMoney(own);
  const today = useToday();
  // Not computed again while the slider moves.
  const preview = useMemo(() => evaluate('termination.preview', { ...leaving, today }), [leaving, today]);
  const [place, setPlace] = useState(0);
  if (!preview.valid) return null;
  const { days } = preview;
  const quote = days[place] ?? days[0];
  if (!quote) return null;
  const { day } = quote;
  const { currency, due_at } = leaving;
  const when = day === today ? 'today' : `on ${dayWords(day)}`;
  const penalty = `the penalty is ${figure(quote.penalty, currency)}`;
  const refund = atMarket ? '' : `you get ${figure(quote.refund, currency)} back, `;
  const earns = leaving.return_rate == null ? '' : `, the return is ${figure(quote.returned, currency)}`;
  const words = `${day === today ? 'Today' : dayWords(day)}: ${refund}${penalty}${earns}`;
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col gap-3 rounded-control bg-sunken p-4">
      <p id={`${id}-title`} className="text-sm font-semibold">
        {`What if I stop ${when}?`}
      </p>
      <Outcome {...quote} earns={earns !== ''} currency={currency} atMarket={atMarket} own={own} />
      <input
        type="range"
        className="slider h-11 w-full cursor-pointer accent-(--brand-accent)"
        aria-label="Day on which you stop"
        aria-valuetext={words}
        min={0}
        max={days.length - 1}
        value={place}
        onChange={({ target }) => setPlace(target.valueAsNumber)}
      />
      <WorkedOut
        of={{ asked: [{ rule: 'termination.preview', input: { ...leaving, today }, at: `/days/${place}` }] }}
      />
      <div className="-mt-2 flex justify-between text-xs text-muted">
        <span>Today</span>
        <span>{dayWords(due_at)}</span>
      </div>
      {atMarket && (
        <p className="text-xs text-muted">Deducted from the proceeds of your coins at that day's prices.</p>
      )}
      {day !== today && !atMarket && (
        <p className="text-xs text-muted">Assuming every instalment until then is paid on time.</p>
      )}
    </section>
  );
}

/** A termination slider, collapsed until the user expands it. */
export function FoldedSlider(props: Props) {
  const [open, setOpen] = useState(false);
  if (open) return <TerminationSlider {...props} />;
  return (
    <button
      type="button"
      className="min-h-11 self-start text-sm font-semibold text-accent-text underline-offset-4 hover:underline"
      onClick={() => setOpen(true)}
    >
      What if I stop early?
    </button>
  );
}

interface OutcomeProps {
  refund: string;
  penalty: string;
  returned: string;
  /** The plan has a return. */
  earns: boolean;
  currency: Currency;
  atMarket: boolean;
  own: boolean;
}

function Outcome({ refund, penalty, returned, earns, currency, atMarket, own }: OutcomeProps) {
  const figure = (amount: string) =>
    own ? <Balance amount={amount} currency={currency} /> : money(amount, currency);
  return (
    <output className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
      {!atMarket && (
        <span>
          <span className="block text-xs text-muted">You get back</span>
          <strong className="figures text-xl">{figure(refund)}</strong>
        </span>
      )}
      {earns && (
        <span>
          <span className="block text-xs text-muted">Return</span>
          <span className="figures font-semibold">{figure(returned)}</span>
        </span>
      )}
      <span className={atMarket ? undefined : 'text-end'}>
        <span className="block text-xs text-muted">Penalty</span>
        <span className="figures font-semibold">{figure(penalty)}</span>
      </span>
    </output>
  );
}
