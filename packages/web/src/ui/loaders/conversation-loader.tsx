import { CONVERSATION_DOTS_MS } from '@soulsight/contract/limits';
import { LOADER_COPY } from './loader.copy.ts';
import { useRotation } from './use-rotation.ts';

const DOTS = 3;

/** Shown while a reply is generated: one dot, two, three, and again. */
export function ConversationLoader({ message = LOADER_COPY.conversation }: { message?: string }) {
  const shown = useRotation(DOTS, CONVERSATION_DOTS_MS) + 1;
  return (
    <div role="status" className="flex items-center gap-3 py-4 text-sm text-ink-soft">
      <span aria-hidden data-testid="conversation-dots" data-dots={shown} className="flex gap-1.5">
        {Array.from({ length: DOTS }, (_, dot) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the dots are alike and never move
            key={dot}
            className="size-2 rounded-full bg-accent-text transition-opacity duration-200"
            style={{ opacity: dot < shown ? 1 : 0.22 }}
          />
        ))}
      </span>
      {message}
    </div>
  );
}
