import type { Page } from 'playwright-core';
import { Api, type Session } from '../harness/api';
import { visitAll } from '../harness/everywhere';
import { demo } from '../harness/person';
import { arrive } from './entry';

/** Visits the given paths as the demo's member, with the newest payment on the result pages. Returns their paths. */
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
