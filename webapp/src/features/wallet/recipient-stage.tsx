import { useQuery } from '@tanstack/react-query';
import { Building2, Landmark, WalletCards } from 'lucide-react';
import type { ReactNode } from 'react';
import { evaluate } from '@/engine';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { keep, useKept } from '@/lib/kept';
import { PartyLine } from '@/payment/party-line';
import type { Counterparty } from '@/payment/types';
import { cleanNumber } from '@/ui/cleaned';
import { TextField } from '@/ui/field';
import { BankRecipient } from './bank-recipient';
import { type Event, type Payee, partyOf, payeeOf, type Stage } from './flow';
import { beneficiariesQuery, paidBeforeQuery } from './queries';
import { Tip } from './tip';
import type { Wallet } from './types';
import { WalletRecipient } from './wallet-recipient';

interface Props {
  stage: Extract<Stage, { name: 'recipient' }>;
  wallet: Wallet;
  product: string;
  /** There is no saved account to choose from. */
  hasNoneSaved: boolean;
  dispatch: (event: Event) => void;
}

/** The choice of payee: a recent one, a saved account, or a new number. */
export function RecipientStage({ stage, wallet, product, hasNoneSaved, dispatch }: Props) {
  const { destination, adding } = stage;
  const { send_bank } = evaluate('wallet.ways', { currency: wallet.base_currency });
  const named = (payee: Payee) => dispatch({ type: 'named', payee });
  if (adding) return <BankRecipient adding onAdd={() => undefined} onNamed={named} />;
  const choose = (choice: 'bank' | 'wallet') =>
    dispatch(
      choice === 'bank' && hasNoneSaved
        ? { type: 'added' }
        : { type: 'chose', destination: destination === choice ? null : choice },
    );
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {send_bank && (
          <Chip pressed={destination === 'bank'} onClick={() => choose('bank')}>
            <Building2 aria-hidden className="size-4" />
            <span>Bank Account</span>
          </Chip>
        )}
        <Chip pressed={destination === 'wallet'} onClick={() => choose('wallet')}>
          <WalletCards aria-hidden className="size-4" />
          <span>{`${product} Account`}</span>
        </Chip>
      </div>
      {send_bank && destination === null && (
        <Tip name="send" title="Sending money">
          Withdraw to a bank account, or send to another wallet. The name is shown before you pay.
        </Tip>
      )}
      {destination === null && (
        <Known
          wallet={wallet}
          product={product}
          hasBanks={send_bank ?? false}
          onNamed={named}
          dispatch={dispatch}
        />
      )}
      {destination === 'bank' && (
        <BankRecipient adding={false} onAdd={() => dispatch({ type: 'added' })} onNamed={named} />
      )}
      {destination === 'wallet' && <WalletRecipient wallet={wallet} onNamed={named} />}
    </>
  );
}

function Chip(props: { pressed: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={props.pressed}
      className={classes(
        'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-sm font-semibold',
        props.pressed ? 'border-accent bg-accent text-on-accent' : 'border-line-strong bg-raised',
      )}
      onClick={props.onClick}
    >
      {props.children}
    </button>
  );
}

interface KnownProps extends Pick<Props, 'wallet' | 'product' | 'dispatch'> {
  hasBanks: boolean;
  onNamed: (payee: Payee) => void;
}

const matches = (party: Counterparty, wanted: string): boolean =>
  [party.name, party.bank_name, party.account_number, party.wallet_number].some((text) =>
    text?.toLowerCase().includes(wanted),
  );

/** All recent payees and saved accounts, by name or number, and the possible meanings of a new number. */
function Known({ wallet, product, hasBanks, onNamed, dispatch }: KnownProps) {
  const [typed, setTyped] = useKept('transfer.known', 'search', '');
  const wanted = typed.trim().toLowerCase();
  const paid = useQuery(paidBeforeQuery(wallet.base_currency));
  const saved = useQuery({ ...beneficiariesQuery({ search: wanted, per_page: 20 }), enabled: hasBanks });
  const recents = (paid.data ?? []).map(payeeOf).filter((payee): payee is Payee => payee !== null);
  const numberOf = (payee: Payee) =>
    payee.destination === 'bank'
      ? `${payee.account.bank_code} ${payee.account.account_number}`
      : payee.number;
  const listed = new Set(recents.map(numberOf));
  const others = (saved.data?.data ?? [])
    .map((account): Payee => ({ destination: 'bank', account }))
    .filter((payee) => !listed.has(numberOf(payee)));
  const shown = (payees: Payee[]) => payees.filter((payee) => matches(partyOf(payee), wanted));
  const number = cleanNumber(typed);
  const { complete } = evaluate('account_number.complete', { account_number: number });
  const found = [shown(recents), shown(others)];
  const isNobody = wanted !== '' && !complete && found.every((payees) => payees.length === 0);
  return (
    <>
      <TextField
        label="Name, account or wallet number"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {complete && (
        <ul className="flex flex-col gap-1">
          {hasBanks && (
            <Row
              title={`Account ${number}`}
              icon={<Landmark aria-hidden className="size-5" />}
              onClick={() => {
                keep('transfer.bank', { account_number: number });
                dispatch({ type: 'added' });
              }}
            >
              Choose the bank
            </Row>
          )}
          <Row
            title={`Wallet ${number}`}
            icon={<WalletCards aria-hidden className="size-5" />}
            onClick={() => {
              keep('transfer.wallet', { number });
              dispatch({ type: 'chose', destination: 'wallet' });
            }}
          >
            {`${product} Account`}
          </Row>
        </ul>
      )}
      <Payees title="Recent" payees={found[0] ?? []} onNamed={onNamed} />
      <Payees title="Saved" payees={found[1] ?? []} onNamed={onNamed} />
      {isNobody && <p className="text-center text-sm text-muted">{`Nobody matches “${typed.trim()}”.`}</p>}
      {wanted === '' && recents.length + others.length === 0 && (
        <p className="text-center text-sm text-muted">
          {paid.isPending ? 'Loading' : 'People you pay appear here next time. Choose where the money goes.'}
        </p>
      )}
    </>
  );
}

function Row(props: { title: string; icon: Elements; onClick: () => void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        className="flex min-h-14 w-full items-center gap-3 rounded-control px-2 text-start hover:bg-sunken"
        onClick={props.onClick}
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken">{props.icon}</span>
        <span>
          <span className="figures block font-semibold">{props.title}</span>
          <span className="block text-sm text-muted">{props.children}</span>
        </span>
      </button>
    </li>
  );
}

function Payees(props: { title: string; payees: Payee[]; onNamed: (payee: Payee) => void }) {
  const { title, payees, onNamed } = props;
  if (payees.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="pb-1 text-sm font-semibold text-muted">{title}</h3>
      <ul className="flex flex-col">
        {payees.map((payee) => {
          const party = partyOf(payee);
          return (
            <li key={`${party.bank_name} ${party.account_number ?? party.wallet_number}`}>
              <button
                type="button"
                className="flex min-h-14 w-full items-center rounded-control px-2 py-1 hover:bg-sunken"
                onClick={() => onNamed(payee)}
              >
                <PartyLine party={party} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
