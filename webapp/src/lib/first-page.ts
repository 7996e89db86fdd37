let stands: () => void;

/** Resolves once the first page is shown and the browser is idle: fetches without urgency may start. */
export const firstPage = new Promise<void>((resolve) => {
  stands = resolve;
});

/** Called once, by `app/first-page.ts`. */
export const firstPageStands = () => stands();
