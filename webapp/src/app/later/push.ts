import { useEffect } from 'react';
import { useUser } from '@/api/use-session';
import { chatKeys } from '@/features/community/keys';
import { refreshPush } from '@/features/settings/push';
import { firstTelling } from '@/lib/told';
import { onWorkerMessage } from '@/lib/worker-messages';
import { useConfiguration } from '@/ui/configuration';
import { toast } from '@/ui/toast';
import { queryClient } from '../base/queries';

const CHAT = '/chat';

/** Shows push messages while the app is in front, and keeps the subscription on the server up to date. */
export function Push({ onOpen }: { onOpen: (link: string) => void }) {
  const key = useConfiguration()?.push_key ?? null;
  const uuid = useUser()?.uuid ?? null;

  useEffect(() => {
    if (uuid === null || key === null) return;
    // The user did not ask for this now: a failure is retried at the next start.
    void refreshPush(key).catch(() => undefined);
  }, [uuid, key]);

  useEffect(
    () =>
      onWorkerMessage((message) => {
        if (message.type === 'push') show(message);
        if (message.type === 'open') onOpen(message.link);
        if (message.type === 'push-changed' && uuid !== null && key !== null)
          void refreshPush(key).catch(() => undefined);
      }),
    [onOpen, uuid, key],
  );
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
