import { randomUUID } from 'node:crypto';

/** The server's response, success or not. */
export type Answer<T> = {
  status: number;
  headers: Headers;
  body: { data: T; message?: string; code?: string };
};

/** An unexpected failure response. */
export class UnexpectedAnswer extends Error {
  constructor(call: string, answer: Answer<unknown>) {
    super(`${call} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
}

export type User = { id: string; uuid: string; email: string; name: string };
export type Session = User & { access_token: string };
export type Wallet = {
  id: string;
  base_currency: string;
  balance: string;
  ledger_balance: string;
  identity: string;
  bank_account: { bank_name: string; account_number: string } | null;
};
export type Accounts = {
  active_account: string;
  wallets: Wallet[];
  total: { currency: string; amount: string };
};
export type VirtualAccount = {
  currency: string;
  account_number: string;
  bank_name: string;
  account_name: string;
};
export type Transaction = {
  reference: string;
  category: string;
  type: 'CREDIT' | 'DEBIT';
  status: string;
  currency: string;
  gross_amount: string;
  net_amount: string;
  charge: string;
};
export type Page<T> = { current_page: number; last_page: number; total: number; data: T[] };
export type Quote = { id: string; amount: string; fee: string; total: string; payee: string };

/** A client of the HTTP interface, as an integrator would write one. */
export class Api {
  token: string | undefined;
  /** The most recent cookie: it binds a sign-up to the browser in which its code is entered. */
  private cookie: string | undefined;

  /** `business`: the tenant's uuid; by default, the origin's tenant. */
  constructor(
    readonly origin: string,
    readonly business?: string,
  ) {}

  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(`${this.origin}/api${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(this.cookie ? { cookie: this.cookie } : {}),
        ...(this.business ? { 'x-business': this.business } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const [set] = response.headers.getSetCookie();
    this.cookie = set?.split(';')[0] ?? this.cookie;
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? { data: null } : JSON.parse(text),
    };
  }

  /** The `data` of a call that must succeed. */
  async must<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
    const answer = await this.call<T>(method, path, body, headers);
    if (answer.status >= 400) throw new UnexpectedAnswer(`${method} ${path}`, answer);
    return answer.body.data;
  }

  accounts(): Promise<Accounts> {
    return this.must('GET', '/accounts');
  }

  async wallet(currency = 'NGN'): Promise<Wallet> {
    const wallet = (await this.accounts()).wallets.find((one) => one.base_currency === currency);
    if (!wallet) throw new Error(`no ${currency} wallet`);
    return wallet;
  }

  transactions(query = ''): Promise<Page<Transaction>> {
    return this.must('GET', `/transaction/me${query}`);
  }

  /** A wallet transfer from quote to response, as the web app makes it. */
  async transfer(
    to: string,
    amount: string,
    pin: string,
    key: string = randomUUID(),
    description = '',
  ): Promise<Answer<Transaction>> {
    const quote = await this.must<Quote>('POST', '/quotes/transfer', {
      destination: 'wallet',
      amount,
      currency: 'NGN',
      wallet_number: to,
    });
    const request = {
      quote_id: quote.id,
      amount,
      send_wallet: 'NGN',
      receive_wallet: to,
      description,
      confirm: true,
    };
    const grant = await this.must<{ authorisation: string }>('POST', '/wallet/pin-confirm', {
      pin,
      currency: 'NGN',
      action: 'wallet_transfer',
      amount,
      payee: quote.payee,
      idempotency_key: key,
      request,
    });
    return this.call('POST', '/wallet/transfer', request, {
      'idempotency-key': key,
      'x-pin-authorisation': grant.authorisation,
    });
  }
}
