import type { Page } from 'playwright-core';
import { Api, type Session } from '../harness/api';
import { visitAll } from '../harness/everywhere';
import { demo } from '../harness/person';
import { arrive } from './entry';

/** Those of the addresses that the demo's member has, whose newest payment the result pages show. Returns their paths. */
export async function visitAllAsMember(
  page: Page,
  origin: string,
  look: () => Promise<unknown>,
  among: string[],
): Promise<string[]> {
  const api = new Api(origin);
  const { email, password } = demo;
  api.token = (await api.must<Session>('POST', '/auth/login', { email, password })).access_token;
  const [last] = (await api.transactions()).data;
  await arrive(page, demo);
  return visitAll(page, last?.reference ?? '', look, among);
}
