import { Form, type FormProps } from './form';
import { Sheet } from './sheet';

interface Props extends Omit<FormProps, 'title'> {
  title: string;
  onClose: () => void;
}

/** A sheet with one form. It is open for as long as it is rendered, so what was typed goes with it. */
export function FormSheet({ title, onClose, ...form }: Props) {
  return (
    <Sheet open onClose={onClose} title={title}>
      <Form {...form} />
    </Sheet>
  );
}
