import { momentOf } from '@/payment/days';
import { money } from '@/payment/money';
import type { Prices } from './prices';

const SHOWN = 24;

interface Props {
  prices: Prices;
  /** One price each, as in a line. */
  onlyClose?: boolean;
}

/** The latest prices as a table, newest first. */
export function CandleTable({ prices: { candles, currency }, onlyClose = false }: Props) {
  const latest = candles.slice(-SHOWN).reverse();
  const columns = onlyClose ? ['Time', 'Price'] : ['Time', 'Open', 'High', 'Low', 'Close'];
  const shown = (price: string) => money(price, currency);
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-accent-text">
        Show as a table
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard */}
      <section className="overflow-x-auto" aria-label="Prices" tabIndex={0}>
        <table className="figures w-full text-xs">
          <thead>
            <tr className="text-muted">
              {columns.map((name, index) => (
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
            {latest.map(({ open_time, open, high, low, close }) => (
              <tr key={open_time} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal whitespace-nowrap">
                  <span>{momentOf(new Date(open_time).toISOString())}</span>
                </th>
                {!onlyClose &&
                  [open, high, low].map((price, column) => (
                    <td key={columns[column + 1]} className="ps-3 text-end">
                      {shown(price)}
                    </td>
                  ))}
                <td className="ps-3 text-end">{shown(close)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
