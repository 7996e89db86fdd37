import { classes } from '@/lib/classes';
import { LetterDisc } from './letter-disc';

interface Drawing {
  disc: string;
  /** In a viewbox of 24 by 24. */
  path: string;
  /** The path is stroked; otherwise it is filled. */
  line?: true;
}

/** Our own drawings of the listed coins: pictures would come from another host. */
const DRAWINGS: Record<string, Drawing> = {
  BTC: {
    disc: '#d9730d',
    path: 'M9 7h4a2.5 2.5 0 0 1 0 5H9zm0 5h4.6a2.5 2.5 0 0 1 0 5H9zM7.5 7H9m-1.5 10H9m1.6-12v2m2.4-2v2m-2.4 10v2m2.4-2v2',
    line: true,
  },
  ETH: { disc: '#5b6bc0', path: 'M12 4l5 8-5 2.6L7 12zm-5 9.6l5 2.6 5-2.6-5 6.4z' },
  USDT: {
    disc: '#1f8a70',
    path: 'M7 7.5h10M12 7.5V18M12 13c-3.3 0-5.5-.7-5.5-1.6S8.7 9.8 12 9.8s5.5.7 5.5 1.6S15.3 13 12 13z',
    line: true,
  },
  BNB: {
    disc: '#a87900',
    path: 'M12 9.8l2.2 2.2-2.2 2.2L9.8 12zM12 5l4.2 4.2-1.6 1.6L12 8.2l-2.6 2.6-1.6-1.6zm0 14l4.2-4.2-1.6-1.6-2.6 2.6-2.6-2.6-1.6 1.6zM5 12l1.6-1.6L8.2 12l-1.6 1.6zm10.8 0l1.6-1.6L19 12l-1.6 1.6z',
  },
  SOL: { disc: '#6d3fc4', path: 'M8.3 7h9.2l-2.3 2.4H6zm-2.3 3.8h9.2l2.3 2.4H8.3zm2.3 3.8h9.2L15.2 17H6z' },
  XRP: {
    disc: '#3d4a58',
    path: 'M6.5 7l3.4 3.3a3 3 0 0 0 4.2 0L17.5 7m-11 10l3.4-3.3a3 3 0 0 1 4.2 0L17.5 17',
    line: true,
  },
  ADA: {
    disc: '#2353b5',
    path: 'M12 5.8v.1m5.4 3v.1m0 6v.1M12 18.1v.1m-5.4-3.1v.1m0-6.2v.1M10.5 9.5v.1m3-.1v.1M15 12v.1m-1.5 2.4v.1m-3-.1v.1M9 12v.1',
    line: true,
  },
  DOGE: { disc: '#a68a2b', path: 'M9.5 7h2.7a5 5 0 0 1 0 10H9.5zM7 12h5', line: true },
  TRX: {
    disc: '#c8232c',
    path: 'M6 6.5l9.5 1.7 2.5 2.6L11 18.5zl5.5 5L11 18.5m.5-7l4-3.3m-4 3.3l6.5-.7',
    line: true,
  },
  LTC: { disc: '#5f7186', path: 'M11.5 6L9 17h7.5M7.5 13.5L14 11', line: true },
};

/** The colour of a coin's mark, for its part of a bar. */
export const coinColour = (symbol: string): string => DRAWINGS[symbol]?.disc ?? 'var(--muted)';

interface Props {
  symbol: string;
  /** Used if there is no drawing; by default the first letters of the symbol. */
  letters?: string;
  className?: string;
}

/** A coin's mark, shown beside the coin's name. */
export function CoinMark({ symbol, letters = symbol.slice(0, 3), className }: Props) {
  const drawing = DRAWINGS[symbol];
  const shape = classes('roomy size-11 shrink-0', className);
  if (!drawing) return <LetterDisc letters={letters} className={shape} />;
  const { disc, path, line } = drawing;
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={shape}>
      <circle cx="12" cy="12" r="12" fill={disc} />
      <path
        d={path}
        className={line ? 'fill-none stroke-white' : 'fill-white'}
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
