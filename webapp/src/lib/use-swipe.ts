import { type PointerEvent, type RefObject, useRef } from 'react';

/** Beyond this distance a swipe dismisses. */
const AWAY_PX = 72;

type Axis = 'x' | 'y';

interface Swiped {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

/**
 * Drags an element with the finger: sideways in both directions, or downwards. Beyond a threshold it is dismissed,
 * otherwise it returns to its place. The handlers belong to the element, or to its handle.
 */
export function useSwipe(moved: RefObject<HTMLElement | null>, axis: Axis, onAway: () => void): Swiped {
  const start = useRef<number | null>(null);
  const far = useRef(0);
  const place = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY);
  const move = (px: number | null) => {
    const { style } = moved.current ?? {};
    if (!style) return;
    style.transition = px === null ? '' : 'none';
    style.translate = px === null ? '' : axis === 'x' ? `${px}px 0` : `0 ${px}px`;
  };
  const end = (meant: boolean) => {
    if (start.current === null) return;
    start.current = null;
    if (meant && Math.abs(far.current) > AWAY_PX) onAway();
    move(null);
    far.current = 0;
  };
  return {
    onPointerDown: (event) => {
      // Buttons inside are pressed, not dragged.
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return;
      start.current = place(event);
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove: (event) => {
      if (start.current === null) return;
      const px = place(event) - start.current;
      far.current = axis === 'y' ? Math.max(0, px) : px;
      move(far.current);
    },
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  };
}
