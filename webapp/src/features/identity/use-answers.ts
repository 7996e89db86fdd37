import { useRef, useState } from 'react';
import { keepUnsent, unsentOf } from '@/lib/unsent';
import {
  type Answers,
  type AnswersScore,
  type Question,
  type QuestionType,
  useSendAnswers,
} from './questions';

type Chosen = Record<string, string>;

/** Unsent answers survive a reload of this tab. */
const ROOM = 'questions';

/** The answers that are still valid: questions change now and then. */
const known = (chosen: Chosen, questions: Question[]): Chosen =>
  Object.fromEntries(
    questions.flatMap(({ id, answers }) => {
      const answer = answers.find((choice) => choice.id === chosen[id]);
      return answer ? [[id, answer.id]] : [];
    }),
  );

interface Wanted {
  type: QuestionType;
  uuid: string;
  questions: Question[];
  given: Answers;
  onSent: (score: AnswersScore) => void;
  /** Called with the question of a refused answer, which blocks the others. It is deselected. */
  onRefused: (question: string) => void;
}

/** The state of a questionnaire: chosen answers, open questions, and sending all answers at once. */
export function useAnswers({ type, uuid, questions, given, onSent, onRefused }: Wanted) {
  const [drafts, setDrafts] = useState<Chosen>(() => known(unsentOf<Chosen>(ROOM, type, {}), questions));
  // A second tap in the same frame comes before the button is locked.
  const isSending = useRef(false);
  const keep = (next: Chosen) => {
    keepUnsent(ROOM, type, next);
    setDrafts(next);
  };
  const sending = useSendAnswers(type, uuid, (question) => {
    const { [question]: _refused, ...others } = drafts;
    keep(others);
    onRefused(question);
  });
  const chosen: Chosen = { ...given.answers, ...drafts };
  const send = () => {
    if (isSending.current) return;
    const changed = Object.entries(drafts).filter(([question, answer]) => given.answers[question] !== answer);
    const [first, ...others] = changed.map(([question, answer]) => ({ question, answer }));
    if (!first) return onSent(given[type]);
    isSending.current = true;
    sending.mutate([first, ...others], {
      onSuccess: (score) => {
        keepUnsent(ROOM, type, {});
        onSent(score);
      },
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
  return {
    chosen,
    /** The indexes of the unanswered questions. */
    open: questions.flatMap(({ id }, index) => (chosen[id] === undefined ? [index] : [])),
    hasDrafts: Object.keys(drafts).length > 0,
    choose: (question: string, answer: string) => {
      if (sending.isError) sending.reset();
      keep({ ...drafts, [question]: answer });
    },
    send,
    busy: sending.isPending,
    error: sending.error,
  };
}
