import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { listen } from '@/api/realtime';
import { useConfiguration } from '@/ui/configuration';
import { chatKeys } from './keys';
import { chatQuery } from './queries';

/** The maximum age of the token: on arrival it may be that of the list of channels. */
const TOKEN_FRESH_MS = 10_000;

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
      authorise: async () => {
        const { token } = await queries.fetchQuery({ ...chatQuery, staleTime: TOKEN_FRESH_MS });
        return { auth: token };
      },
    });
  }, [configuration, channel, queries]);
}
