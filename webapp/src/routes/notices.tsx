import { useRouter } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { type InboxNotice, noticesQuery, useReadNotices } from '@/features/inbox/queries';
import { now } from '@/lib/clock';
import { lagosTime } from '@/payment/days';
import { DataTable } from '@/ui/data-table';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';

/** The inbox: notices of the last 90 days, by day. What is shown counts as read. */
export function Notices() {
  const today = now();
  const heading = ({ created_at }: InboxNotice, before: InboxNotice | undefined) => {
    const { heading: day } = lagosTime(created_at, today);
    if (before && lagosTime(before.created_at, today).heading === day) return null;
    return <h2 className="pt-2 pb-1 text-sm font-semibold text-muted">{day}</h2>;
  };
  return (
    <Page title="Notices" back="/dashboard">
      <DataTable
        query={noticesQuery}
        keyOf={({ id }) => id}
        waiting={<ListSkeleton />}
        empty={<EmptyState title="No notices in the last 90 days" />}
        above={heading}
      >
        {(notice, index) => <Item notice={notice} newest={index === 0} />}
      </DataTable>
    </Page>
  );
}

function Item({ notice, newest }: { notice: InboxNotice; newest: boolean }) {
  const { id, title, body, link, created_at, read } = notice;
  const { mutate } = useReadNotices();
  const { history } = useRouter();
  const isNews = newest && !read;
  useEffect(() => {
    if (isNews) mutate(id);
  }, [isNews, id, mutate]);
  return (
    <a
      href={link}
      className="flex items-center gap-3"
      onClick={(event) => {
        event.preventDefault();
        history.push(link);
      }}
    >
      <span className="flex min-w-0 grow flex-col gap-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 grow font-semibold wrap-anywhere">{title}</span>
          {!read && <span className="rounded-full bg-accent-soft px-2 text-xs font-semibold">New</span>}
          <span className="figures text-sm text-muted">{lagosTime(created_at).time}</span>
        </span>
        <span className="text-sm whitespace-pre-line wrap-anywhere">{body}</span>
      </span>
      <ChevronRight aria-hidden className="roomy size-5 shrink-0 text-muted rtl:rotate-180" />
    </a>
  );
}
