import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import type { Contract } from '@/api/contract';
import { Problem } from '@/api/problem';
import { useUser } from '@/api/use-session';
import { useEngineForm } from '@/engine/use-engine-form';
import {
  answeredSecurityQuestionsQuery,
  securityQuestionsQuery,
  useSaveSecurityAnswer,
} from '@/features/identity/questions';
import { SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { FormError } from '@/ui/form-error';
import { Loaded, together } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';

type SecurityQuestion = Contract<'SecurityQuestion'>;

const CARDS = 3;

/** Three questions that only the user can answer. */
export function SecurityQuestions() {
  const user = useUser();
  const uuid = user?.uuid ?? '';
  const questions = useQuery(securityQuestionsQuery);
  const answered = useQuery({ ...answeredSecurityQuestionsQuery(uuid), enabled: uuid !== '' });
  return (
    <Page title="Security questions" back="/settings/security">
      <p className="text-sm text-muted">
        Support may ask you for them. They never sign you in, and nobody can read your answers, not even us.
      </p>
      <Loaded query={together(questions, answered)} waiting={<ListSkeleton rows={CARDS} />}>
        {([all, own]) => <Cards uuid={uuid} questions={all} answered={own} />}
      </Loaded>
    </Page>
  );
}

interface CardsProps {
  uuid: string;
  questions: SecurityQuestion[];
  answered: SecurityQuestion[];
}

/** The parts of a card that the form uses. */
interface CardHandle {
  /** Nothing was typed that is not saved already. */
  isBlank: () => boolean;
  /** Whether the answer is saved; if not, the card says why. */
  save: () => Promise<boolean>;
}

function Cards({ uuid, questions, answered }: CardsProps) {
  const [chosen, setChosen] = useState(() =>
    Array.from({ length: CARDS }, (_, index) => answered[index]?.id ?? ''),
  );
  const cards = useRef<CardHandle[]>([]);
  const [isBusy, setBusy] = useState(false);
  const saveAll = async () => {
    const typed = cards.current.filter((card) => !card.isBlank());
    for (const card of typed.length > 0 ? typed : cards.current.slice(0, 1)) if (!(await card.save())) return;
    toast.success('Your answers are saved.');
  };
  return (
    <Form
      aria-label="Security questions"
      action="Save answers"
      busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        void saveAll().finally(() => setBusy(false));
      }}
    >
      {chosen.map((question, index) => (
        <QuestionCard
          // biome-ignore lint/suspicious/noArrayIndexKey: a card is its place
          key={index}
          ref={(card) => {
            if (card) cards.current[index] = card;
          }}
          number={index + 1}
          uuid={uuid}
          question={question}
          saved={answered.some(({ id }) => id === question)}
          // Each question can be chosen once.
          questions={questions.filter(({ id }) => id === question || !chosen.includes(id))}
          onChosen={(id) => setChosen(chosen.map((other, place) => (place === index ? id : other)))}
        />
      ))}
    </Form>
  );
}

interface QuestionCardProps {
  ref: Ref<CardHandle>;
  number: number;
  uuid: string;
  question: string;
  saved: boolean;
  questions: SecurityQuestion[];
  onChosen: (id: string) => void;
}

function QuestionCard({ ref, number, uuid, question, saved, questions, onChosen }: QuestionCardProps) {
  const form = useEngineForm('security_question', {
    defaultValues: { question, answer: '' },
  });
  const { mutateAsync: save } = useSaveSecurityAnswer(uuid);
  useImperativeHandle(ref, () => ({
    isBlank: () => form.getValues('answer') === '' && (saved || question === ''),
    save: async () => {
      let isSaved = false;
      await form.handleSubmit(async (values) => {
        try {
          await save(values);
          form.setValue('answer', '');
          form.clearErrors();
          isSaved = true;
        } catch (error) {
          if (error instanceof Problem) form.showProblem(error);
        }
      })();
      return isSaved;
    },
  }));
  return (
    <Card>
      <fieldset aria-label={`Security question ${number}`} className="flex flex-col gap-4">
        <SelectField
          label={`Question ${number}`}
          placeholder="Please choose"
          options={questions.map(({ id, question: label }) => ({ value: id, label }))}
          error={form.errorOf('question')}
          {...form.register('question', { onChange: (event) => onChosen(event.target.value) })}
        />
        <TextField
          label={`Answer ${number}`}
          autoComplete="off"
          error={form.errorOf('answer')}
          {...form.register('answer')}
        />
        <FormError>{form.formError}</FormError>
        {saved && (
          <p className="flex items-center gap-2 text-sm font-medium text-positive">
            <CircleCheck aria-hidden className="size-5" />
            <span>Answered. Type a new answer to replace it.</span>
          </p>
        )}
      </fieldset>
    </Card>
  );
}
