import { momentOf } from '@/payment/days';
import { coinPrice } from './price';
import type { Candle } from './queries';

const SHOWN = 20;

/** The latest candles as a table, newest first. */
export function CandleTable({ candles }: { candles: Candle[] }) {
  const latest = candles.slice(-SHOWN).reverse();
  return (
    <details className="rounded-card bg-raised px-gutter py-2 shadow-raised">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-accent-text">
        Show as a table
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard */}
      <section className="overflow-x-auto" aria-label="Candles" tabIndex={0}>
        <table className="figures w-full text-xs">
          <thead>
            <tr className="text-muted">
              {['Time', 'Open', 'High', 'Low', 'Close'].map((name, index) => (
                <th
                  key={name}
                  scope="col"
                  className={`py-1.5 font-medium ${index === 0 ? 'text-start' : 'ps-3 text-end'}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {latest.map(({ openTime, open, high, low, close }) => (
              <tr key={openTime} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal whitespace-nowrap">
                  <span>{momentOf(new Date(openTime).toISOString())}</span>
                </th>
                <td className="ps-3 text-end">{coinPrice(open)}</td>
                <td className="ps-3 text-end">{coinPrice(high)}</td>
                <td className="ps-3 text-end">{coinPrice(low)}</td>
                <td className="ps-3 text-end">{coinPrice(close)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
