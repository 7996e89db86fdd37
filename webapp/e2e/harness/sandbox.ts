import { Api } from './api';

export type Message = {
  id: string;
  channel: string;
  to: string;
  subject: string;
  text: string;
  code: string | null;
  sent_at: string;
};
export type Push = { endpoint: string; payload: string; urgency: string; ttl_seconds: number };
export type Outcome = 'succeed' | 'fail' | 'lose_answer' | 'lose_request' | 'bvn_required';
export type Payout = { reference: string; amount: string; account_number: string; status: string };

/** The sandbox's controls over HTTP: events that real providers would cause. */
export class Sandbox {
  private readonly api: Api;

  constructor(origin: string) {
    this.api = new Api(origin);
  }

  messages(to: string): Promise<Message[]> {
    return this.api.must('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`);
  }

  /** The newest code sent to an address; waits for one other than `after`. */
  async code(to: string, after?: string): Promise<string> {
    const deadline = Date.now() + 20_000;
    while (Date.now() < deadline) {
      const code = (await this.messages(to)).find((message) => message.code)?.code;
      if (code && code !== after) return code;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`no code was sent to ${to}`);
  }

  /** The newest push message to a browser; waits for one. */
  async push(endpoint: string): Promise<Push> {
    const deadline = Date.now() + 20_000;
    while (Date.now() < deadline) {
      const [newest] = await this.api.must<Push[]>(
        'GET',
        `/sandbox/pushes?endpoint=${encodeURIComponent(endpoint)}`,
      );
      if (newest) return newest;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`nothing was pushed to ${endpoint}`);
  }

  /** Replies to a user in the chat, as support would. */
  answer(uuid: string, message: string): Promise<unknown> {
    return this.api.must('POST', `/sandbox/support/${uuid}`, { message });
  }

  credit(accountNumber: string, amount: string): Promise<unknown> {
    return this.api.must('POST', '/sandbox/credits', { account_number: accountNumber, amount });
  }

  behave(
    port: string,
    outcome: Outcome,
    options: { delay_ms?: number; times?: number } = {},
  ): Promise<unknown> {
    return this.api.must('PUT', '/sandbox/behaviour', { port, outcome, delay_ms: 0, ...options });
  }

  /** Advances the server's clock, at most 744 hours at a time, and runs the daily jobs. Returns the new time. */
  pass(hours: number): Promise<{ now: string }> {
    return this.api.must('POST', '/sandbox/clock', { hours });
  }

  payouts(): Promise<Payout[]> {
    return this.api.must('GET', '/sandbox/payouts');
  }
}
