const errors = new WeakSet<object>();

/** Marks an error as a loading error. */
export function notLoaded(error: unknown): void {
  if (typeof error === 'object' && error !== null) errors.add(error);
}

/** Whether an error means that a part of the app did not load. Browsers' messages for it differ. */
export const isNotLoaded = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && errors.has(error);

/** Scripts and style sheets: Vite reports each failed `import()`. */
export function watchLoading(): void {
  addEventListener('vite:preloadError', (event) =>
    notLoaded((event as Event & { payload: unknown }).payload),
  );
}
