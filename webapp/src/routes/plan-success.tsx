import { getRouteApi } from '@tanstack/react-router';
import { PlanSuccess } from '@/features/plans/plan-success';

/** The pages that follow taking a plan. (Document 3, section 2.) */

export const SaveSubscribed = () => (
  <PlanSuccess
    reference={getRouteApi('/inside/save-subscribe-success').useSearch().reference}
    title="Savings"
    next={{ to: '/my-savings', label: 'See my savings' }}
    words="saved"
  />
);

export const LoanSubscribed = () => (
  <PlanSuccess
    reference={getRouteApi('/inside/loan-subscribe-success').useSearch().reference}
    title="Loan"
    next={{ to: '/my-loans', label: 'See my loans' }}
    words="repaid"
  />
);

export const CoinsSubscribed = () => (
  <PlanSuccess
    reference={getRouteApi('/inside/subscribe-success').useSearch().reference}
    title="Coin set"
    next={{ to: '/my-plans', label: 'See my coin sets' }}
    words="paid in"
  />
);
