import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { listen } from '@/api/realtime';
import { useConfiguration } from '@/ui/configuration';
import { chatKeys } from './keys';
import { chatQuery, entrance } from './queries';

/** Keeps the number of unread messages live, and calls back with each message. */
export function useLiveUnread(onMessage: () => void): void {
  const configuration = useConfiguration();
  const queries = useQueryClient();
  const { data } = useQuery(chatQuery);
  const channel = data?.channels.find(({ kind }) => kind === 'support')?.channel;
  const heard = useEffectEvent(() => {
    void queries.invalidateQueries({ queryKey: chatKeys.all });
    onMessage();
  });
  useEffect(() => {
    if (!configuration || channel === undefined) return;
    return listen(configuration, channel, 'message.new', () => heard(), {
      authorise: async () => ({ auth: (await entrance()).token }),
    });
  }, [configuration, channel]);
}
