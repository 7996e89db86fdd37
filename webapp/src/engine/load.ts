import entryUrl from '@pkg/entry/entry_bg.wasm?url';
import laterUrl from '@pkg/rules/later.wasm?url';
import rulesUrl from '@pkg/rules/rules_bg.wasm?url';
import { notLoaded } from '@/lib/not-loaded';
import { readStored } from '@/lib/storage';
import { addLater, choose, type ModuleName, modules } from './modules';

const urls: Record<ModuleName, string> = { entry: entryUrl, rules: rulesUrl };
const loading = new Map<ModuleName | 'later', Promise<object>>();

/** The modules whose last attempt failed. */
const failed = new Set<ModuleName>();

/**
 * The module's file. A second attempt must not be given the failed preload of `src/start.ts` again, which Chromium keeps for
 * the next request of the same mode: "Try again" would fetch nothing.
 */
const file = (name: ModuleName): string | Promise<Response> =>
  failed.has(name) ? fetch(urls[name], { mode: 'same-origin' }) : urls[name];

/** Loads a module or part once. After a failure the next call tries again. */
function once(name: ModuleName | 'later', load: () => Promise<object>): Promise<object> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const loaded = load().catch((error: unknown) => {
    loading.delete(name);
    notLoaded(error);
    throw error;
  });
  loading.set(name, loaded);
  return loaded;
}

const load = (name: ModuleName): Promise<object> =>
  once(name, async () => {
    try {
      const exports = await modules[name].default({ module_or_path: file(name) });
      choose(name);
      return exports;
    } catch (error) {
      failed.add(name);
      throw error;
    }
  });

/** The rules that every screen behind the sign-in waits for. */
export const insideRules = (): Promise<object> => load('rules');

/** The rules of plans, coins, signals and bills, and those that no screen calls: the second part of the module `rules`. */
export const laterRules = (): Promise<object> =>
  once('later', async () => {
    const [first, part] = await Promise.all([insideRules(), WebAssembly.compileStreaming(fetch(laterUrl))]);
    await addLater(first, part);
    return first;
  });

/**
 * The rules that the first screen needs: those inside in a browser with a signed-in user, otherwise those of the screens
 * before the sign-in. `src/start.ts` asks for the same file.
 */
export const firstRules = (): Promise<object> => load(readStored('uuid') === null ? 'entry' : 'rules');

/** A script module whose screens need rules: both load before it is ready. */
const withLoaded =
  (rules: () => Promise<object>) =>
  <Module>(module: () => Promise<Module>) =>
  async (): Promise<Module> =>
    (await Promise.all([module(), rules()]))[0];

export const withRules = withLoaded(insideRules);
/** For modules that import `@/engine/later`: `.ci/check-layout.mjs` finds those that are loaded without. */
export const withLaterRules = withLoaded(laterRules);
