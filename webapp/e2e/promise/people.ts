import type { Browser, BrowserContext } from 'playwright-core';
import { Api, type Session, UnexpectedAnswer, type VirtualAccount } from '../harness/api';
import { newContext, type Watch } from '../harness/browser';
import { newPerson, type Person } from '../harness/person';
import { Sandbox } from '../harness/sandbox';
import type { Server } from '../harness/server';
import type { Problem } from './form';

/** Kinds of people whose inputs, or whose forms, differ. */
export type VisitorKind =
  | 'a guest'
  | 'a guest of Esusu'
  | 'a guest with a long referral code'
  | 'a member'
  | 'a member of Esusu'
  | 'a member without a PIN'
  | 'a member whose PIN was reset'
  | 'a member without a profile'
  | 'a member without password and phone'
  | 'a member with a proven identity'
  | 'a restricted member'
  | 'a member who hides balances'
  | 'a member without money'
  | 'a member with dollars'
  | 'a capped member';

/** Somebody before a screen: a browser profile of their own, and the same person over HTTP. */
export interface Visitor {
  kind: VisitorKind;
  context: BrowserContext;
  watch: Watch;
  sandbox: Sandbox;
  server: Server;
  /** The uuid of the brand, where it is not the usual one. */
  business: string | undefined;
  person: Person;
  /** Name, address and brand: no good passwords. */
  words: string[];
  /** Calls the server as this person; signs in again when the token has run out. */
  call: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Problem>;
  must: <T>(method: string, path: string, body?: unknown) => Promise<T>;
}

const BALANCE: Partial<Record<VisitorKind, [currency: string, amount: string]>> = {
  'a member': ['NGN', '20000.00'],
  'a member of Esusu': ['NGN', '20000.00'],
  'a member without a PIN': ['NGN', '20000.00'],
  'a member who hides balances': ['NGN', '20000.00'],
  'a restricted member': ['NGN', '20000.00'],
  // Less than the worth of what may leave the wallet in the first day of a new browser.
  'a member with dollars': ['USD', '20.00'],
  // More than may leave the wallet in the first day of a new password.
  'a capped member': ['NGN', '200000.00'],
};

const LONG_CODE = 'FRIEND22'.repeat(12);
const NEW_PASSWORD = 'Monsoon!Clay83';
/** The first person of the sandbox's register. */
const REGISTERED = { bvn: '22100000001', phone: '08030000001' };

/** Everybody who visits the screens of one server. Who has a password is kept from one screen to the next. */
export class People {
  private readonly known = new Map<VisitorKind, Promise<Visitor>>();
  private readonly all: Visitor[] = [];

  constructor(
    private readonly server: Server,
    private readonly browser: Browser,
  ) {}

  get(kind: VisitorKind): Promise<Visitor> {
    // Tokens end after minutes, and these two have no password to get another with.
    if (kind === 'a member without password and phone' || kind === 'a member with a proven identity')
      return this.make(kind);
    const known = this.known.get(kind) ?? this.make(kind);
    this.known.set(kind, known);
    return known;
  }

  /** Closes the browser profiles; answers what went wrong on their pages. */
  async close(): Promise<string[]> {
    for (const { context } of this.all) await context.close();
    return this.all.flatMap(({ kind, watch }) => watch.unexpected().map((fault) => `${kind}: ${fault}`));
  }

  private async make(kind: VisitorKind): Promise<Visitor> {
    const { server } = this;
    const brand = kind.endsWith('of Esusu')
      ? { name: 'Esusu', host: `http://esusu.localhost:${server.port}`, id: this.brandId('esusu') }
      : { name: 'Ajo', host: server.url, id: undefined };
    const { context, watch } = await newContext(this.browser, brand.host);
    const api = new Api(server.url, brand.id);
    const person = newPerson();
    const signIn = async () => {
      const { email, password } = person;
      api.token = (await api.must<Session>('POST', '/auth/login', { email, password })).access_token;
    };
    const visitor: Visitor = {
      kind,
      context,
      watch,
      sandbox: new Sandbox(server.url),
      server,
      business: brand.id,
      person,
      words: [person.name, person.email, brand.name],
      call: async (...asked) => {
        const answer = await api.call<unknown>(...asked);
        if (answer.status !== 401 || api.token === undefined) return answer;
        await signIn();
        return api.call<unknown>(...asked);
      },
      must: async <T>(...asked: Parameters<Api['must']>) => {
        const answer = await visitor.call(...asked);
        if (answer.status >= 400) throw new UnexpectedAnswer(`${asked[0]} ${asked[1]}`, answer);
        return answer.body.data as T;
      },
    };
    this.all.push(visitor);
    if (kind === 'a guest with a long referral code') {
      const page = await context.newPage();
      await page.goto(`/code/${LONG_CODE}`);
      await page.waitForURL('**/splash');
      await page.close();
    }
    if (kind === 'a member who hides balances') await store(context, 'visibility', 'no');
    if (!kind.startsWith('a guest')) await this.join(visitor, api, brand.host, signIn);
    return visitor;
  }

  private async join(visitor: Visitor, api: Api, origin: string, signIn: () => Promise<void>): Promise<void> {
    const { kind, person, sandbox } = visitor;
    const { name, firstName: first_name, lastName: last_name, email, phone, password } = person;
    const profile = { first_name, last_name, gender: 'female', dob: '14-03-1994' };
    if (kind === 'a member with a proven identity') {
      const { bvn } = REGISTERED;
      await api.must('POST', '/identity/register/init', { bvn });
      const code = await sandbox.code(REGISTERED.phone);
      await this.enter(visitor, api, origin, '/identity/register/create', { bvn, code });
      return;
    }
    await api.must('POST', '/auth/register', { name, email, phone, password, agreement: true });
    const proof = { email, code: await sandbox.code(email) };
    if (kind === 'a member without password and phone') {
      // Entered in another browser than the one that signed up: nothing that was filled in counts.
      const other = new Api(this.server.url);
      await this.enter(visitor, other, origin, '/auth/verify', proof);
      api.token = other.token;
      visitor.words = [email.split('@')[0] ?? '', email, 'Ajo'];
      await api.must('POST', '/profile', profile);
      return;
    }
    api.token = (await api.must<Session>('POST', '/auth/verify', proof)).access_token;
    if (kind !== 'a member without a profile') await api.must('POST', '/profile', profile);
    if (kind !== 'a member without a PIN') {
      const { pin } = person;
      await api.must('POST', '/account/settings/pin/create', { pin, confirm_pin: pin, currency: 'NGN' });
    }
    const [currency, amount] = BALANCE[kind] ?? [];
    if (currency && amount) {
      const account = await api.must<VirtualAccount>('POST', '/accounts/fund', { type: currency });
      await sandbox.credit(account.account_number, amount);
    }
    if (kind === 'a capped member') {
      const change = { old_password: password, new_password: NEW_PASSWORD, confirm: NEW_PASSWORD };
      await api.must('POST', '/user/change-password', change);
      person.password = NEW_PASSWORD;
    }
    if (kind === 'a member whose PIN was reset')
      this.server.run('user', 'reset-pin', email, '--by', 'A test');
    if (kind === 'a restricted member') this.server.run('user', 'restrict', email, '--by', 'A test');
    // The code of the sign-up would stand in for the password of a first PIN.
    await signIn();
    await this.enter(visitor, new Api(this.server.url, api.business), origin, '/auth/login', {
      email,
      password: person.password,
    });
  }

  /** Signs the browser in: it gets the cookies, and `api` the token. */
  private async enter(visitor: Visitor, api: Api, origin: string, path: string, body: object): Promise<void> {
    const answer = await api.call<Session>('POST', path, body);
    if (answer.status >= 400) throw new Error(`${visitor.kind}: ${path} answered ${answer.status}`);
    api.token = answer.body.data.access_token;
    await store(visitor.context, 'uuid', answer.body.data.uuid);
    const cookies = answer.headers.getSetCookie().map((line) => /^([^=]+)=([^;]*)/.exec(line) ?? []);
    await visitor.context.addCookies(
      cookies.map(([, name = '', value = '']) => ({
        name,
        value,
        url: origin,
        httpOnly: true,
        sameSite: 'Strict',
      })),
    );
  }

  private brandId(identifier: string): string {
    return (JSON.parse(this.server.run('tenant', 'show', identifier)) as { id: string }).id;
  }
}

/** Puts something into the browser's storage before the app looks there. */
function store(context: BrowserContext, name: string, value: string): Promise<unknown> {
  return context.addInitScript(
    (item) => {
      // An empty page has no storage.
      if (location.protocol === 'http:') localStorage.setItem(item.name, item.value);
    },
    { name, value },
  );
}
