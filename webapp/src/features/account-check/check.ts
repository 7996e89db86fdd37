import type { TextRules as Rules } from '../../../scripts/rules-package/text.mjs';

/** A seal of a month, as the server sent it: `lines` counts the first ones, which it covers. */
export interface Seal {
  account: string;
  month: string;
  lines: number;
  previous: string;
  digest: string;
  signature: string;
  key_id: string;
  is_stored: boolean;
  until: string;
}

/** A month as this browser kept it at an earlier check. */
export type Kept = Pick<Seal, 'lines' | 'previous' | 'digest' | 'is_stored'>;

/** A rule that was asked; without an input it is withheld. */
interface Asked {
  rule: string;
  input?: unknown;
  output?: unknown;
}

/** The last line of an answer. */
interface Closing {
  seal?: Seal;
  /** The month of the first transaction. */
  since: string | null;
  records_since: string;
  /** Whether the seals of the month have been made. */
  is_over: boolean;
}

interface Line {
  at: string;
  reference: string;
  movement: string;
  currency: string;
  statement: string;
  wallet: string | null;
  credits: unknown[];
  is_own: boolean;
  decided: { asked: Asked[]; rules: string } | null;
}

/** A fault of a transaction, or of the seal of a month. */
export type Fault =
  /** The rules answer otherwise than was recorded. */
  | 'answer'
  /** The ledger moved another amount than was decided. */
  | 'posting'
  /** The statement shows another amount than the ledger moved. */
  | 'statement'
  /** A record cannot be read, or is not there. */
  | 'record'
  /** The lines are not those that were sealed. */
  | 'lines'
  /** The signature of the seal is not that of a published key. */
  | 'signature'
  /** The seal does not continue from the one before. */
  | 'chain'
  /** The lines are not those of an earlier check in this browser. */
  | 'kept';

export interface Finding {
  fault: Fault;
  month: string;
  /** The transaction; null for a whole month. */
  reference: string | null;
  rule: string | null;
  recorded: string | null;
  recomputed: string | null;
}

/** Why a transaction cannot be checked. */
export type Reason = 'before_records' | 'withheld' | 'no_module';

export interface Checked {
  month: string;
  /** Until when its transactions were there. */
  until: string;
  /** The number of its lines. */
  transactions: number;
  /** Newest lines that the seal does not cover yet. */
  unsealed: number;
  right: number;
  different: number;
  unchecked: Record<Reason, number>;
  findings: Finding[];
  /** Whether this browser can check the signature. */
  isSigned: 'yes' | 'no' | 'unsupported';
  seal: Seal;
}

export interface Known {
  /** The member, and the month that was asked for. */
  account: string;
  month: string;
  /** The public keys, by identifier, hexadecimal. */
  keys: Record<string, string>;
  /** The current rules, for comparing decisions with the ledger. */
  current: Rules;
  /** The rules of a version; null if the archive lacks them, or has others in their place. */
  rulesOf: (version: string) => Promise<Rules | null>;
  /** The seal of the month that was checked before this one. */
  before: Seal | null;
  kept: Kept | undefined;
}

/** Thrown if an answer has no seal: it was cut off. */
export class Incomplete extends Error {}

const FORMAT = 'ajo account seal 1';
/** Findings of a month that are listed. */
const MOST_FINDINGS = 50;

const encoder = new TextEncoder();

async function digestOf(
  previous: string,
  { account, month }: Pick<Seal, 'account' | 'month'>,
  lines: readonly string[],
): Promise<string> {
  const text = `${[previous, account, month, ...lines].join('\n')}\n`;
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(text));
  return hex(new Uint8Array(digest));
}

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const unhex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

async function isSigned(seal: Seal, keys: Record<string, string>): Promise<Checked['isSigned']> {
  const given = keys[seal.key_id];
  if (given === undefined) return 'no';
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', unhex(given), 'Ed25519', false, ['verify']);
  } catch (error) {
    // Older browsers do not have this kind of signature.
    return error instanceof DOMException && error.name === 'NotSupportedError' ? 'unsupported' : 'no';
  }
  const { account, month, lines, digest, is_stored } = seal;
  const kind = is_stored ? 'stored' : 'made';
  const text = `${[FORMAT, account, month, lines, digest, kind].join('\n')}\n`;
  const verified = await crypto.subtle.verify('Ed25519', key, unhex(seal.signature), encoder.encode(text));
  return verified ? 'yes' : 'no';
}

function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

/** The month of the first transaction, by the last line of an answer; null without one. */
export function sinceOf(answer: string): string | null {
  const closing = parsed<Closing>(answer.split('\n').at(-2) ?? '');
  if (closing?.seal === undefined) throw new Incomplete();
  return closing.since;
}

/** Works out every decision of a month again, and compares answers, ledger, statement and seal. */
export async function checkMonth(answer: string, known: Known): Promise<Checked> {
  const lines = answer.split('\n');
  const end = lines.pop();
  const closing = parsed<Closing>(lines.pop() ?? '');
  const seal = closing?.seal;
  if (end !== '' || closing === null || seal === undefined) throw new Incomplete();
  const { account, month } = known;
  const checked: Checked = {
    month,
    until: seal.until,
    transactions: lines.length,
    unsealed: 0,
    right: 0,
    different: 0,
    unchecked: { before_records: 0, withheld: 0, no_module: 0 },
    findings: [],
    isSigned: await isSigned(seal, known.keys),
    seal,
  };
  const whole = (fault: Fault, recorded: string, recomputed: string) =>
    checked.findings.push({ fault, month, reference: null, rule: null, recorded, recomputed });
  const sealed = lines.slice(0, seal.lines);
  const digest = await digestOf(seal.previous, known, sealed);
  // Only an open month has lines that are not sealed yet.
  const isOpen = !(seal.is_stored || closing.is_over);
  const isWhole = sealed.length === seal.lines && (sealed.length === lines.length || isOpen);
  const isMissed = closing.is_over && !seal.is_stored && lines.length > 0;
  if (digest !== seal.digest || !isWhole || isMissed) whole('lines', seal.digest, digest);
  if (seal.account !== account || seal.month !== month) whole('lines', seal.month, month);
  checked.unsealed = lines.length - sealed.length;
  if (checked.isSigned === 'no') whole('signature', seal.signature, seal.key_id);
  const before = known.before?.digest ?? '';
  if (before !== seal.previous) whole('chain', seal.previous, before);
  await checkKept(known.kept, seal, lines, whole);
  for (const text of lines) {
    const line = parsed<Line>(text);
    const found = line === null ? unreadable() : await checkLine(line, known, closing);
    if (found === 'right') checked.right += 1;
    else if (typeof found === 'string') checked.unchecked[found] += 1;
    else {
      checked.different += 1;
      if (checked.findings.length < MOST_FINDINGS)
        checked.findings.push({ ...found, month, reference: line?.reference ?? null });
    }
  }
  return checked;
}

/** The lines that were there at an earlier check must still be the first ones. */
async function checkKept(
  kept: Kept | undefined,
  seal: Seal,
  lines: readonly string[],
  whole: (fault: Fault, recorded: string, recomputed: string) => void,
): Promise<void> {
  if (kept === undefined) return;
  const again = await digestOf(kept.previous, seal, lines.slice(0, kept.lines));
  const isFinal = kept.is_stored && kept.digest !== seal.digest;
  if (again !== kept.digest || isFinal) whole('kept', kept.digest, again);
}

type Different = Omit<Finding, 'month' | 'reference'>;

const unreadable = (): Different => ({ fault: 'record', rule: null, recorded: null, recomputed: null });

async function checkLine(
  line: Line,
  known: Known,
  { records_since }: Closing,
): Promise<'right' | Reason | Different> {
  const asked = line.decided?.asked ?? [];
  let own: Rules | null = null;
  if (line.decided !== null) {
    own = await known.rulesOf(line.decided.rules);
    if (own === null) return 'no_module';
    for (const { rule, input, output } of asked) {
      // Whether it may be withheld is for the rule below to say.
      if (input === undefined) {
        if (output !== undefined) return unreadable();
        continue;
      }
      const recorded = JSON.stringify(output);
      const recomputed = own.evaluate(rule, JSON.stringify(input));
      if (recorded !== recomputed) return { fault: 'answer', rule, recorded, recomputed };
    }
  }
  const { at, movement, currency, statement, wallet, credits, is_own } = line;
  const call = JSON.stringify({
    at,
    records_since,
    movement,
    currency,
    statement,
    wallet,
    credits,
    is_own,
    asked,
  });
  const found =
    posted(own?.evaluate('payment.posted', call)) ?? posted(known.current.evaluate('payment.posted', call));
  switch (found?.agreement) {
    case 'agrees':
    case 'follows':
      return 'right';
    case 'withheld':
      return 'withheld';
    case 'unrecorded':
      return 'before_records';
    case 'differs': {
      const fault = found.rule === null ? 'statement' : 'posting';
      return { fault, rule: found.rule, recorded: found.decided, recomputed: found.booked };
    }
    default:
      return unreadable();
  }
}

/** The verdict of rules on a posting; null if they are older than this rule, or cannot read it. */
function posted(answer: string | undefined) {
  const found = parsed<{ agreement?: string | null; rule: string | null; decided: string; booked: string }>(
    answer ?? '',
  );
  return found?.agreement ? found : null;
}
