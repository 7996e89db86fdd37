import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '@/api/client';
import { useSession } from '@/api/use-session';
import { evaluate, type RuleOutput } from '@/engine';
import { readStored, store } from '@/lib/storage';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import { logOut, sessionEnded } from './leave';

const ACTIVITIES = ['pointerdown', 'keydown', 'scroll', 'touchstart'] as const;
/** How often the server learns of activity, at most. */
const TELL_SERVER_EVERY_MS = 30_000;

/** How often other tabs learn of activity, at most. */
const TELL_TABS_EVERY_MS = 1000;

/** Warns before three minutes of inactivity are over, and ends the session when they are. */
export function Inactivity() {
  const signedIn = useSession().state === 'signed-in';
  return signedIn ? <Watch /> : null;
}

/** The rule's answer for the last activity in any tab, or in this one if the stored time is invalid. */
function warning(ownActivity: string): RuleOutput<'session.warning'> {
  const last_activity = readStored('active at') ?? ownActivity;
  try {
    return evaluate('session.warning', { last_activity, now: now() });
  } catch {
    return evaluate('session.warning', { last_activity: ownActivity, now: now() });
  }
}

const now = (): string => new Date().toISOString();

function Watch() {
  /** Where storage is forbidden, this tab's own activity counts. */
  const lastActivity = useRef(now());
  const toldTabs = useRef(0);
  const toldServer = useRef(0);
  const [remaining, setRemaining] = useState<number | null>(null);

  const noteActivity = useCallback(() => {
    lastActivity.current = now();
    toldTabs.current = performance.now();
    store('active at', lastActivity.current);
  }, []);

  const stay = useCallback(() => {
    noteActivity();
    toldServer.current = performance.now();
    setRemaining(null);
    void call('POST', '/auth/activity').catch(() => undefined);
  }, [noteActivity]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const { warn, remaining_seconds, look_again_ms } = warning(lastActivity.current);
      setRemaining(warn ? remaining_seconds : null);
      if (look_again_ms === 0) sessionEnded('You were signed out after three minutes without activity.');
      else timer = setTimeout(look, look_again_ms);
    };
    const active = () => {
      if (performance.now() - toldTabs.current > TELL_TABS_EVERY_MS) noteActivity();
      if (performance.now() - toldServer.current > TELL_SERVER_EVERY_MS) stay();
    };
    noteActivity();
    toldServer.current = performance.now();
    look();
    for (const activity of ACTIVITIES) addEventListener(activity, active, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const activity of ACTIVITIES) removeEventListener(activity, active, { capture: true });
    };
  }, [noteActivity, stay]);

  return (
    <Sheet open={remaining !== null} onClose={stay} title="Are you still there?">
      <p role="timer" className="text-center">
        {`For your safety you will be signed out in ${remaining ?? 0} seconds.`}
      </p>
      <Button wide onClick={stay}>
        Stay signed in
      </Button>
      <Button wide look="quiet" onClick={() => void logOut()}>
        Log out
      </Button>
    </Sheet>
  );
}
