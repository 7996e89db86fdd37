import { useEffect, useSyncExternalStore } from 'react';
import { isOutdated } from '@/engine/entry';
import { keepOverUpdate } from '@/lib/kept';
import { serverRules } from '@/lib/server-rules';
import { Watched } from '@/lib/watched';
import { Button } from '@/ui/button';

/** Switches to the newer version, if there is one. */
const newer = new Watched<(() => void) | null>(null);

function reload(): void {
  keepOverUpdate();
  location.reload();
}

/**
 * Caches the app's files on the device, and reports when newer ones are ready. Loaded after the page, so that it delays
 * nothing.
 */
async function watchForUpdates(): Promise<void> {
  const [{ Workbox }, { scriptUrl }] = await Promise.all([
    import('workbox-window'),
    import('@/lib/script-url'),
  ]);
  const workbox = new Workbox(scriptUrl('/sw.js'));
  workbox.addEventListener('waiting', () => {
    newer.set(() => {
      workbox.addEventListener('controlling', reload);
      workbox.messageSkipWaiting();
    });
  });
  await workbox.register();
  // A tab that stays open for days checks again when it becomes visible, and when the server uses newer rules.
  const ask = () => void workbox.update().catch(() => undefined);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ask();
  });
  serverRules.subscribe(ask);
}

/** The cached files are older than the server's rules and no update has arrived: drops the cache and reloads. */
async function reloadAfresh(): Promise<void> {
  const kept = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(kept.map((registration) => registration.unregister()));
  reload();
}

function startWatching(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  // Everything but offline use works without it; browsers may refuse it, for example in private windows.
  watchForUpdates().catch(() => undefined);
}

/** Announces a newer version and lets the user decide when to switch: nothing typed is lost. */
export function Update() {
  useEffect(startWatching, []);
  const take = useSyncExternalStore(newer.subscribe, newer.get);
  const outdated = useSyncExternalStore(serverRules.subscribe, isOutdated);
  if (take === null && !outdated) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-0 top-0 z-40 mx-auto flex max-w-(--frame-width) items-center justify-between gap-4 border-b border-line bg-raised p-3 text-sm shadow-raised"
    >
      <span>A newer version is ready. Finish what you are doing, then reload.</span>
      <Button look="quiet" onClick={take ?? (() => void reloadAfresh())}>
        Reload
      </Button>
    </div>
  );
}
