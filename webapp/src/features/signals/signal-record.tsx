import { GROUPS } from './groups';
import type { Predictions } from './queries';

const COLUMNS = ['Group', 'Right', 'Wrong', 'Open', 'Share'];

/** How earlier predictions came out, by group. */
export function SignalRecord({ record }: { record: Predictions['record'] }) {
  return (
    <details className="rounded-card bg-raised shadow-raised">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-semibold">
        How earlier predictions came out
      </summary>
      <div className="flex flex-col gap-3 px-4 pb-4">
        <table className="w-full text-sm">
          <caption className="pb-2 text-start text-muted">
            In the last 90 days. A prediction is right if the price has moved in its direction, at least half
            as far, when its day is over; the share is of those whose day is over. The first prediction of a
            day counts.
          </caption>
          <thead>
            <tr className="text-muted">
              {COLUMNS.map((column, at) => (
                <th
                  key={column}
                  scope="col"
                  className={`py-1 font-medium ${at === 0 ? 'text-start' : 'ps-2 text-end'}`}
                >
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="figures">
            {record.map(({ group, hit, missed, open, percent }) => (
              <tr key={group} className="border-t border-line">
                <th scope="row" className="py-1 text-start font-medium">
                  {GROUPS[group] ?? group}
                </th>
                <td className="ps-2 text-end">{hit}</td>
                <td className="ps-2 text-end">{missed}</td>
                <td className="ps-2 text-end">{open}</td>
                <td className="ps-2 text-end">{percent === null ? '–' : `${percent}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="text-xs text-muted">
          Earlier results say nothing about later ones. Predictions are no advice to buy or to sell.
        </p>
      </div>
    </details>
  );
}
