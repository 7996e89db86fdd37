import { useEffect } from 'react';
import { useUser } from '@/api/use-session';
import { chatKeys } from '@/features/community/keys';
import { refreshPush } from '@/features/settings/push';
import { firstTelling } from '@/lib/told';
import { useConfiguration } from '@/ui/configuration';
import { toast } from '@/ui/toast';
import { queryClient } from '../base/queries';

const CHAT = '/chat';

/** Messages from the service worker to the page. */
type Said =
  | { type: 'push'; title: string; body: string; link: string }
  | { type: 'open'; link: string }
  | { type: 'push-changed' };

/** Shows push messages while the app is in front, and keeps the subscription on the server up to date. */
export function Push({ onOpen }: { onOpen: (link: string) => void }) {
  const key = useConfiguration()?.push_key ?? null;
  const uuid = useUser()?.uuid ?? null;

  useEffect(() => {
    if (uuid === null || key === null) return;
    // The user did not ask for this now: a failure is retried at the next start.
    const refresh = () => void refreshPush(key).catch(() => undefined);
    const hear = ({ data }: MessageEvent<Said | undefined>) => {
      if (data?.type === 'push-changed') refresh();
    };
    refresh();
    navigator.serviceWorker?.addEventListener('message', hear);
    return () => navigator.serviceWorker?.removeEventListener('message', hear);
  }, [uuid, key]);

  useEffect(() => {
    const hear = ({ data }: MessageEvent<Said | undefined>) => {
      if (data?.type === 'push') show(data);
      if (data?.type === 'open') onOpen(data.link);
    };
    navigator.serviceWorker?.addEventListener('message', hear);
    return () => navigator.serviceWorker?.removeEventListener('message', hear);
  }, [onOpen]);
  return null;
}

function show({ title, body, link }: { title: string; body: string; link: string }): void {
  if (link === CHAT) {
    void queryClient.invalidateQueries({ queryKey: chatKeys.all });
    // The user sees the message in the app.
    if (location.pathname === CHAT) return;
  }
  const reference = new URL(link, location.origin).searchParams.get('reference');
  if (reference === null || firstTelling(reference)) toast.notice(title, body);
}
