import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface Props<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  /** The panel of the chosen option. */
  children: ReactNode;
}

/** A few options side by side, and the panel of the chosen one. Arrow keys move between them. */
export function Segmented<Value extends string>({ label, options, value, onChange, children }: Props<Value>) {
  return (
    <Tabs.Root value={value} onValueChange={onChange} className="flex flex-col gap-5">
      <Tabs.List
        aria-label={label}
        className="flex w-full flex-wrap gap-1 rounded-control bg-sunken p-1 @2xl/page:max-w-[calc((100cqw-1.5rem)/2)]"
      >
        {options.map((option) => (
          <Tabs.Tab
            key={option.value}
            value={option.value}
            className="min-h-11 grow rounded-control px-2 text-center font-medium text-muted data-[active]:bg-raised data-[active]:font-semibold data-[active]:text-text data-[active]:shadow-raised"
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
