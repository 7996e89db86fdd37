import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '@/api/client';
import { useSession } from '@/api/use-session';
import { evaluate, type RuleOutput } from '@/engine';
import { now } from '@/lib/clock';
import { readStored, store } from '@/lib/storage';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import { logOut, sessionEnded } from '../base/leave';

const ACTIVITIES = ['pointerdown', 'keydown', 'scroll', 'touchstart'] as const;
/** Shortest interval between reports of activity to the server. */
const TELL_SERVER_EVERY_MS = 30_000;

/** Shortest interval between reports of activity to other tabs. */
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
    return evaluate('session.warning', { last_activity, now: instant() });
  } catch {
    return evaluate('session.warning', { last_activity: ownActivity, now: instant() });
  }
}

const instant = (): string => now().toISOString();

function Watch() {
  /** Used if storage is blocked: this tab's own activity. */
  const lastActivity = useRef(instant());
  const toldTabs = useRef(0);
  /** Not yet on this page: loading it reports nothing. */
  const reportedAt = useRef(Number.NEGATIVE_INFINITY);
  const [remaining, setRemaining] = useState<number | null>(null);

  const noteActivity = useCallback(() => {
    lastActivity.current = instant();
    toldTabs.current = performance.now();
    store('active at', lastActivity.current);
  }, []);

  const tellServer = useCallback(() => {
    reportedAt.current = performance.now();
    call('POST', '/auth/activity').catch(() => {
      // The report failed: the next activity is reported again.
      reportedAt.current = performance.now() - TELL_SERVER_EVERY_MS + TELL_TABS_EVERY_MS;
    });
  }, []);

  const stay = useCallback(() => {
    noteActivity();
    tellServer();
    setRemaining(null);
  }, [noteActivity, tellServer]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    /** A delayed report of activity: the server ends the session no sooner than this page does. */
    let later: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const { warn, remaining_seconds, look_again_ms } = warning(lastActivity.current);
      setRemaining(warn ? remaining_seconds : null);
      if (look_again_ms === 0) sessionEnded('You were signed out after three minutes without activity.');
      else timer = setTimeout(look, look_again_ms);
    };
    const active = () => {
      if (performance.now() - toldTabs.current > TELL_TABS_EVERY_MS) noteActivity();
      const wait = reportedAt.current + TELL_SERVER_EVERY_MS - performance.now();
      if (wait < 0) {
        clearTimeout(later);
        later = undefined;
        stay();
      } else {
        later ??= setTimeout(() => {
          later = undefined;
          tellServer();
        }, wait);
      }
    };
    // A reloaded page continues the remaining time: the load itself reports nothing to the server.
    const isNew = readStored('active at') === null;
    if (isNew || warning(lastActivity.current).look_again_ms === 0) noteActivity();
    look();
    for (const activity of ACTIVITIES) addEventListener(activity, active, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      clearTimeout(later);
      for (const activity of ACTIVITIES) removeEventListener(activity, active, { capture: true });
      // The next user's activity starts with their sign-in.
      store('active at', null);
    };
  }, [noteActivity, stay, tellServer]);

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
