import { Suspense } from 'react';
import { lazyPart, RetrySilently } from '../../../ui/lazy-part.tsx';
import { useFeedbackQuestion } from '../feedback.hooks.ts';

/** It can be asked another time. */
const FeedbackForm = lazyPart(() => import('./feedback-form.tsx'), 'FeedbackForm', RetrySilently);

export interface FeedbackCardProps {
  matchId: string;
  name: string;
  /** How many messages the conversation has. */
  messages: number;
}

/** Asks how it is to talk with somebody, when it is time, in a line over the oldest messages in view: nothing moves. Renders nothing otherwise. */
export function FeedbackCard({ matchId, name, messages }: FeedbackCardProps) {
  const occasion = useFeedbackQuestion(matchId, messages);
  return (
    occasion && (
      <Suspense>
        <FeedbackForm key={occasion} matchId={matchId} name={name} occasion={occasion} />
      </Suspense>
    )
  );
}
