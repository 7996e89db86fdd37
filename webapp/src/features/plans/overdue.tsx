import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { OverdueBar } from './overdue-bar';
import { latePlansQuery } from './queries';

const LOOK_EVERY_MS = 60_000;
/** Pages that already begin with what is overdue. */
const SHOWN_BY_PAGE = ['/dashboard'];

/** The overdue loan above every page. */
export default function Overdue() {
  const { pathname } = useLocation();
  const late = useQuery({ ...latePlansQuery, refetchInterval: LOOK_EVERY_MS });
  const loan = late.data?.find(({ type, lateness }) => type === 'loan' && lateness.state === 'overdue');
  if (!loan || SHOWN_BY_PAGE.includes(pathname)) return null;
  return <OverdueBar loan={loan} />;
}
