import { PASS_UNDO_MS } from '@soulsight/contract/limits';
import type { Match } from '@soulsight/contract/match';
import { MINUTE_MS } from '@soulsight/contract/time';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../lib/api/api-error.ts';
import type { Direction } from './components/swipe.tsx';
import { useAccept, useExplainPass, useFindMatch, useMatches, useReject, useUndoPass } from './match.hooks.ts';
import { countMatchesLeft, sortMatches } from './match.rules.ts';

const LEAVE_MS = 340;
/** Nobody looks at one person for longer: the page was left open, and the time says nothing about the decision. */
const LOOKED_MAX_MS = 10 * MINUTE_MS;

/** The state of discovery: the current suggestion, the decision, and its undo. */
export function useDiscovery() {
  const matches = useMatches();
  const find = useFindMatch();
  const accept = useAccept();
  const reject = useReject();
  const undo = useUndoPass();
  const explain = useExplainPass();
  const [leaving, setLeaving] = useState<{ match: Match; to: Direction } | null>(null);
  /** The last pass, as long as it can be undone; with premium the list of passes follows. */
  const [passed, setPassed] = useState<Match | null>(null);
  /** The last like that waits for its answer, until the next decision. */
  const [likedId, setLikedId] = useState<string | null>(null);
  const [explained, setExplained] = useState<Match | null>(null);
  const sorted = sortMatches(matches.data?.matches ?? []);
  const limits = matches.data?.usage_limits;
  const current = leaving ? null : sorted.suggested;
  const shownAt = useRef({ id: '', at: 0 });

  useEffect(() => {
    if (current && shownAt.current.id !== current.id) shownAt.current = { id: current.id, at: performance.now() };
  }, [current]);
  useTimeout(() => setLeaving(null), leaving, LEAVE_MS);
  useTimeout(() => setPassed(null), passed, PASS_UNDO_MS);

  /** Without a daily limit, the next search starts automatically. */
  function findNext(): void {
    if (limits && countMatchesLeft(limits) === null) find.find();
  }

  function decide(to: Direction): void {
    if (!current || accept.isPending || reject.isPending) return;
    const match = current;
    setLeaving({ match, to });
    setLikedId(null);
    const lookedMs = Math.round(performance.now() - shownAt.current.at);
    const decisionMs = lookedMs > LOOKED_MAX_MS ? undefined : lookedMs;
    if (to === 'left') {
      setPassed(match);
      reject.mutate({ id: match.id, decisionMs }, { onSuccess: findNext, onError: () => setPassed(null) });
      return;
    }
    const onSuccess = (answer: { mutual_match: boolean }) => {
      if (answer.mutual_match) return;
      setLikedId(match.id);
      findNext();
    };
    accept.mutate({ id: match.id, decisionMs }, { onSuccess });
  }

  return {
    matches,
    sorted,
    limits,
    current,
    leaving,
    /** A decision waits for its answer; another one has to wait for it. */
    isDeciding: accept.isPending || reject.isPending,
    find,
    passed,
    liked: sorted.waiting.find(({ id }) => id === likedId) ?? null,
    isExplained: passed !== null && passed === explained,
    /** The last like stays as it is. */
    dismissLiked: () => setLikedId(null),
    pass: () => decide('left'),
    accept: () => decide('right'),
    decide,
    /** Tells why the last suggestion was passed, if the user likes. */
    giveReason(reason: string) {
      if (!passed) return;
      explain.mutate({ matchId: passed.id, reason });
      setExplained(passed);
    },
    undo() {
      if (!passed || undo.isPending) return;
      const forget = () => setPassed((current) => (current === passed ? null : current));
      // Any other failure can be tried again.
      const onError = (error: unknown) => isApiError(error) && error.code === 'match_gone' && forget();
      undo.mutate(passed.id, { onSuccess: forget, onError });
    },
  };
}

/** Calls back `ms` after `since` changed, unless it is null. */
function useTimeout(callback: () => void, since: unknown, ms: number): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => {
    if (since === null) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [since, ms]);
}
