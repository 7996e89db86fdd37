import { useEffect, useState } from 'react';
import { evaluate, type RuleOutput } from '@/engine';
import { classes } from '@/lib/classes';
import { useWatched } from '@/lib/use-watched';
import { visibility } from '@/lib/visibility';
import type { Currency } from './types';

export const useVisible = (): boolean => useWatched(visibility);

/** A formatted amount: a price, or an amount about to be paid. For payments made and balances, use `Balance`. */
export const money = (amount: string, currency: Currency): string =>
  evaluate('money.format', { amount, currency }).full ?? amount;

type Formatted = RuleOutput<'money.format'>;

interface AmountProps {
  amount: string;
  currency: Currency;
}

interface MoneyProps extends AmountProps {
  /** The amount is the user's own, held or paid: masked while balances are hidden. */
  own?: boolean;
}

/**
 * A large amount on one line: the sign raised, the decimals small, and the whole as small as the container requires.
 */
export function Money({ amount, currency, own = false }: MoneyProps) {
  const visible = useVisible() || !own;
  const shown = evaluate('balance.display', { amount, currency, visible });
  return (
    <span className="money-fit" ref={(place) => place?.style.setProperty('--ems', String(emsOf(shown)))}>
      {/* A different currency remounts the figure, which then does not roll. */}
      {visible ? <Figure key={currency} {...shown} /> : <Hidden text={shown.text} />}
    </span>
  );
}

/** About the width of the typeface's widest bold digit, and of a separator. */
const DIGIT_EMS = 0.68;
const SEPARATOR_EMS = 0.34;
const SMALL = 0.6;

function emsOf({ whole, decimals }: Formatted): number {
  const groups = (whole ?? '').split(',');
  const digits = groups.join('').length * DIGIT_EMS + (groups.length - 1) * SEPARATOR_EMS;
  return digits + SMALL * DIGIT_EMS * ((decimals ?? '').length + 1.4);
}

const ROLLS_MS = 400;

/** Digits that differ after a change roll in. */
function Figure({ text, symbol, whole, decimals }: Formatted) {
  const [state, setState] = useState({ text, whole, before: whole });
  if (state.text !== text) setState({ text, whole, before: state.whole });
  const { before } = state;
  useEffect(() => {
    if (before === whole) return;
    const timer = setTimeout(() => setState({ text, whole, before: whole }), ROLLS_MS);
    return () => clearTimeout(timer);
  }, [before, text, whole]);
  return (
    <bdi dir="ltr" className="money">
      <span className="money-symbol">{symbol}</span>
      <span>{before === whole ? whole : <Rolling whole={whole ?? ''} before={before ?? ''} />}</span>
      <span className="money-decimals">{decimals}</span>
    </bdi>
  );
}

/** Digits are compared from the end, where both figures have the same places. */
function Rolling({ whole, before }: { whole: string; before: string }) {
  return [...whole].map((digit, index) => {
    const place = whole.length - index;
    const rolls = before.at(-place) !== digit || place > before.length;
    return (
      <span
        key={place}
        className={classes('inline-block', rolls && 'animate-[roll_400ms_var(--motion-ease)]')}
      >
        {digit}
      </span>
    );
  });
}

const Hidden = ({ text }: { text: string | null }) => (
  <span className="money money-hidden">
    <span className="sr-only">{text}</span>
  </span>
);

/** Like `money`, but amounts of the user's own are masked while balances are hidden. */
export function useMoney(own: boolean): typeof money {
  const visible = useVisible() || !own;
  return (amount, currency) => evaluate('balance.display', { amount, currency, visible }).full ?? amount;
}

/** A figure of the user's own outside their wallets, such as a balance at an exchange. Masked likewise. */
export function OwnFigure({ text }: { text: string }) {
  const visible = useVisible();
  if (visible) return <bdi>{text}</bdi>;
  return <Hidden text={evaluate('balance.display', { amount: '0', currency: 'BTC', visible }).text} />;
}

/** An amount of the user's own in running text, masked while balances are hidden. */
export function Balance({ amount, currency }: AmountProps) {
  const visible = useVisible();
  const { full } = evaluate('balance.display', { amount, currency, visible });
  return visible ? <span className="money">{full}</span> : <Hidden text={full} />;
}
