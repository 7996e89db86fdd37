import { call } from '@/api/client';
import { session, updatePart } from '@/api/session';
import { readStored, store } from '@/lib/storage';

/** The browser features that push messages need. On Apple phones they exist once the app is installed. */
export const isSupported = (): boolean =>
  !import.meta.env.DEV && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether the user has switched push messages off on this device; the browser's permission alone does not say so. */
const isSwitchedOff = (): boolean => readStored('push') === 'off';

const endpointOf = (token: string | null): string | null => {
  try {
    return (JSON.parse(token ?? '') as { endpoint?: string }).endpoint ?? null;
  } catch {
    return null;
  }
};

const userNow = () => {
  const now = session.get();
  return now.state === 'signed-in' ? now.user : null;
};

const text = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The subscription under the server's current key; one under another key is useless. */
async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const kept = await pushManager.getSubscription();
  const keptKey = kept?.options.applicationServerKey;
  if (kept && keptKey && text(keptKey) === key) return kept;
  await kept?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function save(token: string, passive: boolean): Promise<void> {
  // The session's first subscription is added; a later one, or none, takes its place.
  const method = userNow()?.settings.fcm_token ? 'PUT' : 'POST';
  const { data } = await call(method, '/settings', { body: { fcm_token: token }, passive });
  updatePart({ settings: data });
}

/** Whether push messages reach this browser: it allows them, and the server has its subscription. */
export const isOn = (token: string | null): boolean =>
  isSupported() && Notification.permission === 'granted' && !isSwitchedOff() && token !== null;

/**
 * If permission was granted, makes sure that the server has this browser's current subscription: it may have changed, and
 * each session registers its own. Never prompts the user.
 */
export async function refreshPush(key: string): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted' || isSwitchedOff()) return;
  const subscription = await subscribe(key);
  const user = userNow();
  if (!user || endpointOf(user.settings.fcm_token) === subscription.endpoint) return;
  await save(JSON.stringify(subscription), true);
}

/** Asks for permission if necessary; returns whether push messages are on now. */
export async function switchOn(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await save(JSON.stringify(await subscribe(key)), false);
  store('push', null);
  return true;
}

export async function switchOff(): Promise<void> {
  await save('', false);
  store('push', 'off');
  await unsubscribe();
}

/** Ends the browser's subscription, whatever the server has stored. */
export async function unsubscribe(): Promise<void> {
  if (!isSupported()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
