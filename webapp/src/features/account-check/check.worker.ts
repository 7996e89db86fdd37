import { expose } from 'comlink';
import { loadText, type TextRules as Rules } from '../../../scripts/rules-package/text.mjs';
import { type Checked, checkMonth, hex, type Known, sinceOf } from './check';

/** The archive of the rules, and the keys of the seals. */
export interface Published {
  rules: string;
  modules: { version: string; sha256: string }[];
  keys: { id: string; public_key: string }[];
}

/** The digests of modules that this browser saw at an earlier check, by version. */
export type SeenModules = Record<string, string>;

/** The archive has other rules in the place of a version, or none any more. */
export interface ChangedModule {
  version: string;
  /** The digest that was published or seen before. */
  recorded: string;
  /** Null if it is gone. */
  recomputed: string | null;
}

class Check {
  private readonly loading = new Map<string, Promise<Rules | null>>();
  private published: Published | undefined;
  private seen: SeenModules = {};
  private readonly changed: ChangedModule[] = [];

  /** Begins a check with what is published, and what was seen before. */
  begin(published: Published, seen: SeenModules): void {
    this.published = published;
    this.seen = seen;
    this.loading.clear();
    this.changed.length = 0;
  }

  /** The month of the member's first transaction, given an answer. */
  async since(answer: Blob): Promise<string | null> {
    return sinceOf(await answer.text());
  }

  /** Checks a month, given the server's answer. */
  async month(answer: Blob, asked: Pick<Known, 'account' | 'month' | 'before' | 'kept'>): Promise<Checked> {
    const { published } = this;
    if (published === undefined) throw new Error('not begun');
    const current = await this.rulesOf(published.rules);
    if (current === null) throw new Error('the current rules are not in the archive');
    const keys = Object.fromEntries(published.keys.map(({ id, public_key }) => [id, public_key]));
    const rulesOf = (version: string) => this.rulesOf(version);
    return checkMonth(await answer.text(), { ...asked, keys, current, rulesOf });
  }

  /** The modules that are not those that were published or seen, and the digests of all that were loaded. */
  modules(): { changed: ChangedModule[]; seen: SeenModules } {
    return { changed: this.changed, seen: this.seen };
  }

  private rulesOf(version: string): Promise<Rules | null> {
    const known = this.loading.get(version);
    if (known !== undefined) return known;
    const loading = this.load(version);
    this.loading.set(version, loading);
    return loading;
  }

  private async load(version: string): Promise<Rules | null> {
    const listed = this.published?.modules.find((one) => one.version === version);
    const response = listed && (await fetch(`/media/rules/${version}.wasm`));
    if (response === undefined || response.status === 404) {
      const recorded = listed?.sha256 ?? this.seen[version];
      if (recorded !== undefined) this.changed.push({ version, recorded, recomputed: null });
      return null;
    }
    if (!response.ok) throw new Error(`the archive answered with ${response.status}`);
    const bytes = await response.arrayBuffer();
    const recomputed = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
    for (const recorded of [listed?.sha256, this.seen[version]]) {
      if (recorded === undefined || recorded === recomputed) continue;
      this.changed.push({ version, recorded, recomputed });
      return null;
    }
    this.seen[version] = recomputed;
    const rules = await loadText(bytes);
    if (rules.version !== version) {
      this.changed.push({ version, recorded: version, recomputed: rules.version });
      return null;
    }
    return rules;
  }
}

export type CheckWorker = Check;

expose(new Check());
