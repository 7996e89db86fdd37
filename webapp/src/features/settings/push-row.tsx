import { BellRing } from 'lucide-react';
import { useId, useSyncExternalStore } from 'react';
import { Problem } from '@/api/problem';
import { useUser } from '@/api/use-session';
import { classes } from '@/lib/classes';
import { IconDisc } from '@/ui/icon-disc';
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
  const note = useId();
  const user = useUser();
  const state = useSyncExternalStore(permission.subscribe, permission.get);
  const on = user !== null && isOn(user.settings.fcm_token);
  const change = useSwitchPush(pushKey);
  const said = explanation(state, change.error);
  return (
    <div>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-describedby={said ? note : undefined}
        aria-busy={change.isPending || undefined}
        disabled={state === 'unsupported' || state === 'denied' || change.isPending}
        className="flex min-h-14 w-full flex-wrap items-center gap-x-3 text-start font-medium disabled:cursor-not-allowed"
        onClick={() => change.mutate(on ? 'off' : 'on')}
      >
        <IconDisc icon={BellRing} />
        <span className="min-w-min grow basis-0">Push notifications</span>
        <Knob on={on} />
      </button>
      {said && (
        <p id={note} role="status" className="ps-13 pb-2 text-sm text-muted">
          {said}
        </p>
      )}
    </div>
  );
}

function Knob({ on }: { on: boolean }) {
  return (
    <span
      aria-hidden
      className={classes(
        'ms-auto flex h-7 w-12 shrink-0 items-center rounded-full border p-0.5 transition duration-150',
        on ? 'justify-end border-accent bg-accent' : 'border-muted bg-sunken',
      )}
    >
      <span className={classes('size-5 rounded-full', on ? 'bg-on-accent' : 'bg-muted')} />
    </span>
  );
}
