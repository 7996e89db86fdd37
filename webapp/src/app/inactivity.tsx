import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '@/api/client';
import { session } from '@/api/session';
import { evaluate } from '@/engine';
import { readStored, store } from '@/lib/storage';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import { logOut, sessionEnded } from './leave';

const ACTIVITIES = ['pointerdown', 'keydown', 'scroll', 'touchstart'] as const;
/** Telling the server more often than this would be chatter. */
const TELL_SERVER_EVERY_MS = 30_000;

/** Other tabs are told no more often than this. */
const TELL_TABS_EVERY_MS = 1000;

/** When somebody was last active in any tab; what is stored cannot lie in the future. */
const elsewhere = (): Date => new Date(Math.min(Number(readStored('active at')) || 0, Date.now()));

/** Warns before three minutes without activity are over, and ends the session when they are. */
export function Inactivity() {
  const signedIn = useSyncExternalStore(session.subscribe, session.get).state === 'signed-in';
  return signedIn ? <Watch /> : null;
}

function Watch() {
  const lastActivity = useRef(new Date());
  const toldServer = useRef(new Date());
  const [remaining, setRemaining] = useState<number | null>(null);

  const stay = useCallback(() => {
    lastActivity.current = new Date();
    toldServer.current = new Date();
    store('active at', String(Date.now()));
    setRemaining(null);
    void call('POST', '/auth/activity').catch(() => undefined);
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const { warn, remaining_seconds, look_again_ms } = evaluate('session.warning', {
        last_activity: new Date(Math.max(+lastActivity.current, +elsewhere())).toISOString(),
        now: new Date().toISOString(),
      });
      setRemaining(warn ? remaining_seconds : null);
      if (look_again_ms === 0) sessionEnded('You were signed out after three minutes without activity.');
      else timer = setTimeout(look, look_again_ms);
    };
    const active = () => {
      lastActivity.current = new Date();
      if (Date.now() - +elsewhere() > TELL_TABS_EVERY_MS) store('active at', String(Date.now()));
      if (lastActivity.current.getTime() - toldServer.current.getTime() > TELL_SERVER_EVERY_MS) stay();
    };
    look();
    for (const activity of ACTIVITIES) addEventListener(activity, active, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const activity of ACTIVITIES) removeEventListener(activity, active, { capture: true });
    };
  }, [stay]);

  return (
    <Sheet open={remaining !== null} onClose={stay} title="Are you still there?">
      <p role="timer" className="text-center">
        For your safety you will be signed out in {remaining ?? 0} seconds.
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
