import { useQuery } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { usePreparedForm } from '@/engine/later';
import type { Elements } from '@/lib/elements';
import { useDebounced } from '@/lib/use-debounced';
import { Button } from '@/ui/button';
import { useProductName } from '@/ui/configuration';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { PersonDisc } from '@/ui/person-disc';
import { Sheet } from '@/ui/sheet';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { plainAmount } from '@/ui/typed';
import { limitsWords } from '../common/limits';
import { useAddMember } from '../common/mutations';
import { personQuery } from '../queries';
import type { Facts } from '../savings/facts';
import { AmountField } from '../take/amount-field';
import { Done } from '../take/done';
import type { Found, Subscription } from '../types';
import { type Event, FIRST, type Stage, transition } from './add-member-flow';
import { useInstalmentForm } from './use-instalment-form';
import { useKeyOf } from './use-key-of';
import { WithFacts } from './with-facts';

interface Props {
  subscription: Subscription;
  open: boolean;
  onClose: () => void;
  /** Opens an account for a person without one. */
  invite: (asked: { email: string; onOpened: (person: Found) => void }) => Elements;
}

/** Adding a user to a group: the person, the amount, and the confirmation. */
export function AddMemberSheet({ subscription, open, onClose, invite }: Props) {
  const [stage, dispatch] = useReducer(transition, FIRST);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Add user"
      stage={stage.name}
      onBack={
        stage.name === 'preview' || stage.name === 'invite' ? () => dispatch({ type: 'back' }) : undefined
      }
    >
      {stage.name === 'list' && (
        <Search
          onSelected={(person) => dispatch({ type: 'selected', person })}
          onUnknown={(email) => dispatch({ type: 'unknown', email })}
        />
      )}
      {stage.name === 'invite' &&
        invite({ email: stage.email, onOpened: (person) => dispatch({ type: 'selected', person }) })}
      {stage.name === 'preview' && (
        <WithFacts>
          {(facts) => <Preview subscription={subscription} stage={stage} facts={facts} dispatch={dispatch} />}
        </WithFacts>
      )}
      {stage.name === 'completed' && (
        <>
          <Done words={stage.person.name} onClose={onClose}>
            <span className="text-sm text-muted">{stage.message}</span>
          </Done>
          <Button look="link" className="self-center" onClick={() => dispatch({ type: 'again' })}>
            Add somebody else
          </Button>
        </>
      )}
    </Sheet>
  );
}

/** The pause that ends typing. (Document 3, section 9.) */
const PAUSE_MS = 1000;

interface SearchProps {
  onSelected: (person: Found) => void;
  onUnknown: (email: string) => void;
}

/** The user with an email address. */
function Search({ onSelected, onUnknown }: SearchProps) {
  const product = useProductName();
  const [email, setEmail] = useState('');
  const settled = useDebounced(email.trim(), PAUSE_MS);
  const isAddress = usePreparedForm('group_member', {}).fieldError('email', settled) === null;
  const found = useQuery({ ...personQuery(settled), enabled: isAddress });
  return (
    <>
      <TextField
        label="Email address"
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        hint={`Their email on ${product}`}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      {isAddress && (
        <Loaded
          query={found}
          waiting={<ListSkeleton rows={1} label="Searching" />}
          empty={
            <EmptyState drawing="nothing-found" title="Nobody has this address.">
              <Button look="quiet" onClick={() => onUnknown(settled)}>
                Open an account for them
              </Button>
            </EmptyState>
          }
        >
          {(people) => (
            <ul aria-label="Users">
              {people.map((person) => (
                <li key={person.uuid}>
                  <button
                    type="button"
                    className="flex min-h-14 w-full items-center gap-3 rounded-control px-3 text-start font-semibold hover:bg-sunken"
                    onClick={() => onSelected(person)}
                  >
                    <PersonDisc name={person.name} />
                    <span>{person.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </>
  );
}

interface PreviewProps {
  subscription: Subscription;
  stage: Extract<Stage, { name: 'preview' }>;
  facts: Facts;
  dispatch: (event: Event) => void;
}

/** The person, and the amount of each instalment. No money moves: they pay the first one themselves. */
function Preview({ subscription, stage: { person }, facts, dispatch }: PreviewProps) {
  const { code, amount: usual, name, plan } = subscription;
  const { currency } = plan.limits;
  const wanted = { name, amount: usual, currency, funding_source: 'bank' } as const;
  const form = useInstalmentForm(wanted, plan, facts);
  const add = useAddMember();
  const keyOf = useKeyOf();
  return (
    <Form
      onSubmit={form.handleSubmit(({ amount }) => {
        const body = { code, amount: plainAmount(String(amount), currency), user: person.uuid };
        add.mutate(
          { body, key: keyOf(body) },
          {
            onSuccess: ({ message }) => dispatch({ type: 'added', message: message ?? '' }),
            onError: form.showProblem,
          },
        );
      })}
      action="Add to plan"
      busy={add.isPending}
      error={form.otherError}
    >
      <p className="flex items-center gap-3">
        <PersonDisc name={person.name} />
        <span className="min-w-0">
          <strong className="block wrap-anywhere">{person.name}</strong>
          <span className="block text-sm text-muted wrap-anywhere">{`joins ${name}`}</span>
        </span>
      </p>
      <AmountField
        form={form}
        label="Their instalment"
        currency={currency}
        hint={`${limitsWords(plan)}. They pay the first one themselves, from their own wallet.`}
        field={form.amountField}
      />
    </Form>
  );
}
