import type { Match } from '@soulsight/contract/match';
import type { ReactNode } from 'react';
import { conversationPath, revealPath } from '../../../lib/paths.ts';
import { personName } from '../../../lib/person.ts';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { PhotosChecked } from '../../../ui/photos-checked.tsx';
import { MATCH_COPY } from '../match.copy.ts';
import { describeCompatibility, type SortedMatches } from '../match.rules.ts';

export interface MatchListsProps {
  people: SortedMatches;
  onStart: (match: Match) => void;
  /** The match whose conversation is being started. */
  starting: string | null;
  /** Options for the person of a match. */
  menu: (match: Match) => ReactNode;
  /** Lets the person of a like know of it; null when nobody more may be told today. */
  letKnow: ((match: Match) => void) | null;
  /** The match whose person is being told. */
  telling: string | null;
}

/** All matches, in three lists: mutual, in conversation, and waiting for the other user's answer. */
export function MatchLists({ people, onStart, starting, menu, letKnow, telling }: MatchListsProps) {
  const mayTell = letKnow !== null && people.waiting.some((match) => !match.open_like);
  return (
    <div className="flex flex-col gap-12">
      {people.mutual.length > 0 && (
        <MatchSection title={MATCH_COPY.mutual.title} lead={MATCH_COPY.mutual.lead}>
          {people.mutual.map((match) => (
            <MutualRow
              key={match.id}
              match={match}
              onStart={() => onStart(match)}
              starting={starting === match.id}
              menu={menu(match)}
            />
          ))}
        </MatchSection>
      )}
      {people.chatting.length > 0 && (
        <MatchSection title={MATCH_COPY.conversations.title}>
          {people.chatting.map((match) => (
            <ConversationRow key={match.id} match={match} menu={menu(match)} />
          ))}
        </MatchSection>
      )}
      {people.waiting.length > 0 && (
        <MatchSection
          title={MATCH_COPY.waiting.title}
          lead={mayTell ? `${MATCH_COPY.waiting.lead} ${MATCH_COPY.waiting.letKnow}` : MATCH_COPY.waiting.lead}
        >
          {people.waiting.map((match) => (
            <Row key={match.id} match={match} note={match.open_like ? MATCH_COPY.letKnow.done : undefined}>
              <span className="flex items-center">
                {!match.open_like && letKnow && (
                  <Button
                    size="sm"
                    variant="ghost"
                    loading={telling === match.id}
                    onClick={() => letKnow(match)}
                    aria-label={`${MATCH_COPY.letKnow.short}: ${personName(match.person)}`}
                  >
                    {MATCH_COPY.letKnow.short}
                  </Button>
                )}
                {menu(match)}
              </span>
            </Row>
          ))}
        </MatchSection>
      )}
    </div>
  );
}

type PassedListProps = Pick<MatchListsProps, 'menu'> & {
  passed: Match[];
  onUndo: (id: string) => void;
  busy: boolean;
};

/** People whom the user passed and may bring back. */
export function PassedList({ passed, onUndo, busy, menu }: PassedListProps) {
  if (passed.length === 0) return null;
  return (
    <MatchSection title={MATCH_COPY.passedLately.title} lead={MATCH_COPY.passedLately.lead}>
      {passed.map((match) => (
        <Row key={match.id} match={match}>
          <Button
            size="sm"
            variant="ghost"
            disabled={busy}
            onClick={() => onUndo(match.id)}
            aria-label={`${MATCH_COPY.passedLately.undo} ${personName(match.person)}`}
          >
            {MATCH_COPY.passedLately.undo}
          </Button>
          {menu(match)}
        </Row>
      ))}
    </MatchSection>
  );
}

function MatchSection({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5">
      <header className="flex flex-col gap-1">
        <h2 className="display text-2xl">{title}</h2>
        {lead && <p className="text-ink-soft">{lead}</p>}
      </header>
      <ul className="grid gap-3 lg:grid-cols-2">{children}</ul>
    </section>
  );
}

type RowProps = { match: Match; children?: ReactNode; to?: string; note?: string | undefined };

/** Out of view it is not laid out: lists can be long, and stand below the suggestion. */
function Row({ match, children, to, note }: RowProps) {
  const name = personName(match.person);
  const face = (
    <>
      <PersonAura person={match.person} size={56} />
      <span className="flex min-w-0 flex-col">
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="line-clamp-2 font-medium wrap-anywhere">{name}</span>
          <PhotosChecked person={match.person} compact />
        </span>
        {!match.compatibility_range.too_early && (
          <span className="text-xs text-ink-faint">{describeCompatibility(match)}</span>
        )}
        {note && <span className="text-xs text-accent-text">{note}</span>}
      </span>
    </>
  );
  return (
    <li className="flex flex-wrap items-center justify-end gap-1 rounded-lg [contain-intrinsic-height:auto_5rem] [content-visibility:auto] bg-surface p-3 ring-1 ring-inset ring-line transition hover:ring-line-strong">
      {to ? (
        <Link to={to} className="flex min-w-0 flex-1 basis-44 items-center gap-3.5 rounded-md">
          <span className="sr-only">Open your conversation with</span>
          {face}
        </Link>
      ) : (
        <span className="flex min-w-0 flex-1 basis-44 items-center gap-3.5">{face}</span>
      )}
      {children}
    </li>
  );
}

type MutualRowProps = { match: Match; onStart: () => void; starting: boolean; menu: ReactNode };

function MutualRow({ match, onStart, starting, menu }: MutualRowProps) {
  return (
    <Row match={match}>
      <Button size="sm" loading={starting} onClick={onStart} aria-label={`Say hello to ${personName(match.person)}`}>
        Say hello
      </Button>
      {menu}
    </Row>
  );
}

function ConversationRow({ match, menu }: { match: Match; menu: ReactNode }) {
  return (
    <Row match={match} to={conversationPath(match.conversation_id ?? '')}>
      <Link
        to={revealPath(match.id)}
        className="grid min-h-11 shrink-0 place-items-center rounded-full px-3 text-sm text-accent-text hover:bg-raised"
        aria-label={`Reveal with ${personName(match.person)}`}
      >
        Reveal
      </Link>
      {menu}
    </Row>
  );
}
