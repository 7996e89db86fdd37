import { Form, type FormProps } from './form';
import { Sheet } from './sheet';

interface Props extends Omit<FormProps, 'title'> {
  title: string;
  onClose: () => void;
}

/** A sheet with one form. It is open while it is rendered: unmounting it clears the fields. */
export function FormSheet({ title, onClose, ...form }: Props) {
  return (
    <Sheet open onClose={onClose} title={title}>
      <Form {...form} />
    </Sheet>
  );
}
