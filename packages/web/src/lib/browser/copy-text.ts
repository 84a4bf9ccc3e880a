import { toast } from '../toast.ts';

const REFUSED = 'This browser did not copy it. Select the text and copy it yourself.';

/** Copies a text and says so; browsers refuse it over plain HTTP, or where the user has forbidden it. */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    toast.error(REFUSED);
  }
}
