/** An app that records that it was started. */
Object.assign(globalThis, { hasStarted: true });

export {};
