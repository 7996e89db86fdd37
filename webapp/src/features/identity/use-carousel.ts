import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far a slide is from where it should stand, in either direction of writing. */
const distance = (track: Element, slide: Element): number =>
  slide.getBoundingClientRect().left - track.getBoundingClientRect().left;

interface Carousel {
  track: RefObject<HTMLDivElement | null>;
  /** The slide that is shown. */
  place: number;
  show: (next: number) => void;
  /** For the track. */
  events: { onScrollEnd: () => void; onPointerDown: () => void; onWheel: () => void };
}

/**
 * Slides side by side, moved by buttons and by a finger. Where a button leads stays decided: a scroll that ends elsewhere,
 * because it was cut short or belongs to an earlier press, is completed. Only a finger or a wheel decides by where it stops.
 */
export function useCarousel(first: number): Carousel {
  const track = useRef<HTMLDivElement>(null);
  const target = useRef<number | null>(null);
  const [place, setPlace] = useState(first);
  const scroll = (to: number, behavior: ScrollBehavior) => {
    const slide = track.current?.children[to];
    if (!track.current || !slide) return;
    track.current.scrollTo({ left: track.current.scrollLeft + distance(track.current, slide), behavior });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => scroll(first, 'instant'), []);
  const show = (next: number) => {
    target.current = next;
    setPlace(next);
    scroll(next, 'smooth');
  };
  const byHand = () => {
    target.current = null;
  };
  const onScrollEnd = () => {
    if (!track.current) return;
    const { scrollLeft, clientWidth } = track.current;
    const at = Math.round(Math.abs(scrollLeft) / clientWidth);
    if (target.current !== null && target.current !== at) return scroll(target.current, 'instant');
    target.current = null;
    setPlace(at);
  };
  return { track, place, show, events: { onScrollEnd, onPointerDown: byHand, onWheel: byHand } };
}
