import type { BrowserContext } from 'playwright-core';
import { Api, type Session, UnexpectedAnswer } from '../harness/api';
import type { Watch } from '../harness/browser';
import { newPerson, type Person } from '../harness/person';
import { Sandbox } from '../harness/sandbox';
import type { Server } from '../harness/server';
import type { Problem } from './form';

/** Kinds of users whose inputs or forms differ. */
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
  | 'a capped member'
  | 'a borrower'
  | 'an agent';

/** The app's brand, and its names. */
export interface Brand {
  name: string;
  /** The browser's URL for it. */
  origin: string;
  /** The uuid, unless it is the default tenant of the server's address. */
  id: string | undefined;
}

/** Shorter than the timeout of an inactive session. */
const SESSION_LASTS_MS = 60_000;

/** A user at a screen: a browser profile, and an API client for the same account. */
export class Visitor {
  readonly sandbox: Sandbox;
  readonly api: Api;
  person: Person = newPerson();
  /** Name, address and brand: words that make weak passwords. */
  words: string[];
  /** When the browser signed in; 0 if it has not. */
  private enteredAt = 0;

  constructor(
    readonly kind: VisitorKind,
    readonly server: Server,
    readonly brand: Brand,
    readonly context: BrowserContext,
    readonly watch: Watch,
  ) {
    this.sandbox = new Sandbox(server.url);
    this.api = new Api(server.url, brand.id);
    this.words = [this.person.name, this.person.email, brand.name];
  }

  /** Calls the server as this user; signs in again if the token has expired. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Problem> {
    const answer = await this.api.call(method, path, body, headers);
    if (answer.status !== 401 || this.api.token === undefined) return answer;
    await this.signIn();
    return this.api.call(method, path, body, headers);
  }

  /** The `data` of a call that must succeed. */
  async must<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call(method, path, body);
    if (answer.status >= 400) throw new UnexpectedAnswer(`${method} ${path}`, answer);
    return answer.body.data as T;
  }

  async signIn(): Promise<void> {
    const { email, password } = this.person;
    this.api.token = (await this.api.must<Session>('POST', '/auth/login', { email, password })).access_token;
  }

  /** Signs in by password, in the browser and over HTTP, unless it was done recently. */
  async signInAgain(): Promise<void> {
    if (this.enteredAt === 0 || Date.now() - this.enteredAt < SESSION_LASTS_MS) return;
    const { email, password } = this.person;
    await this.enter('/auth/login', { email, password });
    if (this.api.token !== undefined) await this.signIn();
  }

  /** Signs the browser in with a call that starts a session. Returns the token. */
  async enter(path: string, body: object): Promise<string> {
    const answer = await new Api(this.server.url, this.brand.id).call<Session>('POST', path, body);
    if (answer.status >= 400) throw new UnexpectedAnswer(path, answer);
    this.enteredAt = Date.now();
    await this.store('uuid', answer.body.data.uuid);
    const cookies = answer.headers.getSetCookie().map((line) => /^([^=]+)=([^;]*)/.exec(line) ?? []);
    const shared = { url: this.brand.origin, httpOnly: true, sameSite: 'Strict' as const };
    await this.context.addCookies(cookies.map(([, name = '', value = '']) => ({ ...shared, name, value })));
    return answer.body.data.access_token;
  }

  /** Stores a value in the browser before the app reads it. */
  store(name: string, value: string): Promise<unknown> {
    return this.context.addInitScript(
      (item) => {
        // A blank page has no storage.
        if (location.protocol === 'http:') localStorage.setItem(item.name, item.value);
      },
      { name, value },
    );
  }
}
