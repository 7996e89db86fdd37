import { type RefObject, useEffect, useRef, useState } from 'react';

/** The distance of a slide from its resting position, in either writing direction. */
const distance = (track: Element, slide: Element): number =>
  slide.getBoundingClientRect().left - track.getBoundingClientRect().left;

/** A scripted scroll ignores the style sheet's rule for reduced motion. */
const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface Carousel {
  track: RefObject<HTMLDivElement | null>;
  /** The index of the visible slide. */
  place: number;
  show: (next: number) => void;
  /** Event handlers for the track. */
  events: { onScrollEnd: () => void; onPointerCancel: () => void; onWheel: () => void };
}

/**
 * Slides side by side, moved by buttons and by touch. Only touch or a wheel chooses a slide by where the scroll stops.
 * Any other scroll that ends elsewhere is corrected: an interrupted one, one of an earlier press, or the browser's own,
 * which returns to the last snapped slide when the layout changes.
 */
export function useCarousel(first: number): Carousel {
  const track = useRef<HTMLDivElement>(null);
  // An event may come before the next render.
  const wanted = useRef(first);
  const byHand = useRef(false);
  const [place, setPlace] = useState(first);
  const scroll = (behavior: ScrollBehavior) => {
    const slide = track.current?.children[wanted.current];
    if (!track.current || !slide) return;
    track.current.scrollTo({ left: track.current.scrollLeft + distance(track.current, slide), behavior });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => scroll('instant'), []);
  const stay = (next: number) => {
    byHand.current = false;
    wanted.current = next;
    setPlace(next);
  };
  const show = (next: number) => {
    stay(next);
    scroll(wantsLessMotion() ? 'instant' : 'smooth');
  };
  // A browser cancels a pointer when it takes the finger's movement for a scroll; a tap on an answer is not a scroll.
  const moveByHand = () => {
    byHand.current = true;
  };
  const onScrollEnd = () => {
    if (!track.current) return;
    const { scrollLeft, clientWidth } = track.current;
    const at = Math.round(Math.abs(scrollLeft) / clientWidth);
    if (byHand.current) stay(at);
    else if (at !== wanted.current) scroll('instant');
  };
  return { track, place, show, events: { onScrollEnd, onPointerCancel: moveByHand, onWheel: moveByHand } };
}
