import type { Contract } from '@/api/contract';
import type { Counterparty, Currency, Quote } from '@/payment/types';
import type { Beneficiary, Destination } from './types';

/** The payee. `known`: paid before. */
export type Payee = { known?: boolean } & (
  | {
      destination: 'bank';
      account: Pick<Beneficiary, 'bank_code' | 'bank_name' | 'account_number' | 'account_name'> & {
        id?: string;
        save?: boolean;
      };
    }
  | { destination: 'wallet'; number: string; name: string }
);

export interface Draft {
  amount: string;
  description: string;
}

/** The transfer, stage by stage. */
export type Stage =
  /** `destination`: null shows all recent and saved payees. `adding`: a new bank account is being entered. */
  | { name: 'recipient'; destination: Destination | null; adding: boolean }
  | { name: 'form'; payee: Payee; draft: Draft }
  | { name: 'receipt'; payee: Payee; draft: Draft; quote: Quote }
  | { name: 'authorize'; payee: Payee; draft: Draft; quote: Quote };

export type Event =
  | { type: 'chose'; destination: Destination | null }
  | { type: 'added' }
  | { type: 'named'; payee: Payee }
  /** `agreed`: the price was shown to a user who has paid this payee before. */
  | { type: 'quoted'; draft: Draft; quote: Quote; agreed?: boolean }
  | { type: 'requoted'; quote: Quote }
  | { type: 'accepted' }
  /** `none`: there is no saved account to go back to. */
  | { type: 'back'; none?: boolean };

export const FIRST: Stage = { name: 'recipient', destination: null, adding: false };

const EMPTY: Draft = { amount: '', description: '' };

/** The first stage of a payment whose payee is fixed. */
export const paymentTo = (payee: Payee): Stage => ({ name: 'form', payee, draft: EMPTY });

/** The next stage; an event that does not apply to the stage leaves it unchanged. */
export function transition(stage: Stage, event: Event): Stage {
  if (event.type === 'back') return previous(stage, event.none);
  if (stage.name === 'recipient' && event.type === 'chose')
    return { name: 'recipient', destination: event.destination, adding: false };
  if (stage.name === 'recipient' && event.type === 'added')
    return { name: 'recipient', destination: 'bank', adding: true };
  if (stage.name === 'recipient' && event.type === 'named') return paymentTo(event.payee);
  if (stage.name === 'form' && event.type === 'quoted')
    return {
      name: event.agreed ? 'authorize' : 'receipt',
      payee: stage.payee,
      draft: event.draft,
      quote: event.quote,
    };
  if (stage.name === 'receipt' && event.type === 'accepted') return { ...stage, name: 'authorize' };
  if (stage.name === 'authorize' && event.type === 'requoted')
    return { ...stage, name: 'receipt', quote: event.quote };
  return stage;
}

function previous(stage: Stage, none = false): Stage {
  switch (stage.name) {
    case 'recipient':
      return stage.adding && !none ? { ...stage, adding: false } : FIRST;
    case 'form': {
      const { payee } = stage;
      if (payee.known) return FIRST;
      const adding = payee.destination === 'bank' && payee.account.id === undefined;
      return { name: 'recipient', destination: payee.destination, adding };
    }
    case 'receipt':
      return { name: 'form', payee: stage.payee, draft: stage.draft };
    case 'authorize':
      return { ...stage, name: 'receipt' };
  }
}

export const partyOf = (payee: Payee): Counterparty =>
  payee.destination === 'bank'
    ? {
        name: payee.account.account_name,
        bank_name: payee.account.bank_name,
        account_number: payee.account.account_number,
      }
    : { name: payee.name, wallet_number: payee.number };

/** The payment's movement in the ledger. */
export const movementOf = (payee: Payee) =>
  payee.destination === 'bank' ? ('withdrawal' as const) : ('wallet_transfer' as const);

/** The payee, by number. */
export function recipientOf(payee: Payee) {
  if (payee.destination === 'wallet') return { wallet_number: payee.number };
  const { bank_code, account_number } = payee.account;
  return { bank_code, account_number };
}

/** The payee in the format of a quote request. */
export function quoteBody(payee: Payee, amount: string, currency: Currency) {
  const { destination } = payee;
  if (destination === 'wallet') return { destination, amount, currency, wallet_number: payee.number };
  const { id, bank_code, account_number } = payee.account;
  return { destination, amount, currency, ...(id ? { bank_account_id: id } : { bank_code, account_number }) };
}

/** The payment to authorise and send. */
export function orderOf({ payee, quote, draft }: Extract<Stage, { name: 'authorize' }>) {
  const { id: quote_id, amount, currency } = quote;
  const authorised = { currency, amount, payee: quote.payee };
  const shared = { quote_id, amount, send_wallet: currency, description: draft.description, confirm: true };
  if (payee.destination === 'wallet') {
    const body = { ...shared, receive_wallet: payee.number };
    return { kind: 'wallet_transfer', order: { ...authorised, body } } as const;
  }
  const { id, save, ...account } = payee.account;
  const body = id
    ? { ...shared, bank_account_id: id }
    : { ...shared, ...account, save_beneficiary: save ?? false };
  return { kind: 'withdraw', order: { ...authorised, body } } as const;
}

/** The payee of an earlier payment. */
export function payeeOf(paid: Contract<'PaidBefore'>): Payee | null {
  const { bank_code, bank_name, account_number, wallet_number, name } = paid;
  if (paid.destination === 'wallet')
    return wallet_number ? { known: true, destination: 'wallet', number: wallet_number, name } : null;
  if (!bank_code || !account_number) return null;
  const account = { bank_code, bank_name: bank_name ?? '', account_number, account_name: name };
  return { known: true, destination: 'bank', account };
}
