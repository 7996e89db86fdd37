import { useRouterState } from '@tanstack/react-router';
import { useLiveUnread } from '@/features/community/use-live-unread';
import { toast } from '@/ui/toast';

/** Announces a reply from support on every page but the conversation itself. */
export function LiveChat() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useLiveUnread(() => {
    if (path !== '/chat') toast.info('You have a new message');
  });
  return null;
}
