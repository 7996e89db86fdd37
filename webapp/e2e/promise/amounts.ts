import type { Random } from './random';

/** The limits of an amount, in minor units. */
export interface Limits {
  /** Decimals of the currency. */
  decimals: number;
  /** Amounts at which the validation result changes. */
  thresholds: readonly bigint[];
}

/** Decimal text in minor units. */
export function minor(text: string, decimals: number): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * 10n ** BigInt(decimals) + BigInt(part.padEnd(decimals, '0') || '0');
}

export function plain(amount: bigint, decimals: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const cut = digits.length - decimals;
  return `${amount < 0n ? '-' : ''}${digits.slice(0, cut)}${decimals > 0 ? `.${digits.slice(cut)}` : ''}`;
}

/** Usually within the limits. */
export function amount(random: Random, { decimals, thresholds }: Limits): string {
  const least = thresholds[0] ?? 1n;
  const most = thresholds.find((threshold) => threshold > least) ?? least * 2n;
  const within = least + (BigInt(random.int(1_000_000)) * (most - least)) / 1_000_000n;
  const text = plain(within, decimals);
  return random.chance(30) ? (text.split('.')[0] ?? text) : text;
}

/** Next to a threshold, or not written as a plain amount. */
export function oddAmount(random: Random, limits: Limits): string {
  const { decimals, thresholds } = limits;
  if (random.chance(50)) return plain(random.pick(thresholds) + BigInt(random.between(-1, 1)), decimals);
  const right = amount(random, limits);
  const whole = right.split('.')[0] ?? right;
  return random.pick([
    '0',
    '0.00',
    `-${right}`,
    `+${right}`,
    ` ${right} `,
    `${right}0`,
    `${whole}.${'1'.repeat(decimals + 1)}`,
    `${whole}.`,
    '.5',
    `00${whole}`,
    `${whole.slice(0, 1)},${whole.slice(1)}`,
    `${whole.slice(0, 1)} ${whole.slice(1)}`,
    `${whole}e2`,
    `₦${whole}`,
    `NGN ${whole}`,
    `${whole},50`,
    '9'.repeat(random.between(15, 32)),
    `${'9'.repeat(random.between(10, 16))}.99`,
    `0.${'0'.repeat(random.between(1, 20))}1`,
    '1.0.0',
    'Infinity',
    '٥٠٠',
  ]);
}
