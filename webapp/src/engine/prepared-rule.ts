import type { PreparedRuleName, RuleInput, RuleOutput } from '@pkg/rules/rule-map';
import { PreparedRule } from '@pkg/rules/rules.js';
import { evaluate } from './evaluate';
import { MOST_CHARACTERS, wordAt, writeText } from './written';

/** Larger inputs are not kept. */
const MOST_VALUES = 256;
/** Keys that JavaScript and the engine sort alike. */
const PLAIN_KEY = /^[ -~]+$/;
const { hasOwnProperty: hasOwn } = Object.prototype;
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
}

/**
 * A rule that is asked over and over, with inputs that differ in a text or two: an amount that is typed. The engine keeps
 * the input; the next one is compared with it, and only the texts that have changed cross. An input of another structure
 * is taken whole. What is not plain JSON, or large, is evaluated as it comes. The answer is that of `evaluate` in any
 * case, and so is what is thrown.
 */
export function prepareRule<R extends PreparedRuleName>(rule: R): (input: RuleInput<R>) => RuleOutput<R> {
  let inner = new PreparedRule(rule);
  let firstWord = wordAt(inner.characters());
  let kept: Kept | undefined;
  let isAsked = false;

  /** Has the engine take the texts that have changed; false when that is not all, and the whole is to be taken. */
  function follow(value: unknown, known: Kept): boolean {
    if (typeof value === 'object' && value !== null) return followMembers(value, known);
    if (typeof value !== 'string' || typeof known.value !== 'string') return false;
    if (!writeText(value, firstWord)) return false;
    inner.set_text(known.place, value.length);
    known.value = value;
    return true;
  }

  function followMembers(value: object, { keys, members }: Kept): boolean {
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
    if (!isPlain(value)) return false;
    for (const key in value) {
      if (!hasOwn.call(value, key)) continue;
      const next = value[key];
      if (next === undefined) continue;
      if (key !== keys[index]) return false;
      const member = members[index] as Kept;
      if (next !== member.value && !follow(next, member)) return false;
      index += 1;
    }
    return index === members.length;
  }

  /** The answer of the engine that keeps the input; undefined when this is not to be had. */
  function ask(input: unknown): unknown {
    if (kept === undefined || !follow(input, kept)) {
      kept = undefined;
      const copy = plainCopy(input);
      if (copy === undefined || !inner.set(copy)) return undefined;
      kept = keep(copy);
    }
    return inner.answer();
  }

  return (input) => {
    // A getter may ask the same rule while its input is gone through.
    if (isAsked) return evaluate(rule, input);
    let answer: unknown;
    isAsked = true;
    try {
      answer = ask(input);
    } catch {
      // A getter threw, or there was no stack left: what the engine has now is not known.
      kept = undefined;
      inner = new PreparedRule(rule);
      firstWord = wordAt(inner.characters());
    } finally {
      isAsked = false;
    }
    return answer === undefined ? evaluate(rule, input) : (answer as RuleOutput<R>);
  };
}

const isPlain = (value: object): value is Record<string, unknown> => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || (prototype === null && !Array.isArray(value));
};

/** The input, each value read once; nothing when it is not plain JSON, or large. */
function plainCopy(input: unknown): unknown {
  let values = 0;
  function copyOf(value: unknown): unknown {
    values += 1;
    if (values > MOST_VALUES) return undefined;
    if (typeof value === 'string') return value.length > MOST_CHARACTERS ? undefined : value;
    if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value;
    if (typeof value !== 'object') return undefined;
    if (Array.isArray(value)) return listOf(value);
    return isPlain(value) ? objectOf(value) : undefined;
  }
  function listOf(value: readonly unknown[]): unknown[] | undefined {
    const list: unknown[] = [];
    for (let index = 0; index < value.length; index += 1) {
      const item = copyOf(value[index]);
      if (item === undefined) return undefined;
      list.push(item);
    }
    return list;
  }
  function objectOf(value: Record<string, unknown>): object | undefined {
    // Without a prototype, so that no key means anything else than itself.
    const object = Object.create(null) as Record<string, unknown>;
    for (const key in value) {
      if (!hasOwn.call(value, key)) continue;
      const member = value[key];
      if (member === undefined) continue;
      const copy = copyOf(member);
      if (copy === undefined || !PLAIN_KEY.test(key)) return undefined;
      object[key] = copy;
    }
    return object;
  }
  return copyOf(input);
}

/** What is to be remembered of an input that is plain. */
function keep(input: unknown): Kept {
  let texts = 0;
  function of(value: unknown): Kept {
    if (typeof value !== 'object' || value === null) {
      const place = texts;
      if (typeof value === 'string') texts += 1;
      return { value, place, keys: null, members: null };
    }
    if (Array.isArray(value)) return { value: NONE, place: 0, keys: null, members: value.map(of) };
    const object = value as Record<string, unknown>;
    const keys = Object.keys(object);
    const members = new Map(keys.toSorted().map((key) => [key, of(object[key])]));
    return { value: NONE, place: 0, keys, members: keys.map((key) => members.get(key) as Kept) };
  }
  return of(input);
}
