import entryUrl from '@pkg/entry/entry_bg.wasm?url';
import wholeUrl from '@pkg/rules/rules_bg.wasm?url';
import { notLoaded } from '@/lib/not-loaded';
import { readStored } from '@/lib/storage';
import { choose, type ModuleName, modules } from './modules';

const urls: Record<ModuleName, string> = { entry: entryUrl, whole: wholeUrl };
const loading: Partial<Record<ModuleName, Promise<void>>> = {};

/** The modules whose last attempt failed. */
const failed = new Set<ModuleName>();

/**
 * The module's file. A second attempt must not be given the failed preload of `src/start.ts` again, which Chromium keeps for
 * the next request of the same mode: the person would press "Try again" and nothing would be fetched.
 */
const file = (name: ModuleName): string | Promise<Response> =>
  failed.has(name) ? fetch(urls[name], { mode: 'same-origin' }) : urls[name];

/** Loads a module once. After a failure the next call tries again. */
function load(name: ModuleName): Promise<void> {
  loading[name] ??= modules[name].default({ module_or_path: file(name) }).then(
    () => choose(name),
    (error: unknown) => {
      failed.add(name);
      delete loading[name];
      notLoaded(error);
      throw error;
    },
  );
  return loading[name];
}

/** All rules: every screen behind the sign-in waits for them. */
export const wholeRules = (): Promise<void> => load('whole');

/**
 * The rules that the first screen needs: all of them in a browser with a signed-in user, otherwise those of the screens
 * before the sign-in. `src/start.ts` asks for the same file.
 */
export const firstRules = (): Promise<void> => load(readStored('uuid') === null ? 'entry' : 'whole');
