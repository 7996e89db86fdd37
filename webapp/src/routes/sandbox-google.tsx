import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type GoogleAccount, useAuthorise } from '@/features/sandbox/mutations';
import { googleAccountsQuery } from '@/features/sandbox/queries';
import { Button } from '@/ui/button';
import { Checkbox, SelectField, TextField } from '@/ui/field';
import { FormError } from '@/ui/form-error';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';

const NOBODY: GoogleAccount = {
  email: '',
  email_verified: true,
  given_name: '',
  family_name: '',
  hosted_domain: null,
};

/** The app's authorisation request. */
function question() {
  const query = new URLSearchParams(location.search);
  const of = (name: string) => query.get(name) ?? '';
  return {
    response_type: of('response_type'),
    client_id: of('client_id'),
    redirect_uri: of('redirect_uri'),
    scope: of('scope'),
    state: of('state'),
    nonce: of('nonce'),
    code_challenge: of('code_challenge'),
    code_challenge_method: of('code_challenge_method'),
  };
}

/** Plays Google's page: the tester chooses the person and Google's claims. */
export function SandboxGoogle() {
  const accounts = useQuery(googleAccountsQuery);
  return (
    <Page title="Sandbox Google">
      <Loaded query={accounts} waiting={<ListSkeleton rows={3} />}>
        {(loaded) => <Choice accounts={loaded} />}
      </Loaded>
    </Page>
  );
}

function Choice({ accounts }: { accounts: GoogleAccount[] }) {
  const [account, setAccount] = useState(accounts[0] ?? NOBODY);
  const set = (change: Partial<GoogleAccount>) => setAccount((before) => ({ ...before, ...change }));
  const answer = useAuthorise();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer.mutate({ question: question(), account });
  };
  return (
    <Card>
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <p>Google would ask who you are. Here you choose.</p>
        <SelectField
          label="Account"
          value={accounts.findIndex(({ email }) => email === account.email)}
          onChange={(event) => setAccount(accounts[Number(event.target.value)] ?? NOBODY)}
          options={[
            ...accounts.map(({ email }, index) => ({ value: String(index), label: email })),
            { value: '-1', label: 'Someone else' },
          ]}
        />
        <TextField
          label="Email"
          type="email"
          value={account.email}
          onChange={(event) => set({ email: event.target.value })}
        />
        <TextField
          label="First name"
          value={account.given_name}
          onChange={(event) => set({ given_name: event.target.value })}
        />
        <TextField
          label="Last name"
          value={account.family_name}
          onChange={(event) => set({ family_name: event.target.value })}
        />
        <TextField
          label="Hosted domain"
          value={account.hosted_domain ?? ''}
          onChange={(event) => set({ hosted_domain: event.target.value || null })}
        />
        <Checkbox
          checked={account.email_verified}
          onChange={(event) => set({ email_verified: event.target.checked })}
        >
          Google has verified the email
        </Checkbox>
        <FormError>{answer.error?.message}</FormError>
        <Button type="submit" wide busy={answer.isPending}>
          Continue
        </Button>
        <Button
          look="quiet"
          wide
          busy={answer.isPending}
          onClick={() => answer.mutate({ question: question(), account: null })}
        >
          Cancel
        </Button>
      </form>
    </Card>
  );
}
