import { now } from '@/lib/clock';
import { tab } from '@/lib/storage';

/** The purpose of a code. Each has its own wait. */
export type CodePurpose =
  | 'email'
  | 'number'
  | 'phone'
  | 'identity'
  | 'pin'
  | 'customer'
  | 'friend'
  | 'new-email';

interface Sent {
  sent_at: string;
  /** The wait before the next code, as returned by the server. */
  resend_seconds: number;
  /** A checksum of the destination. */
  to: number;
  /** Whether the page may say that an email was sent. */
  told: boolean;
}

const keyOf = (purpose: CodePurpose) => `code sent: ${purpose}`;

/** Tells addresses apart without storing one. */
const checksumOf = (text: string): number =>
  [...text].reduce((sum, char) => (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) | 0, 0);

/** The key of an emailed code: a code belongs to one page. */
export const emailFor = (page: string, email: string): string => `${page} ${email}`;

/**
 * Records that a code was sent, in this tab's storage, so that a reload does not restart the wait. Without `to`, the
 * wait is the same for every destination.
 */
export function rememberSent(purpose: CodePurpose, resend_seconds: number, to = '', told = true): void {
  const sent: Sent = { sent_at: now().toISOString(), resend_seconds, to: checksumOf(to), told };
  tab.store(keyOf(purpose), JSON.stringify(sent));
}

/** The last code sent; null if this tab has sent none, or none to this destination. */
export function lastSent(purpose: CodePurpose, to = ''): Sent | null {
  try {
    const sent = JSON.parse(tab.read(keyOf(purpose)) ?? 'null') as Sent | null;
    return sent?.to === checksumOf(to) ? sent : null;
  } catch {
    return null;
  }
}

/** Forgets a used code. */
export const forgetSent = (purpose: CodePurpose): void => tab.store(keyOf(purpose), null);
