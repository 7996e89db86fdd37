import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { sessionOver } from '@/api/client';
import type { Contract } from '@/api/contract';
import { forgetPerson } from '@/lib/last-person';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { PasswordField } from '@/ui/password-field';
import { Sheet } from '@/ui/sheet';
import { Username } from '@/ui/username';
import { useCloseAccount } from './mutations';
import { closingQuery } from './queries';

type Closing = Contract<'ClosingAnswer'>;

/** Closes the account: first open items to settle, then what ends with the account, then the password. */
export function ClosingSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Sheet open={open} onClose={onClose} title="Close account">
      <Closing onClose={onClose} />
    </Sheet>
  );
}

function Closing({ onClose }: { onClose: () => void }) {
  const closing = useQuery(closingQuery);
  return (
    <Loaded query={closing}>
      {(found) =>
        found.allowed ? <Confirm closing={found} /> : <Obstacles closing={found} onLeave={onClose} />
      }
    </Loaded>
  );
}

function Obstacles({ closing, onLeave }: { closing: Closing; onLeave: () => void }) {
  return (
    <>
      <p className="text-sm text-muted">Your account can be closed once this is settled:</p>
      <ul className="flex flex-col">
        {closing.obstacles.map(({ kind, message, page }) => (
          <li key={`${kind} ${message}`}>
            <Link to={page} onClick={onLeave} className="flex min-h-14 items-center gap-3">
              <span className="min-w-0 grow wrap-anywhere">{message}</span>
              <ChevronRight aria-hidden className="roomy size-5 shrink-0 text-muted rtl:rotate-180" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Confirm({ closing }: { closing: Closing }) {
  const [password, setPassword] = useState('');
  const close = useCloseAccount();
  const wrong = close.error?.violations.find(({ field }) => field === 'password')?.message;
  return (
    <Form
      action="Close my account"
      look="danger"
      busy={close.isPending}
      error={wrong === undefined ? close.error?.message : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        close.mutate(closing.has_password ? password : null, {
          onSuccess: ({ message }) => {
            forgetPerson();
            sessionOver(message ?? '');
          },
        });
      }}
    >
      <ul className="flex list-disc flex-col gap-2 ps-5 text-sm">
        {closing.consequences.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {closing.has_password && <Username />}
      {closing.has_password && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          value={password}
          error={wrong}
          onChange={(event) => setPassword(event.target.value)}
        />
      )}
    </Form>
  );
}
