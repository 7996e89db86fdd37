/** Where a change leads: what is shown as 0.0 % leads nowhere. */
export function directionOf(percent: string): 'up' | 'down' | 'same' {
  if (!/[1-9]/.test(percent)) return 'same';
  return percent.startsWith('-') ? 'down' : 'up';
}
