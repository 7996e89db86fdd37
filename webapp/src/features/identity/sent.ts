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
}

const keyOf = (purpose: CodePurpose) => `code sent: ${purpose}`;

/** Records that a code was sent, in this tab's storage, so that a reload does not restart the wait. */
export function rememberSent(purpose: CodePurpose, resend_seconds: number): void {
  const sent: Sent = { sent_at: new Date().toISOString(), resend_seconds };
  tab.store(keyOf(purpose), JSON.stringify(sent));
}

/** When the last code was sent; null if this tab has sent none. */
export function lastSent(purpose: CodePurpose): Sent | null {
  try {
    return JSON.parse(tab.read(keyOf(purpose)) ?? 'null') as Sent | null;
  } catch {
    return null;
  }
}
