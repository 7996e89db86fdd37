import { toast } from '@/ui/toast';

/** Copies text to the clipboard and confirms it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied to clipboard!');
  } catch (error) {
    toast.error(`Could not copy text: ${error instanceof Error ? error.message : String(error)}`);
  }
}
