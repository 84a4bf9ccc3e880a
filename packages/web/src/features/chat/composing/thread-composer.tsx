import type { Conversation } from '@soulsight/contract/chat';
import { type ReactNode, type Ref, useEffect, useMemo } from 'react';
import { systemClock } from '../../../lib/realtime/clock.ts';
import { CHAT_COPY } from '../chat.copy.ts';
import { useChatService } from '../chat-provider.tsx';
import { Composer, type ComposerHandle } from './composer.tsx';
import { createTypingSignal } from './typing-signal.ts';

export interface ThreadComposerProps {
  conversation: Conversation;
  onSent: () => void;
  /** Shown beside the input. */
  extra?: ReactNode;
  ref: Ref<ComposerHandle>;
}

/** Whether the conversation has an input: not when it is closed or the other user is suspended. */
export function takesMessages({ status, suspended }: Conversation): boolean {
  return status === 'active' && !suspended;
}

/** The composer of a conversation, or a sentence that the conversation is closed. */
export function ThreadComposer({ conversation, onSent, extra, ref }: ThreadComposerProps) {
  const { id, suspended } = conversation;
  const service = useChatService();
  const signal = useMemo(() => createTypingSignal(systemClock, (type) => service?.sendTyping(id, type)), [service, id]);
  useEffect(() => () => signal.stopped(), [signal]);
  function send(content: string): void {
    service?.sender.send(id, content);
    onSent();
  }
  return (
    <div className="px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
      <div className="mx-auto w-full max-w-3xl">
        {takesMessages(conversation) ? (
          <Composer
            ref={ref}
            conversationId={id}
            extra={extra}
            onSend={send}
            onTyping={signal.typed}
            onTypingStopped={signal.stopped}
          />
        ) : (
          <p className="py-4 text-center text-ink-faint">
            {suspended ? CHAT_COPY.composer.suspended : CHAT_COPY.composer.closed}
          </p>
        )}
      </div>
    </div>
  );
}
