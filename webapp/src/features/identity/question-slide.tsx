import { classes } from '@/lib/classes';
import type { Question } from './questions';

interface Props {
  question: Question;
  label: string;
  chosen: string | undefined;
  shown: boolean;
  locked: boolean;
  onChoose: (answer: string) => void;
}

/** A question with its answers. */
export function QuestionSlide({ question, label, chosen, shown, locked, onChoose }: Props) {
  return (
    <fieldset
      inert={!shown}
      disabled={locked}
      aria-label={label}
      className="flex w-full shrink-0 snap-start flex-col gap-3 p-1"
    >
      <legend className="pb-3 text-lg font-semibold">{question.question}</legend>
      {question.answers.map(({ id, answer }) => (
        <label
          key={id}
          className={classes(
            'flex min-h-14 cursor-pointer items-center gap-3 rounded-card border bg-raised px-4 py-3',
            chosen === id ? 'border-accent-text' : 'border-line',
          )}
        >
          <input
            type="radio"
            name={question.id}
            className="size-5 shrink-0 accent-(--brand-accent)"
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <span>{answer}</span>
        </label>
      ))}
    </fieldset>
  );
}
