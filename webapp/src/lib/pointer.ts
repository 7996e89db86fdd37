/** Whether a finger or a button is down, and what waits until it is not. */
let isDown = false;
const waiting = new Set<() => void>();

addEventListener(
  'pointerdown',
  () => {
    isDown = true;
  },
  { capture: true, passive: true },
);
for (const end of ['pointerup', 'pointercancel'] as const) {
  addEventListener(
    end,
    () => {
      isDown = false;
      // After the click that follows.
      setTimeout(() => {
        for (const run of waiting) run();
        waiting.clear();
      });
    },
    { capture: true, passive: true },
  );
}

/** Runs at once, or after a tap that is under way: what it changes must not move what is being tapped. */
export function afterTap(run: () => void): void {
  if (isDown) waiting.add(run);
  else run();
}
