import { readStored, store } from './storage';
import { Watched } from './watched';

/** The user's preferred view, which footer and dashboard follow. Kept on this device. */
export const activeAccount = new Watched(readStored('active account') ?? 'home');

export function setActiveAccount(account: string): void {
  activeAccount.set(account);
  store('active account', account);
}
