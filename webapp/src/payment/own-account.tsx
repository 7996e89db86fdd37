import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { useEngineForm } from '@/engine/use-engine-form';
import type { Elements } from '@/lib/elements';
import { Button } from '@/ui/button';
import { cleaned } from '@/ui/cleaned';
import { copyText } from '@/ui/copy';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { useConfirmBvn } from './mutations';
import { fundingQuery } from './queries';
import type { Currency, VirtualAccount } from './types';

interface Props {
  currency: Currency;
  children: (account: VirtualAccount) => Elements;
}

/** The account that the user sends money to from any bank, once the bank has opened it. */
export function OwnAccount({ currency, children }: Props) {
  const [bvn, setBvn] = useState<string>();
  const funding = useQuery(fundingQuery(currency, bvn));
  const refused = funding.error?.violations.filter(({ field }) => field === 'bvn') ?? [];
  if (refused.length > 0) return <AskBvn refusal={refused[0]?.message} onGiven={setBvn} />;
  return (
    <Loaded query={funding} waiting={<ListSkeleton rows={3} />}>
      {(answer) =>
        'account_number' in answer ? children(answer) : <AskBvn refusal={undefined} onGiven={setBvn} />
      }
    </Loaded>
  );
}

/** The bank's request for a BVN, and the sheet that answers it. */
function AskBvn({ refusal, onGiven }: { refusal: string | undefined; onGiven: (bvn: string) => void }) {
  const [open, setOpen] = useState(true);
  return (
    <EmptyState title="The bank needs your bank verification number (BVN) before it opens an account for you.">
      <Button onClick={() => setOpen(true)}>Enter your BVN</Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Your BVN">
        <BvnForm refusal={refusal} onGiven={onGiven} />
      </Sheet>
    </EmptyState>
  );
}

function BvnForm({ refusal, onGiven }: { refusal: string | undefined; onGiven: (bvn: string) => void }) {
  const form = useEngineForm('bvn', { defaultValues: { bvn: '' } });
  const hasProven = useUser()?.meta.identity_verified === true;
  const confirm = useConfirmBvn();
  // It may still be right if the identity was proven with a NIN: the bank decides.
  const isDoubted = confirm.data === false && form.watch('bvn') === confirm.variables;
  const give = (bvn: string) => {
    if (!hasProven || isDoubted) return onGiven(bvn);
    confirm.mutate(bvn, { onSuccess: (isProven) => isProven !== false && onGiven(bvn) });
  };
  return (
    <Form
      onSubmit={form.handleSubmit(({ bvn }) => give(String(bvn)))}
      action={isDoubted ? 'Continue with this BVN' : 'Continue'}
      busy={confirm.isPending}
      error={form.formError}
    >
      {isDoubted && (
        <p role="alert" className="text-sm font-medium">
          You didn't verify your identity with this BVN. If it is yours, continue: the bank checks it.
        </p>
      )}
      <TextField
        label="BVN"
        inputMode="numeric"
        autoComplete="off"
        hint="Eleven digits. Dial *565*0# to see yours."
        error={form.errorOf('bvn') ?? refusal}
        {...cleaned(form.register('bvn'), () => form.trigger('bvn'))}
      />
    </Form>
  );
}

/** The account's details, each with a copy button. */
export function AccountRows({ account }: { account: VirtualAccount }) {
  const rows: [string, string | null | undefined][] = [
    ['Bank', account.bank_name],
    ['Account number', account.account_number],
    ['Account name', account.account_name],
    ['Routing number', account.routing_number],
    ['SWIFT code', account.swift_code],
  ];
  return (
    <dl className="flex flex-col">
      {rows
        .filter((row): row is [string, string] => Boolean(row[1]))
        .map(([name, value]) => (
          <div key={name} className="border-b border-line py-2 last:border-0">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="flex min-h-11 items-center justify-between gap-3">
              <span className="figures min-w-0 font-semibold wrap-anywhere">{value}</span>
              <button
                type="button"
                className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken"
                aria-label={`Copy ${name.toLowerCase()}`}
                onClick={() => void copyText(value)}
              >
                <Copy aria-hidden className="size-5" />
              </button>
            </dd>
          </div>
        ))}
    </dl>
  );
}

/** The page or sheet listens for the transfer. */
export const WaitingForTransfer = () => (
  <p role="status" className="flex items-center justify-center gap-3 text-sm text-muted">
    <span aria-hidden className="size-2.5 shrink-0 animate-[breathe_1.2s_infinite] rounded-full bg-accent" />
    <span>Waiting for your transfer. You can leave this page: the money will still arrive.</span>
  </p>
);
