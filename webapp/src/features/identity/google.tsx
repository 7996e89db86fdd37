import { call } from '@/api/client';
import { signIn } from '@/api/session';
import { readStored, store } from '@/lib/storage';
import { Button } from '@/ui/button';
import { useConsent } from './consent';

/** Redirects to Google, which sends the browser back. */
export function GoogleButton() {
  const referrer = readStored('referrer');
  const query = referrer ? `?${new URLSearchParams({ referrer })}` : '';
  const { afterConsent, sheet } = useConsent('google');
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted">
        Google shares your name and your email address with us, nothing else.
      </p>
      <Button wide onClick={() => afterConsent(() => location.assign(`/api/auth/google/redirect${query}`))}>
        Continue with Google
      </Button>
      {sheet}
    </div>
  );
}

const REASONS: Record<string, string> = {
  cancelled: 'You did not sign in with Google.',
  expired: 'This sign-in has expired. Please try again.',
  failed: 'Google did not answer as expected. Please try again.',
  own_method: 'There is an account with this email address. Please log in with its email and password.',
  unproven: 'Google has not verified this email address. Please sign up with it by email.',
};

/** The reason why the sign-in with Google failed; undefined for an unknown one. */
export const googleReason = (reason: string | undefined): string | undefined =>
  reason === undefined ? undefined : REASONS[reason];

/** A code is exchanged once, however often the page renders. */
const exchanges = new Map<string, Promise<void>>();

/** Exchanges the code from the redirect for a session. */
export function exchange(code: string): Promise<void> {
  const running = exchanges.get(code) ?? retrieve(code);
  exchanges.set(code, running);
  return running;
}

async function retrieve(code: string): Promise<void> {
  // The code is used up, but should not stay in the history.
  history.replaceState(history.state, '', '/');
  signIn((await call('GET', '/auth/retrieve/{id}', { path: { id: code } })).data);
  store('referrer', null);
}
