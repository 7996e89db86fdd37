import { getRouteApi } from '@tanstack/react-router';
import { PlanSuccess } from '@/features/plans/plan-success';

/** The page that follows taking savings. (Document 3, section 2.) */

export const SaveSubscribed = () => (
  <PlanSuccess
    reference={getRouteApi('/inside/save-subscribe-success').useSearch().reference}
    title="Savings"
    next={{ to: '/my-savings', label: 'See my savings' }}
    words="saved"
  />
);
