import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { listen } from '@/api/realtime';
import type { User } from '@/api/types';
import { evaluate } from '@/engine';
import { now } from '@/lib/clock';
import { momentOf } from '@/payment/days';
import { CoinMark } from '@/ui/coin-mark';
import { useConfiguration } from '@/ui/configuration';
import { EmptyState, Skeleton } from '@/ui/states';
import { GROUPS } from './groups';
import { Predicted } from './predicted';
import { type Predictions, predictionsQuery, signalKeys } from './queries';
import { SignalRecord } from './signal-record';
import { useSubscription } from './subscription';

const CHANNEL = 'private-trade.signal';
/** (Document 3, section 9.) */
const ITEMS = 3;

/** The signals in a slider of three; placeholders once the subscription has ended. */
export function SignalSlider({ user }: { user: User }) {
  const { active, ever } = useSubscription(user);
  return (
    <section aria-labelledby="signals" className="flex flex-col gap-3">
      <h2 id="signals" className="text-sm font-semibold text-muted">
        Trade signals
      </h2>
      {active ? <Live until={user.meta.sub} /> : <Offer expired={ever} />}
    </section>
  );
}

function Live({ until }: { until: string | null }) {
  const configuration = useConfiguration();
  const queries = useQueryClient();
  const predictions = useQuery(predictionsQuery);
  const changed = useEffectEvent(() => {
    void queries.invalidateQueries({ queryKey: signalKeys.predictions });
  });
  useEffect(() => {
    if (!configuration) return;
    return listen(configuration, CHANNEL, 'signal.alert', () => changed());
  }, [configuration]);
  if (predictions.data === undefined) {
    return predictions.error ? (
      <EmptyState title={predictions.error.message} />
    ) : (
      <Skeleton className="h-24" />
    );
  }
  return <Slider board={predictions.data} until={until} />;
}

function Slider({ board, until }: { board: Predictions; until: string | null }) {
  const { signals, days, valid_until } = board;
  const { groups } = evaluate('signals.view', { signals, until, now: now().toISOString() });
  const items = groups.flatMap(({ name, signals: shown }) => shown.map((one) => ({ ...one, group: name })));
  if (items.length === 0)
    return (
      <>
        <EmptyState title="No signals at the moment">
          <p className="text-sm text-muted">
            The last predictions are over. Days without new ones are added to your subscription.
          </p>
        </EmptyState>
        <SignalRecord record={board.record} />
      </>
    );
  return (
    <>
      <p className="text-xs text-muted">
        Predictions of our provider, not changes that have happened. Each is about the day after it was made.
      </p>
      {/* Screen-reader text is positioned absolutely: outside a positioned list it would widen the page. */}
      <ul className="relative flex snap-x snap-mandatory gap-3 overflow-x-auto pb-1">
        {items.map(({ group, id, symbol, percent }) => {
          const day = days.find((one) => one.group === group && one.symbol === symbol);
          const ends = day?.until ?? valid_until;
          return (
            <li key={`${group}/${id}`} className="shrink-0 basis-[calc((100%-1.5rem)/3)] snap-start">
              <Link
                to="/trade/$coin"
                params={{ coin: symbol }}
                className="flex h-full min-h-24 flex-col items-center gap-1 rounded-card border border-dashed border-line bg-sunken p-2"
              >
                <span className="text-center text-xs text-muted">{GROUPS[group]}</span>
                <CoinMark symbol={symbol} className="size-9!" />
                <span className="text-sm font-semibold">{symbol}</span>
                <Predicted percent={percent} />
                <span className="text-center text-xs text-muted">
                  {day && <span className="block">{`Made ${momentOf(day.made_at)}`}</span>}
                  {ends !== null && <span className="block">{`Until ${momentOf(ends)}`}</span>}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
      <SignalRecord record={board.record} />
    </>
  );
}

/** In place of the signals, for users without a subscription; the record is for everybody. */
function Offer({ expired }: { expired: boolean }) {
  const { data } = useQuery(predictionsQuery);
  return (
    <>
      <Placeholders expired={expired} />
      {data && <SignalRecord record={data.record} />}
    </>
  );
}

function Placeholders({ expired }: { expired: boolean }) {
  return (
    <div className="relative">
      <ul aria-hidden className="flex gap-3 opacity-60">
        {Array.from({ length: ITEMS }, (_, item) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
          <li key={item} className="h-24 grow rounded-card bg-sunken" />
        ))}
      </ul>
      <Link
        to="/settings/$page"
        params={{ page: 'trading' }}
        className="absolute inset-0 flex items-center justify-center gap-2 rounded-card text-center text-sm font-semibold text-accent-text"
      >
        <Lock aria-hidden className="size-4 shrink-0" />
        <span>{expired ? 'Expired. Renew it in Settings' : 'See them with a subscription'}</span>
      </Link>
    </div>
  );
}
