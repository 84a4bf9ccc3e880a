import type { Conversation, Message } from '@soulsight/contract/chat';
import { cx } from 'class-variance-authority';
import { ChartNoAxesColumn, WandSparkles, X } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { isConversationUnavailable, isMistypedConversation } from '../../features/chat/chat.api.ts';
import { CHAT_COPY } from '../../features/chat/chat.copy.ts';
import { useConversation, useThread } from '../../features/chat/chat.hooks.ts';
import { useChatService } from '../../features/chat/chat-provider.tsx';
import type { ComposerHandle } from '../../features/chat/composing/composer.tsx';
import { ConversationList, type ListView, useListView } from '../../features/chat/inbox/conversation-list.tsx';
import { Thread } from '../../features/chat/thread/thread.tsx';
import { ThreadHeader } from '../../features/chat/thread/thread-header.tsx';
import { useMatches } from '../../features/match/match.hooks.ts';
import { MATCH_HINTS } from '../../features/match/match-hints.copy.ts';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { RevealBadge } from '../../features/reveal/components/reveal-badge.tsx';
import { RevealInConversation } from '../../features/reveal/components/reveal-in-conversation.tsx';
import { HelpStrip } from '../../features/wingman/components/help-strip.tsx';
import { useHelp, useMoment } from '../../features/wingman/help.hooks.ts';
import { useIdle } from '../../lib/hooks/use-idle.ts';
import { useMedia } from '../../lib/hooks/use-media.ts';
import { useTitle } from '../../lib/hooks/use-title.ts';
import { PAGES, PATHS } from '../../lib/paths.ts';
import { personName } from '../../lib/person.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { Aura } from '../../ui/aura/aura.tsx';
import { WELCOME_AURA } from '../../ui/aura/welcome-aura.ts';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart, RetrySilently } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/loaders/spinner.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { useForgetMessage } from '../forget-message.ts';
import { usePersonSafety } from '../person/use-person-safety.tsx';
import { ChatMenu } from './chat-menu.tsx';

const WingmanPanel = lazyPart(
  () => import('../../features/wingman/components/wingman-panel.tsx'),
  'WingmanPanel',
  ErrorState,
);
const FeedbackCard = lazyPart(
  () => import('../../features/feedback/components/feedback-card.tsx'),
  'FeedbackCard',
  RetrySilently,
);
const IcebreakerCard = lazyPart(
  () => import('../../features/icebreaker/components/icebreaker-card.tsx'),
  'IcebreakerCard',
  RetrySilently,
);
const IcebreakerTurn = lazyPart(
  () => import('../../features/icebreaker/components/icebreaker-turn.tsx'),
  'IcebreakerTurn',
  RetrySilently,
);
const InsightsPanel = lazyPart(
  () => import('../../features/chat/thread/insights-panel.tsx'),
  'InsightsPanel',
  ErrorState,
);

/** A report includes this many of the other user's last messages. */
const EVIDENCE_MESSAGES = 10;
/** From this width on (`md`) the list stays beside the open conversation. */
const TWO_COLUMNS = '(min-width: 48rem)';
/** From this width on there is room for a third column. */
const WIDE_LAYOUT = '(min-width: 80rem)';

/** /chat/{conversationId?}: the list of conversations and the open one; on phones one of the two. */
export function ChatScreen() {
  const { conversationId = null } = useParams();
  useTitle(PAGES.chat.title);
  const hasRoomForBoth = useMedia(TWO_COLUMNS);
  // The name of an open conversation is the page's heading.
  const ListHeading = conversationId ? 'h2' : 'h1';
  return (
    <div className="relative flex-1">
      <div className="absolute inset-0 mx-auto flex w-full max-w-[96rem] pb-[calc(4rem+env(safe-area-inset-bottom))] md:pb-0 low:max-md:pb-[calc(3rem+env(safe-area-inset-bottom))]">
        <aside
          aria-label="Conversations"
          className={cx(
            'group peer min-h-0 w-full flex-col border-line md:flex md:w-[20rem] lg:w-[22rem] md:shrink-0 md:border-r',
            conversationId
              ? 'hidden'
              : 'flex md:has-data-empty:w-full md:has-data-empty:mx-auto md:has-data-empty:max-w-5xl md:has-data-empty:border-r-0',
          )}
        >
          <ListHeading className="display px-6 pt-6 pb-4 text-2xl md:group-has-data-empty:px-5 md:group-has-data-empty:pt-12 md:group-has-data-empty:text-3xl low:group-has-data-empty:pt-5">
            {PAGES.chat.title}
          </ListHeading>
          <Conversations openId={conversationId} isShown={hasRoomForBoth || !conversationId} />
        </aside>
        <section
          aria-label="Conversation"
          className={cx(
            'min-h-0 min-w-0 flex-1 md:flex',
            // Where there is none, the list says so alone; and there is nothing to choose from before it has come.
            conversationId ? 'flex' : 'hidden md:peer-has-data-empty:hidden md:peer-has-data-unlisted:invisible',
          )}
        >
          {conversationId ? <OpenConversation key={conversationId} id={conversationId} /> : <NoConversationSelected />}
        </section>
      </div>
    </div>
  );
}

/** Behind an open conversation the list is not rendered, but its search, filter and scroll position stay. */
function Conversations({ openId, isShown }: { openId: string | null; isShown: boolean }) {
  const view = useListView();
  return isShown && <ShownConversations view={view} openId={openId} />;
}

function ShownConversations({ view, openId }: { view: ListView; openId: string | null }) {
  const me = useSignedIn().user.id;
  const matches = useMatches().data;
  const asked = matches?.reveal_requests.filter(
    ({ status, requester_id }) => status === 'pending' && requester_id !== me,
  );
  const ready = new Set([...(asked ?? []).map(({ match_id }) => match_id), ...(matches?.reveal_ready ?? [])]);
  const waiting = matches?.matches.find(({ status, mutual_match }) => status === 'liked' && mutual_match);
  return <ConversationList view={view} openId={openId} ready={ready} waiting={waiting && personName(waiting.person)} />;
}

function NoConversationSelected() {
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState art={<Aura aura={WELCOME_AURA} className="empty-art" />} title={CHAT_COPY.inbox.choose}>
        {CHAT_COPY.inbox.chooseBody}
      </EmptyState>
    </div>
  );
}

function OpenConversation({ id }: { id: string }) {
  const conversation = useConversation(id);
  if (conversation.error && isConversationUnavailable(conversation.error))
    return <ConversationUnavailable isMistyped={isMistypedConversation(conversation.error)} />;
  if (conversation.data) return <ConversationView conversation={conversation.data} />;
  return (
    <div className="grid flex-1 place-items-center">
      {conversation.isLoadingError ? (
        <ErrorState error={conversation.error} onRetry={() => void conversation.refetch()} />
      ) : (
        <Spinner label="Loading the conversation" />
      )}
    </div>
  );
}

/** @param isMistyped there has never been a conversation at this address, so nobody can be reported */
function ConversationUnavailable({ isMistyped }: { isMistyped: boolean }) {
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState
        art={<Aura aura={WELCOME_AURA} className="empty-art" />}
        heading="h1"
        title={CHAT_COPY.thread.gone}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <ButtonLink to={PATHS.chat} variant="secondary">
              {CHAT_COPY.thread.back}
            </ButtonLink>
            {!isMistyped && (
              <ButtonLink to={`${PATHS.settings}#people`} variant="ghost">
                {CHAT_COPY.thread.reportGone}
              </ButtonLink>
            )}
          </span>
        }
      >
        {isMistyped ? CHAT_COPY.thread.mistypedBody : CHAT_COPY.thread.goneBody}
      </EmptyState>
    </div>
  );
}

type Panel = 'wingman' | 'insights';

function listEvidence(messages: readonly Message[], senderId: string): string[] {
  const theirs = messages.filter((message) => message.sender_id === senderId && !message.deleted);
  return theirs.slice(-EVIDENCE_MESSAGES).map(({ id }) => id);
}

function ConversationView({ conversation }: { conversation: Conversation }) {
  const me = useSignedIn().user;
  const own = useMe().data;
  const plan = own?.subscription.plan ?? me.plan;
  const hasPhoto = (own?.photos.length ?? 0) > 0;
  const navigate = useNavigate();
  const service = useChatService();
  const forgetMessage = useForgetMessage();
  const [search, setSearch] = useSearchParams();
  const [panel, setPanel] = useState<Panel | null>(null);
  const isIdle = useIdle();
  const wide = useMedia(WIDE_LAYOUT);
  const composer = useRef<ComposerHandle>(null);
  const thread = useThread(conversation.id);
  const name = personName(conversation.person);
  const toggle = (which: Panel) => setPanel(panel === which ? null : which);
  const insert = (text: string) => {
    if (!wide) setPanel(null);
    composer.current?.insert(text);
  };
  const showMessage = (seq: number) => {
    if (!wide) setPanel(null);
    setSearch({ at: String(seq) }, { replace: true });
  };
  const closed = () => {
    service?.cache.removeConversation(conversation.id);
    service?.outgoing.removeConversation(conversation.id);
    void navigate(PATHS.chat, { replace: true });
  };
  const { person, match_id: matchId } = conversation;
  const messageIds = listEvidence(thread.data?.messages ?? [], person.id);
  const safety = usePersonSafety({ userId: person.id, name, messageIds, onClosed: closed });
  const moment = useMoment(thread.data || thread.isLoadingError ? (thread.data?.messages.at(-1)?.seq ?? 0) : null);
  const help = useHelp(conversation.id, moment);
  const actions = {
    onMessage: showMessage,
    onReport: () => safety.ask({ kind: 'report' }),
    onBlock: () => safety.ask({ kind: 'block' }),
  };
  const at = Number(search.get('at'));
  return (
    <>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ThreadHeader
          conversation={conversation}
          reveal={<RevealBadge matchId={conversation.match_id} stage={conversation.person.stage} me={me.id} />}
          actions={
            <>
              <InsightsButton isOpen={panel === 'insights'} onClick={() => toggle('insights')} />
              <ChatMenu matchId={matchId} name={name} safety={safety} onInsights={() => setPanel('insights')} />
            </>
          }
        />
        <div className="relative z-10">
          <Suspense>
            {isIdle && <FeedbackCard matchId={matchId} name={name} messages={thread.data?.messages.at(-1)?.seq ?? 0} />}
          </Suspense>
        </div>
        <Thread
          conversation={conversation}
          targetSeq={Number.isInteger(at) && at > 0 ? at : null}
          composer={composer}
          onReport={(messageId) => safety.ask({ kind: 'report', messageId })}
          onBlock={actions.onBlock}
          onDeleted={(seq) => forgetMessage({ conversation_id: conversation.id, seq })}
          beginning={
            <div className="flex flex-col gap-8">
              <TalkingPoints matchId={matchId} onChoose={insert} />
              {/* The open panel shows it. */}
              {panel !== 'insights' && (
                <Suspense>
                  <IcebreakerCard matchId={matchId} name={name} />
                </Suspense>
              )}
            </div>
          }
          ending={
            <>
              <Suspense>
                {isIdle && <IcebreakerTurn matchId={matchId} name={name} onOpen={() => setPanel('insights')} />}
              </Suspense>
              <RevealInConversation matchId={matchId} stage={person.stage} me={me.id} hasPhoto={hasPhoto} />
            </>
          }
          aboveComposer={
            <HelpStrip
              userId={me.id}
              conversationId={conversation.id}
              // The open panel says it all.
              help={panel === 'wingman' ? null : help}
              {...actions}
            />
          }
          composerExtra={<WingmanButton isOpen={panel === 'wingman'} onClick={() => toggle('wingman')} />}
        />
      </div>
      {panel && (
        <SidePanel
          wide={wide}
          title={panel === 'wingman' ? CHAT_COPY.thread.wingman : `You and ${name}`}
          onClose={() => setPanel(null)}
        >
          <Suspense fallback={<TextSkeleton />}>
            {panel === 'wingman' ? (
              <WingmanPanel
                matchId={matchId}
                conversationId={conversation.id}
                premium={plan !== 'free'}
                moment={moment}
                help={help}
                onText={insert}
                {...actions}
              />
            ) : (
              <PairPanel conversation={conversation} name={name} />
            )}
          </Suspense>
        </SidePanel>
      )}
    </>
  );
}

/** Suggestions for a first message; choosing one puts it into the composer. */
function TalkingPoints({ matchId, onChoose }: { matchId: string; onChoose: (text: string) => void }) {
  const match = useMatches().data?.matches.find((m) => m.id === matchId);
  if (!match || match.talking_points.length === 0) return null;
  return (
    <section className="flex flex-col gap-2.5">
      <h2 className="text-sm text-ink-faint">{MATCH_HINTS.points}</h2>
      <ul className="flex flex-col gap-2">
        {match.talking_points.slice(0, 2).map((point) => (
          <li key={point}>
            <button
              type="button"
              onClick={() => onChoose(point)}
              className="min-h-11 w-full rounded-lg px-5 py-3 text-left text-sm text-ink-soft ring-1 ring-line ring-inset transition hover:bg-raised hover:text-ink"
            >
              {point}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The question of the day, and what the conversation shows about the two. */
function PairPanel({ conversation, name }: { conversation: Conversation; name: string }) {
  return (
    <div className="flex flex-col gap-8">
      <IcebreakerCard matchId={conversation.match_id} name={name} />
      <InsightsPanel conversationId={conversation.id} name={name} />
    </div>
  );
}

interface PanelButtonProps {
  isOpen: boolean;
  onClick: () => void;
}

/** Where the header has no room for it, the menu has it. */
function InsightsButton({ isOpen, onClick }: PanelButtonProps) {
  return (
    <span className="hidden sm:contents">
      <IconButton label="Insights" aria-pressed={isOpen} className="aria-pressed:bg-raised" onClick={onClick}>
        <ChartNoAxesColumn aria-hidden className="size-5" />
      </IconButton>
    </span>
  );
}

function WingmanButton({ isOpen, onClick }: PanelButtonProps) {
  return (
    <IconButton
      label={CHAT_COPY.thread.wingman}
      aria-pressed={isOpen}
      className="mb-1.5 text-gold aria-pressed:bg-gold-soft"
      onClick={onClick}
    >
      <WandSparkles aria-hidden className="size-5" />
    </IconButton>
  );
}

interface SidePanelProps {
  wide: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A third column on wide screens, a dialog elsewhere. */
function SidePanel({ wide, title, onClose, children }: SidePanelProps) {
  if (!wide) {
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
        {children}
      </Dialog>
    );
  }
  return (
    <aside
      aria-label={title}
      className="flex w-96 shrink-0 animate-fade flex-col gap-6 overflow-y-auto border-l border-line p-6"
    >
      <header className="flex items-center justify-between gap-3">
        <h2 className="display text-xl">{title}</h2>
        <IconButton label="Close" onClick={onClose} className="-mr-2">
          <X aria-hidden className="size-5" />
        </IconButton>
      </header>
      {children}
    </aside>
  );
}
