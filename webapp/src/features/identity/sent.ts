import { now } from '@/lib/clock';
import { tab } from '@/lib/storage';

/** What a code is for. Each purpose has its own wait. */
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
  /** The wait before the next code, as the server returned it. */
  resend_seconds: number;
  /** A checksum of what it was sent to. */
  to: number;
  /** Whether the page may say that there is an email. */
  told: boolean;
}

const keyOf = (purpose: CodePurpose) => `code sent: ${purpose}`;

/** Tells addresses apart without storing one. */
const checksumOf = (text: string): number =>
  [...text].reduce((sum, char) => (Math.imul(sum, 31) + (char.codePointAt(0) ?? 0)) | 0, 0);

/** What an email with a code is remembered by: a page's code is no other page's. */
export const emailFor = (page: string, email: string): string => `${page} ${email}`;

/**
 * Records that a code was sent, in this tab's storage, so that a reload does not restart the wait. Without `to`, the
 * wait is the same for every destination.
 */
export function rememberSent(purpose: CodePurpose, resend_seconds: number, to = '', told = true): void {
  const sent: Sent = { sent_at: now().toISOString(), resend_seconds, to: checksumOf(to), told };
  tab.store(keyOf(purpose), JSON.stringify(sent));
}

/** When the last code was sent; null if this tab has sent none, or the last one elsewhere. */
export function lastSent(purpose: CodePurpose, to = ''): Sent | null {
  try {
    const sent = JSON.parse(tab.read(keyOf(purpose)) ?? 'null') as Sent | null;
    return sent?.to === checksumOf(to) ? sent : null;
  } catch {
    return null;
  }
}

/** The code was used. */
export const forgetSent = (purpose: CodePurpose): void => tab.store(keyOf(purpose), null);
