import { CHAT_COPY } from '../chat.copy.ts';

/** Shown while the other user types. */
export function TypingBubble({ name }: { name: string }) {
  return (
    <div
      data-testid="typing"
      className="mt-4 flex w-fit animate-fade items-center gap-1.5 rounded-lg rounded-bl-xs bg-raised px-4 py-4"
    >
      {[0, 160, 320].map((delay) => (
        <span
          key={delay}
          aria-hidden
          className="size-1.5 animate-breathe rounded-full bg-ink-faint"
          style={{ animationDelay: `${delay}ms`, animationDuration: '1.1s' }}
        />
      ))}
      <span className="sr-only">
        {name} {CHAT_COPY.typing}
      </span>
    </div>
  );
}
