import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from '@/lib/classes';
import { Button } from '@/ui/button';
import { Loaded, together } from '@/ui/loaded';
import { EmptyState, ListSkeleton } from '@/ui/states';
import {
  type AnswersScore,
  answersQuery,
  type Question,
  type QuestionType,
  questionsQuery,
  useSaveAnswer,
} from './questions';

/** (Document 1, section 2.) */
const STARTS_AFTER_MS = 500;

interface Props {
  type: QuestionType;
  uuid: string;
  /** The last question has been answered, so all are. */
  onComplete: (score: AnswersScore) => void;
  /** Shown below the last question. */
  end: ReactNode;
}

/** One question per slide. Every answer is saved at once, and can be changed. */
export function Questionnaire({ type, uuid, onComplete, end }: Props) {
  const questions = useQuery(questionsQuery(type));
  const answers = useQuery(answersQuery(uuid));
  const [started, setStarted] = useState(false);
  const loaded = questions.isSuccess && answers.isSuccess;
  useEffect(() => {
    if (!loaded) return;
    const timer = setTimeout(() => setStarted(true), STARTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [loaded]);
  return (
    <Loaded query={together(questions, answers)}>
      {([all, given]) => {
        if (!started) return <ListSkeleton />;
        if (all.length === 0) return <EmptyState title="No data!" />;
        return (
          <Slides
            uuid={uuid}
            questions={all}
            given={given.answers}
            score={given[type]}
            onComplete={onComplete}
            end={end}
          />
        );
      }}
    </Loaded>
  );
}

interface SlidesProps extends Omit<Props, 'type'> {
  questions: Question[];
  given: Record<string, string>;
  score: AnswersScore;
}

function Slides({ uuid, questions, given, score, onComplete, end }: SlidesProps) {
  const track = useRef<HTMLDivElement>(null);
  // Arrow keys select each answer they pass, so a keyboard user finishes with the button.
  const byPointer = useRef(false);
  const firstOpen = questions.findIndex(({ id }) => given[id] === undefined);
  const [place, setPlace] = useState(Math.max(0, firstOpen));
  const [chosen, setChosen] = useState(given);
  const last = questions.length - 1;

  const show = (next: number, behavior: ScrollBehavior = 'smooth') => {
    const slide = track.current?.children[next] as HTMLElement | undefined;
    slide?.scrollIntoView({ behavior, block: 'nearest', inline: 'start' });
    setPlace(next);
  };
  // Start at the first open question.
  // biome-ignore lint/correctness/useExhaustiveDependencies: on arrival only
  useEffect(() => show(place, 'instant'), []);

  const answer = useSaveAnswer(uuid, {
    onSaved: (score, { question }) => {
      if (byPointer.current && questions[last]?.id === question && score.complete) onComplete(score);
    },
    onRefused: ({ question }) => {
      setChosen((now) => {
        const { [question]: _gone, ...others } = now;
        return given[question] === undefined ? others : { ...others, [question]: given[question] };
      });
    },
  });

  return (
    <section aria-roledescription="carousel" aria-label="Questions" className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted">
        Question {place + 1} of {questions.length}
      </p>
      <div
        ref={track}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
        onScrollEnd={(event) => {
          const { scrollLeft, clientWidth } = event.currentTarget;
          setPlace(Math.round(Math.abs(scrollLeft) / clientWidth));
        }}
      >
        {questions.map((question, index) => (
          <fieldset
            key={question.id}
            inert={index !== place}
            aria-label={`Question ${index + 1} of ${questions.length}`}
            className="flex w-full shrink-0 snap-start flex-col gap-3 p-1"
          >
            <legend className="pb-3 text-lg font-semibold">{question.question}</legend>
            {question.answers.map((choice) => (
              <label
                key={choice.id}
                onPointerDown={() => {
                  byPointer.current = true;
                }}
                className={classes(
                  'flex min-h-14 cursor-pointer items-center gap-3 rounded-card border bg-raised px-4 py-3',
                  chosen[question.id] === choice.id ? 'border-accent-text' : 'border-line',
                )}
              >
                <input
                  type="radio"
                  name={question.id}
                  className="size-5 shrink-0 accent-(--brand-accent)"
                  checked={chosen[question.id] === choice.id}
                  onKeyDown={() => {
                    byPointer.current = false;
                  }}
                  onChange={() => {
                    setChosen({ ...chosen, [question.id]: choice.id });
                    answer.mutate({ question: question.id, answer: choice.id });
                  }}
                />
                <span>{choice.answer}</span>
              </label>
            ))}
            {index === last && (
              <div className="flex flex-col gap-3 pt-2">
                <StillOpen questions={questions} chosen={chosen} onOpen={show} />
                {score.complete && (
                  <Button wide onClick={() => onComplete(score)}>
                    Finish
                  </Button>
                )}
                {end}
              </div>
            )}
          </fieldset>
        ))}
      </div>
      <div className="flex justify-between">
        <Step label="Previous question" disabled={place === 0} onClick={() => show(place - 1)}>
          <ChevronLeft aria-hidden className="size-6 rtl:rotate-180" />
        </Step>
        <Step label="Next question" disabled={place === last} onClick={() => show(place + 1)}>
          <ChevronRight aria-hidden className="size-6 rtl:rotate-180" />
        </Step>
      </div>
    </section>
  );
}

/** The questions that were passed over, and the way back to them. */
function StillOpen({
  questions,
  chosen,
  onOpen,
}: {
  questions: Question[];
  chosen: Record<string, string>;
  onOpen: (place: number) => void;
}) {
  const open = questions.flatMap(({ id }, index) => (chosen[id] === undefined ? [index] : []));
  const first = open.find((index) => index !== questions.length - 1);
  if (first === undefined) return null;
  return (
    <>
      <p className="text-sm text-muted">Not answered yet: {open.map((index) => index + 1).join(', ')}</p>
      <Button wide look="plain" onClick={() => onOpen(first)}>
        Go to question {first + 1}
      </Button>
    </>
  );
}

interface StepProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Step({ label, disabled, onClick, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="grid size-12 place-items-center rounded-full bg-raised shadow-raised disabled:opacity-40"
    >
      {children}
    </button>
  );
}
