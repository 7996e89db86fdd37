import { Outlet, useMatch } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { isComplete } from '@/features/identity/complete';
import { Frame } from '../base/frame';
import { Inactivity } from './inactivity';
import { AppShell } from './shell';

/**
 * The pages for signed-in people, in their shell. A newcomer's profile stands alone: every other page leads back to it.
 */
export function Inside() {
  const user = useUser();
  // The page that stands, not the one that is being opened.
  const isProfile = useMatch({ from: '/inside/profile', shouldThrow: false }) !== undefined;
  const isFirst = isProfile && user !== null && !isComplete(user);
  // Saving completes the profile: the page must not start anew before it has led on.
  const [isAlone, setAlone] = useState(isFirst);
  if (isFirst && !isAlone) setAlone(true);
  if (!isProfile && isAlone) setAlone(false);
  if (!(isFirst || (isProfile && isAlone))) return <AppShell />;
  return (
    <Frame>
      <main id="main" className="flex grow flex-col">
        <Outlet />
      </main>
      <Inactivity />
    </Frame>
  );
}
