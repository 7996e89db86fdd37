import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { momentOf } from '@/payment/days';
import { OwnFigure } from '@/payment/money';
import { CoinMark } from '@/ui/coin-mark';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { exchangeBalancesQuery } from './auto-trade-queries';
import { shownFigure } from './figures';

/** The balances of the user's own exchange account: for display only, as these are no wallets. */
export function ExchangeBalancesCard() {
  const balances = useQuery(exchangeBalancesQuery);
  return (
    <section aria-labelledby="exchange-balances">
      <Card className="flex flex-col gap-3">
        <h2 id="exchange-balances" className="text-lg font-semibold">
          At Binance
        </h2>
        <p className="text-sm text-muted">
          Your own Binance account, as reported by Binance. It isn't part of your wallet here.
        </p>
        <Loaded query={balances} waiting={<ListSkeleton rows={2} />} polled>
          {({ connected, balances: rows, as_of, problem, source }) => {
            if (!connected) {
              return (
                <p>
                  <span>{'Not connected. '}</span>
                  <Link to="/settings/$page" params={{ page: 'trading' }} className="font-medium underline">
                    Connect Binance in Settings
                  </Link>
                </p>
              );
            }
            return (
              <>
                {problem !== null && <p role="alert">{problem}</p>}
                {rows.length > 0 && (
                  <ul className="flex flex-col gap-3">
                    {rows.map(({ coin, free, locked }) => (
                      <li key={coin} className="flex flex-wrap items-center gap-x-3">
                        <CoinMark symbol={coin} className="size-9!" />
                        <strong className="min-w-min grow basis-0">{coin}</strong>
                        <span className="figures ms-auto text-end wrap-anywhere">
                          <OwnFigure text={shownFigure(free)} />
                          {locked !== '0' && (
                            <span className="block text-sm text-muted">
                              <span>{'and '}</span>
                              <OwnFigure text={shownFigure(locked)} />
                              <span>{' in orders'}</span>
                            </span>
                          )}
                        </span>
                      </li>
                    ))}
                  </ul>
                )}
                {rows.length === 0 && as_of !== null && <p>This account is empty.</p>}
                {as_of !== null && (
                  <p className="text-xs text-muted">{`Source: ${source}, ${momentOf(as_of)}`}</p>
                )}
              </>
            );
          }}
        </Loaded>
      </Card>
    </section>
  );
}
