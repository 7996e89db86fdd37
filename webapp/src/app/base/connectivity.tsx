import { Wifi, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';

type Shown = 'nothing' | 'offline' | 'back';
const BACK_SHOWN_MS = 5000;

/** Red while offline, green for five seconds once online again. */
export function Connectivity() {
  const [shown, setShown] = useState<Shown>(navigator.onLine ? 'nothing' : 'offline');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const offline = () => {
      clearTimeout(timer);
      setShown('offline');
    };
    const online = () => {
      setShown('back');
      timer = setTimeout(() => setShown('nothing'), BACK_SHOWN_MS);
    };
    addEventListener('offline', offline);
    addEventListener('online', online);
    return () => {
      clearTimeout(timer);
      removeEventListener('offline', offline);
      removeEventListener('online', online);
    };
  }, []);

  // Elements at the bottom of the page make room.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-notice', shown !== 'nothing');
  }, [shown]);

  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-(--notice-bottom) z-50 md:bottom-0"
    >
      {shown === 'offline' && (
        <p className="flex items-center justify-center gap-2 bg-negative p-3 text-sm font-medium text-on-status">
          <WifiOff aria-hidden className="size-5" />
          <span>Oops! No internet connection.</span>
        </p>
      )}
      {shown === 'back' && (
        <p className="flex items-center justify-center gap-2 bg-positive p-3 text-sm font-medium text-on-status">
          <Wifi aria-hidden className="size-5" />
          <span>Your internet connection is back.</span>
        </p>
      )}
    </div>
  );
}
