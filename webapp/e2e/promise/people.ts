import type { Browser } from 'playwright-core';
import { newContext } from '../harness/browser';
import type { Server } from '../harness/server';
import { within } from '../harness/within';
import { join } from './join';
import { type Brand, Visitor, type VisitorKind } from './visitor';

const LONG_CODE = 'FRIEND22'.repeat(12);

/** The visitors of one server. Members with a password are reused across screens. */
export class People {
  private readonly known = new Map<VisitorKind, Visitor>();
  private readonly all: Visitor[] = [];

  constructor(
    private readonly server: Server,
    private readonly browser: Browser,
  ) {}

  async get(kind: VisitorKind): Promise<Visitor> {
    // These two cannot sign in again: they have no password.
    if (kind === 'a member without password and phone' || kind === 'a member with a proven identity')
      return this.make(kind);
    const known = this.known.get(kind);
    // The session may have expired since the last screen.
    if (known) await known.signInAgain();
    const visitor = known ?? (await this.make(kind));
    this.known.set(kind, visitor);
    return visitor;
  }

  /** Closes the browser profiles; returns the faults of their pages. */
  async close(): Promise<string[]> {
    for (const { kind, context } of this.all) await within(`the profile of ${kind}`, context.close());
    return this.all.flatMap(({ kind, watch }) => watch.unexpected().map((fault) => `${kind}: ${fault}`));
  }

  private async make(kind: VisitorKind): Promise<Visitor> {
    const brand = this.brandOf(kind);
    const { context, watch } = await newContext(this.browser, brand.origin);
    // The values are typed by script, so their messages count as layout shifts without input.
    watch.allow(/^moved: /);
    const visitor = new Visitor(kind, this.server, brand, context, watch);
    this.all.push(visitor);
    if (kind === 'a member who hides balances') await visitor.store('visibility', 'no');
    if (kind === 'a guest with a long referral code') {
      const page = await context.newPage();
      await page.goto(`/code/${LONG_CODE}`);
      await page.waitForURL('**/splash');
      await page.close();
    }
    if (!kind.startsWith('a guest')) await join(visitor);
    return visitor;
  }

  private brandOf(kind: VisitorKind): Brand {
    const { url, port } = this.server;
    if (!kind.endsWith('of Esusu')) return { name: 'Ajo', origin: url, id: undefined };
    const { id } = JSON.parse(this.server.run('tenant', 'show', 'esusu')) as { id: string };
    return { name: 'Esusu', origin: `http://esusu.localhost:${port}`, id };
  }
}
