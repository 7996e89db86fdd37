import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useWriteToBot } from '@/features/sandbox/mutations';
import { messagesQuery } from '@/features/sandbox/queries';
import { Button } from '@/ui/button';
import { Card, Page } from '@/ui/page';

/** The chat of the tester. */
const CHAT = 1_000_001;

/** Plays the chat with the Telegram bot. */
export function SandboxTelegram() {
  const { start } = getRouteApi('/open/sandbox/telegram').useSearch();
  const messages = useQuery(messagesQuery(String(CHAT)));
  const write = useWriteToBot(CHAT);
  return (
    <Page title="Sandbox Telegram">
      <Card className="flex flex-col gap-4">
        <p>Telegram itself would show the chat with the bot here.</p>
        <ul className="flex flex-col gap-2 empty:hidden" aria-label="What the bot wrote">
          {messages.data?.map(({ id, text }) => (
            <li key={id} className="rounded-2xl bg-sunken px-4 py-2 wrap-anywhere">
              {text}
            </li>
          ))}
        </ul>
        <Button
          wide
          busy={write.isPending}
          onClick={() => write.mutate(start ? `/start ${start}` : '/start')}
        >
          Start
        </Button>
        <Button wide look="quiet" busy={write.isPending} onClick={() => write.mutate('/stop')}>
          Stop
        </Button>
      </Card>
    </Page>
  );
}
