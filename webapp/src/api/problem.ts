import type { Violation } from '@/engine';
import { asShown } from '@/engine/hidden';
import type { Contract } from './contract';

/** Shown if the server sent no message. (Document 1, section 8.) */
const NO_WORDS = 'no response';

/** Codes for failures without a server response. */
type OwnCode = 'no_answer' | 'unreadable' | 'given_up' | 'not_sent' | 'not_signed' | 'failed';

export type ProblemCode = Contract<'ErrorCode'> | OwnCode;

/** A refusal or failure, from the server's problem document, or a call without any response. */
export class Problem extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly violations: Violation[];
  readonly data: unknown;
  readonly retryAfterSeconds: number | null;

  constructor(facts: {
    status: number;
    code: ProblemCode;
    message: string;
    violations?: Violation[];
    data?: unknown;
    retryAfterSeconds?: number | null;
  }) {
    super(facts.message);
    this.name = 'Problem';
    this.status = facts.status;
    this.code = facts.code;
    this.violations = facts.violations ?? [];
    this.data = facts.data;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }

  /** A copy in which a field has the form's name instead of the call's. */
  renamed(field: string, inForm: string): Problem {
    const violations = this.violations.map((one) => (one.field === field ? { ...one, field: inForm } : one));
    return new Problem({ ...this, message: this.message, violations });
  }

  /** A copy with a default message, if the server sent none. */
  or(message: string): Problem {
    return this.message === NO_WORDS && !this.lost ? new Problem({ ...this, message }) : this;
  }

  /** There was no response: the call may or may not have taken effect. */
  get lost(): boolean {
    return this.code === 'no_answer';
  }

  get unauthenticated(): boolean {
    return this.message === 'Unauthenticated.';
  }
}

export function noAnswer(): Problem {
  return new Problem({ status: 0, code: 'no_answer', message: NO_WORDS });
}

interface ProblemDocument {
  code?: unknown;
  message?: unknown;
  violations?: unknown;
  data?: unknown;
}

export async function problemOf(response: Response): Promise<Problem> {
  const document = (await response.json().catch(() => ({}))) as ProblemDocument;
  const retryAfter = response.headers.get('retry-after');
  const ownMessage = typeof document.message === 'string' && document.message ? document.message : NO_WORDS;
  const violations = Array.isArray(document.violations) ? (document.violations as Violation[]) : [];
  // The message repeats that of the first violation.
  const first = violations.find(({ message }) => message === ownMessage);
  return new Problem({
    status: response.status,
    // A newer server may have others; they equal none of these.
    code: typeof document.code === 'string' ? (document.code as ProblemCode) : 'unreadable',
    message: first ? asShown(first).message : ownMessage,
    violations: violations.map(asShown),
    data: document.data,
    retryAfterSeconds: retryAfter === null ? null : Number.parseInt(retryAfter, 10),
  });
}
