// A user with an account and a PIN, over HTTP with keep-alive connections.
import { request } from 'node:http';

export class Person {
  constructor(origin, agent) {
    this.origin = origin;
    this.agent = agent;
  }

  static async join(origin, agent, index) {
    const person = new Person(origin, agent);
    const email = `bench.${process.pid}.${index}@example.com`;
    await person.must('POST', '/auth/register', {
      name: 'Bench Person',
      email,
      phone: `0803${String(1_000_000 + index)}`,
      password: 'Harmattan!Dust7',
      agreement: true,
    });
    const [message] = await person.must('GET', `/sandbox/messages?to=${encodeURIComponent(email)}`);
    const session = await person.must('POST', '/auth/verify', { email, code: message.code });
    person.token = session.access_token;
    await person.must('POST', '/profile', {
      first_name: 'Bench',
      last_name: 'Person',
      gender: 'female',
      dob: '14-03-1994',
    });
    await person.must('POST', '/account/settings/pin/create', {
      pin: '2580',
      confirm_pin: '2580',
      currency: 'NGN',
    });
    const { wallets } = await person.must('GET', '/accounts');
    person.wallet = wallets.find((wallet) => wallet.base_currency === 'NGN').identity;
    return person;
  }

  async fund(amount) {
    const account = await this.must('POST', '/accounts/fund', { type: 'NGN' });
    await this.must('POST', '/sandbox/credits', { account_number: account.account_number, amount });
  }

  /** The single-use authorisation for one transfer. */
  async confirm(payee, amount, key) {
    this.quoted ??= await this.must('POST', '/quotes/transfer', {
      destination: 'wallet',
      amount,
      currency: 'NGN',
      wallet_number: payee.wallet,
    });
    const grant = await this.must('POST', '/wallet/pin-confirm', {
      pin: '2580',
      currency: 'NGN',
      action: 'wallet_transfer',
      amount,
      payee: this.quoted.payee,
      idempotency_key: key,
      request: this.transferOf(payee, amount),
    });
    return grant.authorisation;
  }

  transferOf(payee, amount) {
    return { amount, send_wallet: 'NGN', receive_wallet: payee.wallet, confirm: true };
  }

  async transfer(payee, amount, key, authorisation) {
    const { status } = await this.call(
      'POST',
      '/wallet/transfer',
      this.transferOf(payee, amount),
      { 'idempotency-key': key, 'x-pin-authorisation': authorisation },
    );
    return status;
  }

  async must(method, path, body) {
    const answer = await this.call(method, path, body);
    if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text).data;
  }

  call(method, path, body, headers = {}) {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((done, fail) => {
      const sent = request(
        `${this.origin}/api${path}`,
        {
          method,
          agent: this.agent,
          headers: {
            ...(text === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
            ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
            ...headers,
          },
        },
        (answer) => {
          const parts = [];
          answer.on('data', (part) => parts.push(part));
          answer.on('end', () => done({ status: answer.statusCode, text: Buffer.concat(parts).toString() }));
        },
      );
      sent.on('error', fail);
      sent.end(text);
    });
  }
}
