import { randomUUID } from 'node:crypto';
import { field, heading } from '../../screens/entry';
import type { FormOnScreen } from '../form';
import { around } from '../texts';
import { chosen, text } from './fields';

/** Texts given to support: security answers and messages. */

const securityQuestion: FormOnScreen = {
  form: 'security_question',
  file: 'routes/security-questions.tsx',
  screen: 'security questions',
  visitors: ['a member'],
  open: async (_visitor, page) => {
    await page.goto('/security-questions');
    await heading(page, 'Security questions').waitFor();
    const root = page.getByRole('group', { name: 'Security question 1' });
    await root.waitFor();
    return { root };
  },
  fields: {
    question: chosen('Question 1', ['security-1', 'security-2', 'security-3']),
    answer: {
      label: 'Answer 1',
      valid: () => 'Corona School',
      boundary: (random) => around(random, [1, 200]),
    },
  },
  call: ({ visitor }, values) => visitor.call('POST', '/security-questions', values),
};

const chatMessage: FormOnScreen = {
  form: 'chat_message',
  file: 'features/community/composer.tsx',
  screen: 'chat',
  visitors: ['a member'],
  open: async (_visitor, page) => {
    await page.goto('/chat');
    await field(page, 'Message').waitFor();
    return { root: page.locator('body') };
  },
  fields: { message: text('Message', () => 'Good morning,\nI have a question.', 2000) },
  call: ({ visitor }, values) =>
    visitor.call('POST', '/support/messages', { ...values, client_id: randomUUID(), attachments: [] }),
  elsewhere: {
    message: {
      because: 'An empty message has no error.',
      shown: async ({ root }) =>
        (await root.getByLabel('Message', { exact: true }).inputValue()).trim() === '',
    },
  },
};

export const questionForms = [securityQuestion, chatMessage];
