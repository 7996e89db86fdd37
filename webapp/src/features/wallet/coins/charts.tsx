import { useId } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';

/** A value to draw, with its texts. */
export interface Point {
  key: string;
  label: string;
  /** Only for the shape of the chart, so a float is precise enough; `text` is displayed. */
  value: number;
  text: string;
}

interface Props {
  title: string;
  points: Point[];
  /** Of the table. */
  columns: [string, string];
  /** Text in place of a chart without any height. */
  nothing?: string;
  children?: Elements;
}

const WIDTH = 320;
const HEIGHT = 150;
const FOOT = 18;
const GAP = 12;

const highest = (points: Point[]): number => Math.max(...points.map(({ value }) => value), Number.MIN_VALUE);

/** A chart with its table, which contains all the chart's data. */
function Figure({ title, points, columns, children }: Props) {
  const id = useId();
  return (
    <section
      className="flex flex-col gap-3 rounded-card bg-raised p-gutter shadow-raised"
      aria-labelledby={id}
    >
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold text-accent-text">
          Show as a table
        </summary>
        <table className="w-full text-sm">
          <thead>
            <tr className="text-start text-muted">
              <th scope="col" className="py-1.5 text-start font-medium">
                {columns[0]}
              </th>
              <th scope="col" className="py-1.5 text-end font-medium">
                {columns[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ key, label, text }) => (
              <tr key={key} className="border-t border-line">
                <th scope="row" className="py-1.5 text-start font-normal">
                  <span>{label}</span>
                </th>
                <td className="figures py-1.5 text-end">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/** A bar for each value. */
export function BarChart(props: Props) {
  const { points, nothing } = props;
  const top = highest(points);
  const room = WIDTH / Math.max(points.length, 1);
  if (nothing && top === Number.MIN_VALUE)
    return (
      <Figure {...props}>
        <p className="text-sm text-muted">{nothing}</p>
      </Figure>
    );
  return (
    <Figure {...props}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className="w-full" direction="ltr">
        {points.map(({ key, label, value }, index) => {
          const height = Math.max((value / top) * (HEIGHT - FOOT - GAP), 2);
          const x = index * room + GAP;
          return (
            <g key={key}>
              <rect
                x={x}
                y={HEIGHT - FOOT - height}
                width={Math.max(room - 2 * GAP, 4)}
                height={height}
                rx="6"
                className="fill-accent-text"
              />
              <text
                x={x + room / 2 - GAP}
                y={HEIGHT - 4}
                textAnchor="middle"
                className="fill-muted text-[11px]"
              >
                {label}
              </text>
            </g>
          );
        })}
      </svg>
    </Figure>
  );
}

/** A filled line through the values, from the lowest to the highest; its colour shows whether it ends lower than it starts. */
export function AreaChart(props: Props) {
  const { points } = props;
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  const falls = (values.at(-1) ?? 0) < (values[0] ?? 0);
  const place = (value: number, index: number): [number, number] => [
    (index / Math.max(points.length - 1, 1)) * WIDTH,
    GAP + (1 - (value - low) / span) * (HEIGHT - 2 * GAP),
  ];
  const line = values.map((value, index) => place(value, index).join(' ')).join('L');
  return (
    <Figure {...props}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        aria-hidden
        className={classes('w-full', falls ? 'text-negative' : 'text-positive')}
        direction="ltr"
      >
        <path d={`M${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} fill="currentColor" opacity="0.16" />
        <path d={`M${line}`} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      </svg>
    </Figure>
  );
}
