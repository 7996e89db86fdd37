import { Button } from '@/ui/button';

interface Props {
  places: number[];
  /** Sending was attempted, and these block it. */
  urgent: boolean;
  onOpen: (place: number) => void;
}

/** The unanswered questions, with a link to each. */
export function StillOpen({ places, urgent, onOpen }: Props) {
  if (places.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      <p
        role={urgent ? 'alert' : undefined}
        className={urgent ? 'text-sm font-medium text-negative' : 'text-sm'}
      >
        {urgent ? 'Answer every question to send them. Not answered yet:' : 'Not answered yet:'}
      </p>
      <div className="flex flex-wrap gap-2">
        {places.map((place) => (
          <Button key={place} look="plain" onClick={() => onOpen(place)}>
            {`Question ${place + 1}`}
          </Button>
        ))}
      </div>
    </div>
  );
}
