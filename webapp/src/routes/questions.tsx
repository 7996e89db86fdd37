import { Link, useNavigate } from '@tanstack/react-router';
import { useUser } from '@/api/use-session';
import { Questionnaire } from '@/features/identity/questionnaire';
import type { AnswersScore, QuestionType } from '@/features/identity/questions';
import { buttonClasses } from '@/ui/button';
import { Page } from '@/ui/page';

interface Props {
  title: string;
  type: QuestionType;
}

function Questions({ title, type }: Props) {
  const navigate = useNavigate();
  const user = useUser();
  if (!user) return null;
  const finish = ({ band }: AnswersScore) =>
    void navigate({ to: '/success', search: { done: (type === 'onboarding' && band) || 'answered' } });
  return (
    <Page title={title} back="/settings/profile">
      <Questionnaire
        type={type}
        uuid={user.uuid}
        onComplete={finish}
        end={
          <Link to="/dashboard" className={buttonClasses('quiet', true)}>
            Go to the dashboard
          </Link>
        }
      />
      {type === 'onboarding' && (
        <p className="text-center text-sm text-muted">
          <Link to="/dashboard" className="inline-block py-2 font-semibold text-accent-text hover:underline">
            Skip for now
          </Link>
          <br />
          <span>You can answer later, in the settings.</span>
        </p>
      )}
    </Page>
  );
}

export function OnboardingQuestions() {
  return <Questions title="Investor profile" type="onboarding" />;
}

export function LoanQuestions() {
  return <Questions title="Before you borrow" type="loan" />;
}
