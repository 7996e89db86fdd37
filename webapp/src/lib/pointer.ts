/** Whether a finger or mouse button is down, and callbacks that wait for its release. */
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
      // After the click event that follows.
      setTimeout(() => {
        for (const run of waiting) run();
        waiting.clear();
      });
    },
    { capture: true, passive: true },
  );
}

/** Runs at once, or after the current tap: the change must not move the element being tapped. */
export function afterTap(run: () => void): void {
  if (isDown) waiting.add(run);
  else run();
}
