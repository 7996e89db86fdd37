import { evaluate, type RuleOutput } from '@/engine';
import { classes } from '@/lib/classes';

type Change = RuleOutput<'money.change'>;

/** The direction and size of a change: one displayed as 0.0 has no direction. */
export const changeOf = (figure: string): Change => evaluate('money.change', { figure });

/** The colour of a change; a sign or a word says the same. */
export const COLOURS: Record<Change['direction'], string> = {
  up: 'text-positive',
  down: 'text-negative',
  same: 'text-muted',
};

const WORDS = { up: 'up within a day ', down: 'down within a day ', same: 'unchanged within a day ' };
const SIGNS = { up: '+', down: '-', same: '' };

interface Props {
  percent: string;
  className?: string;
  /** A label beside it names the time. */
  plain?: boolean;
}

/** A change in percent, within a day. */
export function DayChange({ percent, className, plain = false }: Props) {
  const { direction, size } = changeOf(percent);
  return (
    <span className={classes('figures text-xs font-semibold', COLOURS[direction], className)}>
      {!plain && <span className="sr-only">{WORDS[direction]}</span>}
      <bdi dir="ltr">{`${SIGNS[direction]}${size}%`}</bdi>
    </span>
  );
}
