import { useEngineForm } from '@/engine/use-engine-form';
import { SelectField } from '@/ui/field';
import { FormSheet } from '@/ui/form-sheet';
import { useReportMessage } from './clusters';
import type { ChatMessage } from './queries';

const REASONS = [
  { value: 'scam', label: 'Someone is trying to get money or a code' },
  { value: 'abuse', label: 'It insults or threatens someone' },
  { value: 'spam', label: 'It advertises something' },
  { value: 'other', label: 'Something else' },
];

interface Props {
  cluster: string;
  message: ChatMessage;
  onClose: () => void;
}

/** Reports another member's message to the operator. */
export function ReportSheet({ cluster, message, onClose }: Props) {
  const form = useEngineForm('message_report', {
    defaultValues: { reason: '' },
    context: { mine: message.mine, removed: message.removed },
  });
  const report = useReportMessage(cluster, message.number);
  return (
    <FormSheet
      title="Report message"
      onClose={onClose}
      onSubmit={form.handleSubmit(({ reason }) =>
        report.mutate(reason, { onSuccess: onClose, onError: form.showProblem }),
      )}
      action="Report"
      busy={report.isPending}
      look="danger"
      error={form.formError}
    >
      <blockquote
        dir="auto"
        className="line-clamp-4 rounded-control bg-sunken px-4 py-3 text-sm wrap-anywhere"
      >
        <span className="block font-semibold">{message.user.name}</span>
        <span>{message.message || 'A file'}</span>
      </blockquote>
      <SelectField
        label="What is wrong with it?"
        options={REASONS}
        placeholder="Choose a reason"
        error={form.errorOf('reason')}
        {...form.register('reason')}
      />
      <p className="text-sm text-muted">
        We read the message and remove it if it breaks our rules. Other members do not see who reported it.
      </p>
    </FormSheet>
  );
}
