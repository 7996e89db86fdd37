import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Elements } from '@/lib/elements';
import { useOnline } from '@/lib/online';
import { Facts } from '@/payment/breakdown';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Loaded, together } from '@/ui/loaded';
import { Card } from '@/ui/page';
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
import { StillOpen } from './still-open';
import { useAnswers } from './use-answers';
import { useCarousel } from './use-carousel';

/** (Document 1, section 2.) */
const STARTS_AFTER_MS = 500;
/** As tall as a question, so that what is below it stays where it is. */
const WAITING = <ListSkeleton rows={6} />;

const OFFLINE = "You're offline. Your answers are kept on this device until you can send them.";
const KEPT = 'Your answers are kept. Send them again.';
const OTHERS_KEPT = 'Your other answers are kept.';

interface Props {
  type: QuestionType;
  uuid: string;
  /** All questions are answered, and the answers sent. */
  onComplete: (score: AnswersScore) => void;
  /** Shown below the last question. */
  end: Elements;
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
    <Loaded query={together(questions, answers)} waiting={WAITING} polled>
      {([all, given]) => {
        if (!started) return WAITING;
        if (all.length === 0) return <EmptyState title="No data!" />;
        const kept = type === 'loan' ? given.loan_kept : null;
        if (kept !== null) return <KeptAnswers why={kept} questions={all} given={given} />;
        return (
          <Slides type={type} uuid={uuid} questions={all} given={given} onComplete={onComplete} end={end} />
        );
      }}
    </Loaded>
  );
}

/** Answers that cannot be changed now, and the reason. */
function KeptAnswers({ why, questions, given }: { why: string; questions: Question[]; given: Answers }) {
  const chosen = ({ id, answers }: Question) =>
    answers.find((choice) => choice.id === given.answers[id])?.answer ?? 'Not answered';
  return (
    <>
      <p className="rounded-control bg-sunken p-4 text-sm">{why}</p>
      <Card>
        <Facts rows={questions.map((question) => [question.question, chosen(question)])} />
      </Card>
    </>
  );
}

interface SlidesProps extends Props {
  questions: Question[];
  given: Answers;
}

function Slides({ type, uuid, questions, given, onComplete, end }: SlidesProps) {
  const [refused, setRefused] = useState<string | null>(null);
  const answers = useAnswers({
    type,
    uuid,
    questions,
    given,
    onSent: onComplete,
    onRefused: (id) => {
      setRefused(id);
      show(placeOf(id));
    },
  });
  const { chosen, open } = answers;
  const last = questions.length - 1;
  // The carousel starts at the first open question, or at the button that sends.
  const carousel = useCarousel(open[0] ?? (answers.hasDrafts ? last : 0));
  const { show } = carousel;
  // A question may be removed while the user answers it.
  const place = Math.min(carousel.place, last);
  const placeOf = (id: string) =>
    Math.max(
      0,
      questions.findIndex((question) => question.id === id),
    );
  const [asked, setAsked] = useState(false);
  const isOnline = useOnline();
  const problem = () => {
    if (!isOnline) return OFFLINE;
    if (!answers.error) return null;
    const words = answers.error.message.replace(/\.?$/, '.');
    return refused === null
      ? `${words} ${KEPT}`
      : `Question ${placeOf(refused) + 1}: ${words} ${OTHERS_KEPT}`;
  };
  const send = () => {
    setAsked(true);
    setRefused(null);
    if (open[0] === undefined) answers.send();
    else show(open[0]);
  };
  const atEnd = place === last || open.length === 0;
  const passed = asked || place === last ? open : open.filter((index) => index < place);
  return (
    <section aria-roledescription="carousel" aria-label="Questions" className="flex flex-col gap-4">
      <p role="status" className="text-sm text-muted">
        {`Question ${place + 1} of ${questions.length}`}
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
      {(atEnd || answers.error) && <FormError>{problem()}</FormError>}
      {atEnd && (
        <Button wide busy={answers.busy} disabled={!isOnline} onClick={send}>
          Send answers
        </Button>
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

interface StepProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: Elements;
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
