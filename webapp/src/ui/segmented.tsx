import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classes } from '@/lib/classes';

interface Props<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Underlined for the views of a whole page. */
  look?: keyof typeof LOOKS;
  /** The panel of the chosen option. */
  children: ReactNode;
}

/** Half of a wide page: one column. */
const COLUMN = '@2xl/page:max-w-[calc((100cqw-1.5rem)/2)]';

const LOOKS = {
  filled: {
    list: `gap-1 rounded-control bg-sunken p-1 ${COLUMN}`,
    tab: 'rounded-control data-[active]:bg-raised data-[active]:shadow-raised',
  },
  underlined: {
    list: `border-b border-line ${COLUMN}`,
    tab: '-mb-px border-b-2 border-transparent data-[active]:border-accent-text',
  },
} as const;

/** A few options side by side, and the panel of the chosen one. Arrow keys move between them. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  look = 'filled',
  children,
}: Props<Value>) {
  return (
    <Tabs.Root
      value={value}
      onValueChange={onChange}
      className={classes('flex flex-col', look === 'filled' ? 'gap-5' : 'gap-4 low:gap-3')}
    >
      <Tabs.List aria-label={label} className={classes('flex w-full flex-wrap', LOOKS[look].list)}>
        {options.map((option) => (
          <Tabs.Tab
            key={option.value}
            value={option.value}
            className={classes(
              'min-h-11 grow px-2 text-center font-medium text-muted data-[active]:font-semibold data-[active]:text-text',
              LOOKS[look].tab,
            )}
          >
            {option.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={value} data-in-order className="flex flex-col gap-5">
        {children}
      </Tabs.Panel>
    </Tabs.Root>
  );
}
