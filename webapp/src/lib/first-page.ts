let stands: () => void;

/** The first page stands and the browser is idle: what nobody waits for may be fetched now. */
export const firstPage = new Promise<void>((resolve) => {
  stands = resolve;
});

/** Called once, by `app/first-page.ts`. */
export const firstPageStands = () => stands();
