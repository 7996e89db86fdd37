// A user with an account and a PIN, over HTTP with keep-alive connections.
import { request } from 'node:http';

const PIN = '2580';
const PASSWORD = 'Harmattan!Dust7';

export class Person {
  constructor(origin, agent) {
    this.origin = origin;
    this.agent = agent;
  }

  static async join(origin, agent, index, email = `bench.${process.pid}.${index}@example.com`) {
    const person = new Person(origin, agent);
    person.email = email;
    const registered = await person.call('POST', '/auth/register', {
      name: 'Bench Person',
      email,
      phone: `0803${String(1_000_000 + index)}`,
      password: PASSWORD,
      agreement: true,
    });
    const [message] = await person.must('GET', `/sandbox/messages?to=${encodeURIComponent(email)}`);
    // The form counts only in the browser that sent it.
    const cookie = registered.cookies.map((one) => one.split(';', 1)[0]).join('; ');
    const session = await person.must('POST', '/auth/verify', { email, code: message.code }, { cookie });
    person.token = session.access_token;
    await person.must('POST', '/profile', {
      first_name: 'Bench',
      last_name: 'Person',
      gender: 'female',
      dob: '14-03-1994',
    });
    await person.must('POST', '/account/settings/pin/create', {
      pin: PIN,
      confirm_pin: PIN,
      currency: 'NGN',
    });
    await person.readWallet();
    return person;
  }

  /** Somebody who has joined before, perhaps at another server of the database. */
  static async known(origin, agent, email, token) {
    const person = new Person(origin, agent);
    Object.assign(person, { email, token });
    if (!token || (await person.call('GET', '/auth/me')).status === 401) await person.signIn();
    await person.readWallet();
    return person;
  }

  async signIn() {
    this.token = undefined;
    const session = await this.must('POST', '/auth/login', { email: this.email, password: PASSWORD });
    this.token = session.access_token;
  }

  async readWallet() {
    const { wallets } = await this.must('GET', '/accounts');
    this.wallet = wallets.find((wallet) => wallet.base_currency === 'NGN').identity;
  }

  async fund(amount) {
    const account = await this.must('POST', '/accounts/fund', { type: 'NGN' });
    await this.must('POST', '/sandbox/credits', { account_number: account.account_number, amount });
  }

  /** Learns the payee's name as quotes have it. */
  async quote(payee, amount) {
    this.quoted ??= await this.must('POST', '/quotes/transfer', {
      destination: 'wallet',
      amount,
      currency: 'NGN',
      wallet_number: payee.wallet,
    });
  }

  /** A call as data: for [`Person.call`], and for the load client. */
  prepared(method, path, body, headers = {}) {
    return {
      method,
      path: `/api${path}`,
      headers: { ...(this.token ? { authorization: `Bearer ${this.token}` } : {}), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    };
  }

  /** Confirms the PIN for one transfer; `quote` comes first. */
  confirming(payee, amount, key) {
    return this.prepared('POST', '/wallet/pin-confirm', {
      pin: PIN,
      currency: 'NGN',
      action: 'wallet_transfer',
      amount,
      payee: this.quoted.payee,
      idempotency_key: key,
      request: this.transferOf(payee, amount),
    });
  }

  /** A transfer that was authorised before. */
  paying(payee, amount, key, authorisation) {
    const headers = { 'idempotency-key': key, 'x-pin-authorisation': authorisation };
    return this.prepared('POST', '/wallet/transfer', this.transferOf(payee, amount), headers);
  }

  /** A transfer with the PIN in the call itself. This is the only place that says how it is sent. */
  payingByPin(payee, amount, key) {
    const body = { ...this.transferOf(payee, amount), pin: PIN };
    return this.prepared('POST', '/wallet/transfer', body, { 'idempotency-key': key });
  }

  /** To a bank account that is not saved. */
  async withdraw(bank, account_number, amount, key) {
    const account = { bank_code: bank.code, account_number };
    const { account_name } = await this.must('POST', '/enquire', account);
    const request = {
      ...account,
      bank_name: bank.name,
      account_name,
      amount,
      send_wallet: 'NGN',
      confirm: true,
    };
    const grant = await this.must('POST', '/wallet/pin-confirm', {
      pin: PIN,
      currency: 'NGN',
      action: 'withdraw',
      amount,
      payee: `bank:${bank.code}:${account_number}`,
      idempotency_key: key,
      request,
    });
    const { status } = await this.call('POST', '/withdraw', request, {
      'idempotency-key': key,
      'x-pin-authorisation': grant.authorisation,
    });
    return status;
  }

  transferOf(payee, amount) {
    return { amount, send_wallet: 'NGN', receive_wallet: payee.wallet, confirm: true };
  }

  /** The single-use authorisation for one transfer. */
  async confirm(payee, amount, key) {
    await this.quote(payee, amount);
    const { status, text } = await this.send(this.confirming(payee, amount, key));
    if (status >= 400) throw new Error(`the PIN was answered ${status}: ${text}`);
    return JSON.parse(text).data.authorisation;
  }

  async transfer(payee, amount, key, authorisation) {
    const { status } = await this.send(this.paying(payee, amount, key, authorisation));
    return status;
  }

  async must(method, path, body, headers) {
    const answer = await this.call(method, path, body, headers);
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text).data;
  }

  call(method, path, body, headers) {
    return this.send(this.prepared(method, path, body, headers));
  }

  send({ method, path, headers, body }) {
    return new Promise((done, fail) => {
      const sent = request(
        this.origin + path,
        {
          method,
          agent: this.agent,
          headers: {
            ...(body === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (answer) => {
          const parts = [];
          answer.on('data', (part) => parts.push(part));
          const cookies = answer.headers['set-cookie'] ?? [];
          answer.on('end', () => done({ status: answer.statusCode, text: Buffer.concat(parts).toString(), cookies }));
        },
      );
      sent.on('error', fail);
      sent.end(body);
    });
  }
}
