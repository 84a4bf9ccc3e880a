import type { Inquiry } from '@soulsight/contract/safety';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { INQUIRY_TOPIC_LABELS } from '../../../lib/inquiry-topics.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { useAnswerInquiry, useInquiries } from '../safety.hooks.ts';
import { ShowMore } from './show-more.tsx';

const SHORTEST_ANSWER_CHARS = 3;

/** Messages of the contact form that wait for an answer. */
export function InquiryQueue() {
  const inquiries = useInquiries();
  return (
    <LoadedList
      query={inquiries}
      items={inquiries.data?.pages.flatMap((page) => page.inquiries)}
      empty={{ title: 'No messages', text: 'All messages of the contact form have been answered.' }}
    >
      {(open) => (
        <div className="flex flex-col gap-5">
          <ul className="flex flex-col gap-5">
            {open.map((inquiry) => (
              <li key={inquiry.id}>
                <InquiryCard inquiry={inquiry} />
              </li>
            ))}
          </ul>
          <ShowMore list={inquiries} />
        </div>
      )}
    </LoadedList>
  );
}

function InquiryCard({ inquiry: { id, topic, email, text, person, at } }: { inquiry: Inquiry }) {
  const send = useAnswerInquiry();
  const [answer, setAnswer] = useState('');
  const [isClosing, setIsClosing] = useState(false);
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={topic === 'safety' ? 'bad' : 'neutral'}>{INQUIRY_TOPIC_LABELS[topic]}</Badge>
        <span className="min-w-0 break-words font-medium">{email}</span>
        <span className="text-sm text-ink-faint">
          {person ? `from ${person}` : 'from a visitor'}, {formatDateTime(at)}
        </span>
      </div>
      <p className="whitespace-pre-line break-words">{text}</p>
      <Textarea
        label="Answer, sent by email"
        rows={3}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          variant="ghost"
          className="max-sm:max-w-full max-sm:whitespace-normal"
          loading={send.isPending}
          onClick={() => setIsClosing(true)}
        >
          Close without an answer
        </Button>
        <Button
          loading={send.isPending}
          disabled={answer.trim().length < SHORTEST_ANSWER_CHARS}
          onClick={() => send.mutate({ id, answer })}
        >
          Send the answer
        </Button>
      </div>
      <AlertDialog
        open={isClosing}
        onOpenChange={setIsClosing}
        title="Close without an answer?"
        description="The writer hears nothing from us, and the message leaves this list. It can't be opened again."
        confirmLabel="Close the message"
        cancelLabel="Keep it open"
        danger
        onConfirm={() => {
          setIsClosing(false);
          send.mutate({ id, answer: null });
        }}
      />
    </Card>
  );
}
