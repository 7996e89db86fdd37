const errors = new WeakSet<object>();

/** Remembers that an error is one of loading. */
export function notLoaded(error: unknown): void {
  if (typeof error === 'object' && error !== null) errors.add(error);
}

/** Whether an error is that a part of the app did not arrive. Browsers have no common words for it. */
export const isNotLoaded = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && errors.has(error);

/** Scripts and style sheets: Vite tells of each that an `import()` did not get. */
export function watchLoading(): void {
  addEventListener('vite:preloadError', (event) =>
    notLoaded((event as Event & { payload: unknown }).payload),
  );
}
