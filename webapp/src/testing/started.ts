/** An app that says that it was started. */
Object.assign(globalThis, { hasStarted: true });

export {};
