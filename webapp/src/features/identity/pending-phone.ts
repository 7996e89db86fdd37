import type { Fields } from '@/engine/entry';

export type PhoneNumber = Fields<'phone'>;

/** The number that the phone page passes to the code page: in memory, so that it is in no URL. */
let pending: PhoneNumber | null = null;

export const pendingPhone = (): PhoneNumber | null => pending;

export function setPendingPhone(number: PhoneNumber | null): void {
  pending = number;
}
