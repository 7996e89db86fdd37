import { Balance, Money, useVisible } from '@/payment/money';
import { coinColour } from '@/ui/coin-mark';
import { useServices } from '@/ui/configuration';
import { Card } from '@/ui/page';
import type { HoldingPart, Holdings } from './holdings';
import { Moved } from './moved';

interface Props {
  holdings: Holdings;
}

/** The worth of all coins, its change within a day, and its parts. */
export function CoinOverview({ holdings }: Props) {
  const { total, is_complete } = holdings;
  const parts = holdings.parts ?? [];
  const visible = useVisible();
  const has = useServices();
  const isEmpty = parts.length === 0;
  return (
    <section aria-labelledby="in-coins">
      <Card className="flex flex-col gap-3">
        <div>
          <h2 id="in-coins" className="text-sm font-medium text-muted">
            In coins, worth now
          </h2>
          <p className="text-2xl font-bold">
            <Money own amount={total ?? '0'} currency="NGN" />
          </p>
          {!isEmpty && visible && <Change holdings={holdings} />}
        </div>
        {isEmpty && (
          <p className="text-sm text-muted">
            {has('coin_transfers') ? 'You hold no coins yet. Receive some first.' : 'You hold no coins yet.'}
          </p>
        )}
        {!isEmpty && visible && <Parts parts={parts} />}
        {is_complete === false && (
          <p className="text-sm text-muted">
            {`Without ${parts
              .filter(({ worth }) => worth === null)
              .map(({ coin }) => coin)
              .join(', ')}: not for sale at the moment.`}
          </p>
        )}
      </Card>
    </section>
  );
}

function Change({ holdings: { change, percent } }: Props) {
  if (change === null || change === undefined)
    return <p className="text-sm text-muted">The change within a day isn't known at the moment.</p>;
  return <Moved change={change} percent={percent} currency="NGN" words="within a day" />;
}

/** One bar of the coins with a worth, and the same in figures. */
function Parts({ parts }: { parts: readonly HoldingPart[] }) {
  const shown = parts.filter(({ share }) => share !== null);
  return (
    <>
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full empty:hidden">
        {shown.map(({ coin, share }) => (
          <span
            key={coin}
            className="min-w-1 rounded-xs"
            style={{ flexGrow: share ?? '0', background: coinColour(coin) }}
          />
        ))}
      </div>
      <ul aria-label="Parts" className="flex flex-wrap gap-x-5 gap-y-1 text-sm empty:hidden">
        {shown.map(({ coin, share, worth }) => (
          <li key={coin} className="flex items-center gap-2">
            <span aria-hidden className="size-2.5 rounded-full" style={{ background: coinColour(coin) }} />
            <span className="font-medium">{coin}</span>
            <span className="figures text-muted">{`${share}%`}</span>
            <span className="sr-only">
              <Balance amount={worth ?? '0'} currency="NGN" />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
