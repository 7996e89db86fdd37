import { useQuery } from '@tanstack/react-query';
import { type LucideIcon, Mail, MessageCircle, MessageSquareText, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Contract } from '@/api/contract';
import { Problem } from '@/api/problem';
import { dateFormat } from '@/lib/date-format';
import { Button, buttonClasses } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { Sheet } from '@/ui/sheet';
import { ListSkeleton } from '@/ui/states';
import { SwitchRow } from '@/ui/switch-row';
import { toast } from '@/ui/toast';
import { useInviteToTelegram, useLeaveTelegram, useSet } from './mutations';
import { channelsQuery } from './queries';

type Channel = Contract<'NoticeChannel'>;

const LOOK_EVERY_MS = 2000;
const timeWords = dateFormat('en-NG', { timeZone: 'Africa/Lagos', timeStyle: 'short' });

/** The presentation of each channel, and the action if it does not reach the user yet. */
const SHOWN: Record<string, { label: string; Icon: LucideIcon; missing: string; reached?: string }> = {
  email: { label: 'Email alerts', Icon: Mail, missing: 'Add an email address to get them.' },
  sms: { label: 'SMS alerts', Icon: MessageSquareText, missing: 'Confirm your phone number to get them.' },
  telegram: {
    label: 'Telegram alerts',
    Icon: Send,
    missing: 'Link your Telegram to get them.',
    reached: 'Sent to the chat you linked.',
  },
  whatsapp: {
    label: 'WhatsApp alerts',
    Icon: MessageCircle,
    missing: 'Confirm your phone number to get them.',
  },
};

/** The note of a channel: null if it is off, or needs no setup. */
function noteOf({ channel, is_on, is_reachable }: Channel): string | null {
  if (!is_on) return null;
  return (is_reachable ? SHOWN[channel]?.reached : SHOWN[channel]?.missing) ?? null;
}

/** The channels of notices besides the app. (Document 3, section 2.) */
export function AlertsCard() {
  const channels = useQuery(channelsQuery);
  const set = useSet();
  const [linking, setLinking] = useState(false);
  const change = ({ channel, setting, is_on, is_reachable }: Channel) =>
    set.mutate(
      { name: setting, value: String(!is_on) },
      { onSuccess: () => setLinking(channel === 'telegram' && !is_on && !is_reachable) },
    );
  return (
    <Card>
      <h2 className="pb-2 text-sm font-semibold text-muted">Alerts</h2>
      <p className="pb-2 text-sm text-muted">
        Sent when money arrives or your account or plans need attention. Security notices always come by email
        as well.
      </p>
      <Loaded query={channels} waiting={<ListSkeleton rows={4} />}>
        {(all) => (
          <>
            {all.map((one) => {
              const { channel, setting, is_on, is_reachable } = one;
              const shown = SHOWN[channel];
              if (!shown) return null;
              return (
                <div key={channel}>
                  <SwitchRow
                    icon={shown.Icon}
                    label={shown.label}
                    on={is_on}
                    note={noteOf(one)}
                    busy={set.isPending && set.variables.name === setting}
                    onSwitch={() => change(one)}
                  />
                  {channel === 'telegram' && (is_on || is_reachable) && (
                    <TelegramLink linked={is_reachable} onLink={() => setLinking(true)} />
                  )}
                </div>
              );
            })}
          </>
        )}
      </Loaded>
      {linking && <TelegramSheet onClose={() => setLinking(false)} />}
    </Card>
  );
}

function TelegramLink({ linked, onLink }: { linked: boolean; onLink: () => void }) {
  const leave = useLeaveTelegram();
  return (
    <div className="ps-13 pb-2">
      {linked ? (
        <Button
          look="quiet"
          busy={leave.isPending}
          onClick={() => leave.mutate(undefined, { onSuccess: () => toast.success('Telegram is unlinked') })}
        >
          Unlink Telegram
        </Button>
      ) : (
        <Button look="quiet" onClick={onLink}>
          Link Telegram
        </Button>
      )}
    </div>
  );
}

/** Shows a link to the bot, and waits until its chat is linked. */
function TelegramSheet({ onClose }: { onClose: () => void }) {
  const [open, setOpen] = useState(true);
  const { mutate: invite, ...invitation } = useInviteToTelegram();
  const channels = useQuery({ ...channelsQuery, refetchInterval: LOOK_EVERY_MS });
  const linked = channels.data?.some(({ channel, is_reachable }) => channel === 'telegram' && is_reachable);

  useEffect(() => invite(), [invite]);
  useEffect(() => {
    if (!linked) return;
    toast.success('Telegram is linked');
    setOpen(false);
  }, [linked]);

  return (
    <Sheet open={open} onClose={() => setOpen(false)} afterClose={onClose} title="Link Telegram">
      <p>Open the chat with our bot, and press Start there. You can unlink it here at any time.</p>
      {invitation.error && (
        <>
          <FormError>
            {invitation.error instanceof Problem ? invitation.error.message : 'Please try again.'}
          </FormError>
          <Button wide onClick={() => invite()}>
            Try again
          </Button>
        </>
      )}
      {invitation.isPending && <ListSkeleton rows={1} />}
      {invitation.data && (
        <>
          <a
            href={invitation.data.link}
            target="_blank"
            rel="noreferrer"
            className={buttonClasses('primary', true)}
          >
            Open Telegram
          </a>
          <p className="text-sm text-muted">
            {`The link works once, until ${timeWords(new Date(invitation.data.expires_at))}.`}
          </p>
        </>
      )}
    </Sheet>
  );
}
