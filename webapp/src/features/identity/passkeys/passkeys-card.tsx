import { useQuery } from '@tanstack/react-query';
import { Fingerprint, WalletCards } from 'lucide-react';
import { useState } from 'react';
import type { Contract } from '@/api/contract';
import { dateFormat } from '@/lib/date-format';
import { money } from '@/payment/money';
import { passkeysQuery } from '@/payment/passkeys';
import { Button } from '@/ui/button';
import { IconDisc } from '@/ui/icon-disc';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { Row } from '@/ui/row';
import { Sheet } from '@/ui/sheet';
import { ListSkeleton } from '@/ui/states';
import { AddPasskey } from './add-passkey';
import { LimitSheet } from './limit-sheet';
import { PasskeySheet } from './passkey-sheet';

type Passkey = Contract<'PasskeyEntry'>;
type Opened = 'add' | 'limit' | null;

const dayWords = dateFormat('en-NG', { timeZone: 'Africa/Lagos', dateStyle: 'medium' });
const day = (instant: string): string => dayWords(new Date(instant));

/** The user's passkeys, and the limit for payments with them. */
export function PasskeysCard() {
  const passkeys = useQuery(passkeysQuery);
  const [opened, setOpened] = useState<Opened>(null);
  const [chosen, setChosen] = useState<Passkey | null>(null);
  const close = () => setOpened(null);
  const limit = passkeys.data?.limit ?? null;
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-sm font-semibold text-muted">Fingerprint or face</h2>
      <p className="text-sm text-muted">
        A passkey opens your account with your fingerprint, face or screen lock. It stays on your device.
      </p>
      <Loaded query={passkeys} waiting={<ListSkeleton rows={1} />}>
        {({ passkeys: all }) => (
          <>
            <ul className="flex flex-col gap-3 empty:hidden">
              {all.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onOpen={() => setChosen(passkey)} />
              ))}
            </ul>
            <Button look="quiet" wide onClick={() => setOpened('add')}>
              Add a passkey
            </Button>
            {all.length > 0 && (
              <Row
                icon={WalletCards}
                label="Pay without PIN"
                value={limit === null ? 'Off' : `Up to ${money(limit, 'NGN')} a day`}
                onClick={() => setOpened('limit')}
              />
            )}
          </>
        )}
      </Loaded>
      <Sheet open={opened === 'add'} onClose={close} title="Add a passkey">
        <AddPasskey onAdded={close} />
      </Sheet>
      {opened === 'limit' && <LimitSheet limit={limit} onClose={close} />}
      <PasskeySheet passkey={chosen} onClose={() => setChosen(null)} />
    </Card>
  );
}

function PasskeyRow({ passkey, onOpen }: { passkey: Passkey; onOpen: () => void }) {
  const { name, added_at, used_at } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-3">
      <IconDisc icon={Fingerprint} />
      <span className="flex min-w-0 grow basis-32 flex-col">
        <span className="font-medium wrap-anywhere">{name}</span>
        <span className="text-sm text-muted">
          {used_at === null
            ? `Added ${day(added_at)}, not used yet`
            : `Added ${day(added_at)}, last used ${day(used_at)}`}
        </span>
      </span>
      <Button look="quiet" aria-label={`Change ${name}`} onClick={onOpen}>
        Change
      </Button>
    </li>
  );
}
