import { LetterDisc } from '@/ui/letter-disc';

/** Colours that distinguish the services; the letters serve users who cannot see them. */
const MARKS: Record<string, { letters: string; disc: string; ink: string }> = {
  mtn: { letters: 'MTN', disc: '#f5c542', ink: '#14181f' },
  airtel: { letters: 'AIR', disc: '#c2333a', ink: '#ffffff' },
  glo: { letters: 'GLO', disc: '#3a7d34', ink: '#ffffff' },
  etisalat: { letters: '9M', disc: '#1d4f43', ink: '#ffffff' },
  DSTV: { letters: 'DS', disc: '#2a5db0', ink: '#ffffff' },
  GOTV: { letters: 'GO', disc: '#a3552a', ink: '#ffffff' },
  STARTIMES: { letters: 'ST', disc: '#6b4aa0', ink: '#ffffff' },
};

/** A network, a cable service or an electricity distributor, by its code. */
export function ServiceMark({ code, className }: { code: string; className?: string }) {
  const mark = MARKS[code];
  return (
    <LetterDisc
      letters={mark?.letters ?? code.slice(0, 2).toUpperCase()}
      colours={mark}
      {...(className && { className })}
    />
  );
}
