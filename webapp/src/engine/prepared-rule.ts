import type { PreparedRuleName, RuleInput, RuleOutput } from '@pkg/rules/rule-map';
import { PreparedRule } from '@pkg/rules/rules.js';
import { evaluate } from './evaluate';
import { wordAt, writeText } from './written';

/** Larger inputs are not kept. */
const MOST_VALUES = 256;
/** Keys that JavaScript and the engine sort alike. */
const PLAIN_KEY = /^[ -~]+$/;
/** No value is this. */
const NONE = Symbol('none');

/** A value as the engine has it; of one shape, whatever its kind, since all of them are looked at in every call. */
interface Kept {
  /** A text, a number, a flag or null. */
  value: unknown;
  /** Of a text: how many others come before it, members in sorted order. */
  place: number;
  /** Of an object: as they came. */
  readonly keys: readonly string[] | null;
  /** Of a list or an object. */
  readonly members: readonly Kept[] | null;
  /** Of an object: which one was seen last, and is known to be plain. Its members may have changed since. */
  seen: object | null;
}

/**
 * A rule that is asked over and over, with inputs that differ in a text or two: an amount that is typed. The engine keeps
 * the input; the next one is compared with it, and only what has changed crosses and is read again. What is not plain
 * JSON, or large, is evaluated as it comes, with the same answer. Throws as `evaluate` does.
 */
export function prepareRule<R extends PreparedRuleName>(rule: R): (input: RuleInput<R>) => RuleOutput<R> {
  const inner = new PreparedRule(rule);
  const firstWord = wordAt(inner.characters());
  let kept: Kept | undefined;

  /** Has the engine take the texts that have changed; false when that is not all, and the whole is to be taken. */
  function follow(value: unknown, known: Kept): boolean {
    if (typeof value === 'object' && value !== null) return followMembers(value, known);
    if (typeof value !== 'string' || typeof known.value !== 'string') return false;
    if (!writeText(value, firstWord)) return false;
    inner.set_text(known.place, value.length);
    known.value = value;
    return true;
  }

  function followMembers(value: object, known: Kept): boolean {
    const { keys, members } = known;
    if (members === null) return false;
    let index = 0;
    if (keys === null) {
      if (!Array.isArray(value) || value.length !== members.length) return false;
      for (; index < members.length; index += 1) {
        const next: unknown = value[index];
        const member = members[index] as Kept;
        if (next !== member.value && !follow(next, member)) return false;
      }
      return true;
    }
    if (value !== known.seen) {
      if (!isPlain(value)) return false;
      known.seen = value;
    }
    for (const key in value) {
      const next = (value as Record<string, unknown>)[key];
      if (next === undefined) continue;
      if (key !== keys[index]) return false;
      const member = members[index] as Kept;
      if (next !== member.value && !follow(next, member)) return false;
      index += 1;
    }
    return index === members.length;
  }

  return (input) => {
    if (kept === undefined || !follow(input, kept)) {
      kept = keep(input);
      if (kept !== undefined && !inner.set(input)) kept = undefined;
    }
    const answer = kept === undefined ? undefined : inner.answer();
    return answer === undefined ? evaluate(rule, input) : (answer as RuleOutput<R>);
  };
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What is to be remembered of an input; nothing when it is not plain JSON, or large. */
function keep(input: unknown): Kept | undefined {
  let values = 0;

  function remember(value: unknown): Kept | undefined {
    values += 1;
    if (values > MOST_VALUES) return undefined;
    if (typeof value === 'object' && value !== null) return rememberMembers(value);
    const isSingle = value === null || typeof value === 'string' || typeof value === 'boolean';
    if (!isSingle && !Number.isFinite(value)) return undefined;
    return { value, place: 0, keys: null, members: null, seen: null };
  }

  function rememberMembers(value: object): Kept | undefined {
    let keys: string[] | null = null;
    let list: readonly unknown[];
    if (Array.isArray(value)) list = value;
    else {
      if (!isPlain(value)) return undefined;
      keys = Object.keys(value).filter((key) => value[key] !== undefined);
      if (!keys.every((key) => PLAIN_KEY.test(key))) return undefined;
      list = keys.map((key) => value[key]);
    }
    const members: Kept[] = [];
    for (const member of list) {
      const known = remember(member);
      if (known === undefined) return undefined;
      members.push(known);
    }
    return { value: NONE, place: 0, keys, members, seen: value };
  }

  const known = remember(input);
  if (known) giveTextsTheirPlaces(known, 0);
  return known;
}

/** Takes how many texts come before, and answers how many come before what follows. */
function giveTextsTheirPlaces(known: Kept, before: number): number {
  const { value, keys, members } = known;
  known.place = before;
  if (members === null) return typeof value === 'string' ? before + 1 : before;
  const inOrder = keys === null ? members : keys.toSorted().map((key) => members[keys.indexOf(key)] as Kept);
  return inOrder.reduce((count, member) => giveTextsTheirPlaces(member, count), before);
}
