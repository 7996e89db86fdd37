import { BellRing } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Problem } from '@/api/problem';
import { useUser } from '@/api/use-session';
import { SwitchRow } from '@/ui/switch-row';
import { useSwitchPush } from './mutations';
import { isOn, isSupported } from './push';

const UNSUPPORTED =
  'This browser cannot receive them. On an iPhone or iPad, add the app to the home screen first.';
const DENIED =
  'Notifications are blocked for this app. Allow them in the settings of your browser, then come back.';
const FAILED = 'Push notifications could not be changed. Please check your connection and try again.';

/** The permission may change outside the page: it is read again when the page gets the focus. */
const permission = {
  subscribe: (look: () => void) => {
    for (const event of ['focus', 'visibilitychange']) addEventListener(event, look, { capture: true });
    return () => {
      for (const event of ['focus', 'visibilitychange']) removeEventListener(event, look, { capture: true });
    };
  },
  get: () => (isSupported() ? Notification.permission : 'unsupported'),
};

const explanation = (state: string, failure: unknown): string | null => {
  if (state === 'unsupported') return UNSUPPORTED;
  if (state === 'denied') return DENIED;
  if (failure === null) return null;
  // Browsers describe an unreachable push service in different words.
  return failure instanceof Problem && !failure.lost ? failure.message : FAILED;
};

/** The switch for push messages on this device. The browser asks for permission when it is tapped, never before. */
export function PushRow({ pushKey }: { pushKey: string }) {
  const user = useUser();
  const state = useSyncExternalStore(permission.subscribe, permission.get);
  const on = user !== null && isOn(user.settings.fcm_token);
  const change = useSwitchPush(pushKey);
  return (
    <SwitchRow
      icon={BellRing}
      label="Push notifications"
      note={explanation(state, change.error)}
      on={on}
      busy={change.isPending}
      disabled={state === 'unsupported' || state === 'denied'}
      onSwitch={() => change.mutate(on ? 'off' : 'on')}
    />
  );
}
