import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far a slide is from where it should stand, in either direction of writing. */
const distance = (track: Element, slide: Element): number =>
  slide.getBoundingClientRect().left - track.getBoundingClientRect().left;

/** A scroll by script does not follow the style sheet's rule for it. */
const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

interface Carousel {
  track: RefObject<HTMLDivElement | null>;
  /** The slide that is shown. */
  place: number;
  show: (next: number) => void;
  /** For the track. */
  events: { onScrollEnd: () => void; onPointerCancel: () => void; onWheel: () => void };
}

/**
 * Slides side by side, moved by buttons and by a finger. Only a finger or a wheel decides by where it stops. Every other
 * scroll that ends elsewhere is put right: one that was cut short, one of an earlier press, or the browser's own, which
 * returns to the slide it last stood at when the layout changes.
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
