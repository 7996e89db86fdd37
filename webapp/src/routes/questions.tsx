import { Link, useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { session } from '@/api/session';
import { Questionnaire } from '@/features/identity/questionnaire';
import type { AnswersScore, QuestionType } from '@/features/identity/questions';
import { buttonClasses } from '@/ui/button';
import { Page } from '@/ui/page';

const BANDS: Record<string, string> = {
  cautious: 'You are careful with your money: plans that keep its worth suit you.',
  balanced: 'You want your money to grow, without too many surprises.',
  adventurous: 'You accept ups and downs for the chance that your money grows.',
};

interface Props {
  title: string;
  type: QuestionType;
  done: string;
}

function Questions({ title, type, done }: Props) {
  const navigate = useNavigate();
  const now = useSyncExternalStore(session.subscribe, session.get);
  if (now.state !== 'signed-in') return null;
  const finish = ({ band }: AnswersScore) =>
    void navigate({
      to: '/success',
      search: {
        title: done,
        message: (type === 'onboarding' && band && BANDS[band]) || 'Your answers are saved.',
      },
    });
  return (
    <Page title={title} back="/settings">
      <Questionnaire
        type={type}
        uuid={now.user.uuid}
        onComplete={finish}
        end={
          <Link to="/dashboard" className={buttonClasses('quiet', true)}>
            Go to the dashboard
          </Link>
        }
      />
    </Page>
  );
}

export function OnboardingQuestions() {
  return <Questions title="About you and risk" type="onboarding" done="Thank you" />;
}

export function LoanQuestions() {
  return <Questions title="Before you borrow" type="loan" done="Thank you" />;
}
