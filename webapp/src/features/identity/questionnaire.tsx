import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useOnline } from '@/lib/online';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Loaded, together } from '@/ui/loaded';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { QuestionSlide } from './question-slide';
import {
  type Answers,
  type AnswersScore,
  answersQuery,
  type Question,
  type QuestionType,
  questionsQuery,
} from './questions';
import { useAnswers } from './use-answers';
import { useCarousel } from './use-carousel';

/** (Document 1, section 2.) */
const STARTS_AFTER_MS = 500;

const OFFLINE = "You're offline. Your answers are kept on this device until you can send them.";
const KEPT = 'Your answers are kept. Send them again.';

interface Props {
  type: QuestionType;
  uuid: string;
  /** All questions are answered, and the answers sent. */
  onComplete: (score: AnswersScore) => void;
  /** Shown below the last question. */
  end: ReactNode;
}

/** One question per slide. The answers are sent together, by a button, and can be changed. */
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
    <Loaded query={together(questions, answers)} polled>
      {([all, given]) => {
        if (!started) return <ListSkeleton />;
        if (all.length === 0) return <EmptyState title="No data!" />;
        return (
          <Slides type={type} uuid={uuid} questions={all} given={given} onComplete={onComplete} end={end} />
        );
      }}
    </Loaded>
  );
}

interface SlidesProps extends Props {
  questions: Question[];
  given: Answers;
}

function Slides({ type, uuid, questions, given, onComplete, end }: SlidesProps) {
  const answers = useAnswers({ type, uuid, questions, given, onSent: onComplete });
  const { chosen, open } = answers;
  const last = questions.length - 1;
  // Where there is something to do: the first open question, or the button that sends.
  const carousel = useCarousel(open[0] ?? (answers.hasDrafts ? last : 0));
  const { place, show } = carousel;
  const [asked, setAsked] = useState(false);
  const isOnline = useOnline();
  const send = () => {
    setAsked(true);
    if (open[0] === undefined) answers.send();
    else show(open[0]);
  };
  const passed = asked || place === last ? open : open.filter((index) => index < place);
  return (
    <section aria-roledescription="carousel" aria-label="Questions" className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted">
        Question {place + 1} of {questions.length}
      </p>
      <div
        ref={carousel.track}
        {...carousel.events}
        className="flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]"
      >
        {questions.map((question, index) => (
          <QuestionSlide
            key={question.id}
            question={question}
            label={`Question ${index + 1} of ${questions.length}`}
            chosen={chosen[question.id]}
            shown={index === place}
            locked={answers.busy}
            onChoose={(answer) => answers.choose(question.id, answer)}
          />
        ))}
      </div>
      <StillOpen places={passed} urgent={asked} onOpen={show} />
      {(place === last || open.length === 0) && (
        <>
          <FormError>{isOnline ? answers.error && `${answers.error.message} ${KEPT}` : OFFLINE}</FormError>
          <Button wide busy={answers.busy} disabled={!isOnline} onClick={send}>
            Send answers
          </Button>
        </>
      )}
      {place === last && end}
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

interface StillOpenProps {
  places: number[];
  /** Sending was tried: they are in the way. */
  urgent: boolean;
  onOpen: (place: number) => void;
}

/** The questions without an answer, and the way to each. */
function StillOpen({ places, urgent, onOpen }: StillOpenProps) {
  if (places.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <p
        role={urgent ? 'alert' : undefined}
        className={urgent ? 'text-sm font-medium text-negative' : 'text-sm'}
      >
        {urgent ? 'Answer every question to send them. Not answered yet:' : 'Not answered yet:'}
      </p>
      <div className="flex flex-wrap gap-2">
        {places.map((place) => (
          <Button key={place} look="plain" onClick={() => onOpen(place)}>
            Question {place + 1}
          </Button>
        ))}
      </div>
    </div>
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
