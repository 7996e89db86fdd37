import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import { Problem } from '@/api/problem';
import type { Fields } from '@/engine/use-engine-form';
import { storeScore } from '@/lib/scores';

export type Question = Contract<'Question'>;
export type QuestionType = Question['type'];
export type AnswersScore = Contract<'AnswersScore'>;
export type Answers = Contract<'Answers'>;

const passive = true;

export const questionKeys = {
  all: ['questions'] as const,
  ofType: (type: QuestionType) => [...questionKeys.all, type] as const,
  answeredBy: (uuid: string) => [...questionKeys.all, 'answered by', uuid] as const,
};

export const questionsQuery = (type: QuestionType) =>
  queryOptions({
    queryKey: questionKeys.ofType(type),
    queryFn: async () => (await call('GET', '/questions', { query: { type }, passive })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const answersQuery = (uuid: string) =>
  queryOptions({
    queryKey: questionKeys.answeredBy(uuid),
    queryFn: async () => (await call('GET', '/user/answers/{id}', { path: { id: uuid }, passive })).data,
  });

export const securityQuestionKeys = {
  all: ['security-questions'] as const,
  answeredBy: (uuid: string) => [...securityQuestionKeys.all, uuid] as const,
};

export const securityQuestionsQuery = queryOptions({
  queryKey: securityQuestionKeys.all,
  queryFn: async () => (await call('GET', '/security-questions', { passive })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export const answeredSecurityQuestionsQuery = (uuid: string) =>
  queryOptions({
    queryKey: securityQuestionKeys.answeredBy(uuid),
    queryFn: async () =>
      (await call('GET', '/security-questions/user/{uuid}', { path: { uuid }, passive })).data,
  });

interface Answered {
  question: string;
  answer: string;
}

/**
 * Sends the answers one after the other; the last response has the total score. Answers sent before a failure stay. A
 * refused one is named, because it alone blocks the rest: its question may have changed since it was loaded.
 */
export function useSendAnswers(type: QuestionType, uuid: string, onRefused: (question: string) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ([first, ...others]: [Answered, ...Answered[]]) => {
      let score = await answer(first);
      for (const other of others) score = await answer(other);
      return score;
    },
    meta: { quiet: true, silent: true },
    onSuccess: ({ score }) => storeScore(type, score),
    onError: (error) => {
      if (!(error instanceof RefusedAnswer)) return;
      onRefused(error.question);
      void queries.invalidateQueries({ queryKey: questionKeys.all });
    },
    onSettled: () => queries.invalidateQueries(answersQuery(uuid)),
  });
}

class RefusedAnswer extends Problem {
  readonly question: string;

  constructor(problem: Problem, question: string) {
    super({ ...problem, message: problem.message });
    this.question = question;
  }
}

async function answer(body: Answered): Promise<AnswersScore> {
  try {
    return (await call('POST', '/user/answers', { body })).data;
  } catch (error) {
    const isRefused = error instanceof Problem && error.violations.length > 0;
    throw isRefused ? new RefusedAnswer(error, body.question) : error;
  }
}

export function useSaveSecurityAnswer(uuid: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Fields<'security_question'>) => call('POST', '/security-questions', { body }),
    meta: { quiet: true, silent: true },
    onSuccess: () => queries.invalidateQueries(answeredSecurityQuestionsQuery(uuid)),
  });
}
