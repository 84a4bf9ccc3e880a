import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { QUESTIONS_COPY } from '../bgp.copy.ts';
import { useAnswer, useQuestions } from '../bgp.hooks.ts';
import { isUnanswered, Statement } from './questionnaire.tsx';

/** One statement that the user has not answered yet, then thanks and the offer of another. Renders nothing when none is left. */
export function OpenQuestion() {
  const questions = useQuestions().data?.questions ?? [];
  const answer = useAnswer();
  const [isThanking, setThanking] = useState(false);
  const next = questions.find(isUnanswered);
  if (!next && !isThanking) return null;
  return (
    <Card>
      <CardTitle>{QUESTIONS_COPY.open.title}</CardTitle>
      <div role="status" className="empty:hidden">
        {isThanking && <p className="text-ink-soft">{next ? QUESTIONS_COPY.open.thanks : QUESTIONS_COPY.thanks}</p>}
      </div>
      {isThanking && next && (
        <Button variant="secondary" size="sm" className="mt-4" onClick={() => setThanking(false)}>
          {QUESTIONS_COPY.open.another}
        </Button>
      )}
      {!isThanking && next && (
        <Statement
          question={next}
          onGive={(value) => {
            answer.mutate({ [next.id]: value });
            setThanking(true);
          }}
        />
      )}
    </Card>
  );
}
