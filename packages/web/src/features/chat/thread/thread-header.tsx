import type { Conversation } from '@soulsight/contract/chat';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { PATHS, revealPath } from '../../../lib/paths.ts';
import { personFacts, personName } from '../../../lib/person.ts';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { Link } from '../../../ui/link.tsx';
import { PhotosChecked } from '../../../ui/photos-checked.tsx';
import { CHAT_COPY } from '../chat.copy.ts';
import { useIsOnline, useTyping } from '../chat.hooks.ts';

export interface ThreadHeaderProps {
  conversation: Conversation;
  /** Shows the reveal stage. */
  reveal: ReactNode;
  actions: ReactNode;
}

/** The other user, whether they are online, and how far they are revealed. */
export function ThreadHeader({ conversation, reveal, actions }: ThreadHeaderProps) {
  const { person, match_id: matchId } = conversation;
  const name = personName(person);
  return (
    <header
      data-thread-header
      className="flex items-center gap-2 border-b border-line px-2 py-2 max-[17rem]:flex-wrap sm:px-4"
    >
      <Link
        to={PATHS.chat}
        aria-label={CHAT_COPY.thread.back}
        className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-raised md:hidden"
      >
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      <Link
        to={revealPath(matchId)}
        aria-label={`Reveal with ${name}`}
        className="shrink-0 rounded-full max-[17rem]:mr-auto"
      >
        <PersonAura person={person} size={48} />
      </Link>
      {/* Large text needs a line of its own. */}
      <div className="flex min-w-0 flex-1 flex-col max-[17rem]:order-last max-[17rem]:basis-full max-[17rem]:px-2">
        <div className="flex items-center gap-1.5">
          <h1 className="truncate text-base! leading-normal font-semibold">{name}</h1>
          <PhotosChecked person={person} compact />
        </div>
        <Presence conversation={conversation} />
      </div>
      {reveal}
      {actions}
    </header>
  );
}

function Presence({ conversation }: { conversation: Conversation }) {
  const typing = useTyping(conversation);
  const here = useIsOnline(conversation);
  if (typing) return <p className="text-xs text-accent-text">{CHAT_COPY.typing}…</p>;
  if (here) {
    return (
      <p className="flex items-center gap-1.5 text-xs whitespace-nowrap text-ink-soft">
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-good" />
        {CHAT_COPY.online}
      </p>
    );
  }
  return <p className="truncate text-xs text-ink-faint">{personFacts(conversation.person).join(' · ')}</p>;
}
