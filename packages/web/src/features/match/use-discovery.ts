import type { Match } from '@soulsight/contract/match';
import { useEffect, useRef, useState } from 'react';
import { useAccept, useExplainPass, useFindMatch, useMatches, useReject, useUndoPass } from './match.hooks.ts';
import { countMatchesLeft, sortMatches } from './match.rules.ts';
import type { Direction } from './use-swipe.ts';

const LEAVE_MS = 340;
const UNDO_OFFERED_MS = 8_000;

/** The state of discovery: the current suggestion, the decision, and its undo. */
export function useDiscovery() {
  const matches = useMatches();
  const find = useFindMatch();
  const accept = useAccept();
  const reject = useReject();
  const undo = useUndoPass();
  const explain = useExplainPass();
  const [leaving, setLeaving] = useState<{ match: Match; to: Direction } | null>(null);
  const [passed, setPassed] = useState<Match | null>(null);
  const sorted = sortMatches(matches.data?.matches ?? []);
  const limits = matches.data?.usage_limits;
  const current = leaving ? null : sorted.suggested;
  const shownAt = useRef({ id: '', at: 0 });

  useEffect(() => {
    if (current && shownAt.current.id !== current.id) shownAt.current = { id: current.id, at: performance.now() };
  }, [current]);
  useTimeout(() => setLeaving(null), leaving ? LEAVE_MS : null);
  useTimeout(() => setPassed(null), passed ? UNDO_OFFERED_MS : null);

  /** Without a daily limit, the next search starts automatically. */
  function findNext(): void {
    if (limits && countMatchesLeft(limits) === null) find.find();
  }

  function decide(to: Direction): void {
    if (!current || accept.isPending || reject.isPending) return;
    const match = current;
    setLeaving({ match, to });
    const decisionMs = Math.round(performance.now() - shownAt.current.at);
    if (to === 'left') {
      setPassed(match);
      reject.mutate({ id: match.id, decisionMs }, { onSuccess: findNext, onError: () => setPassed(null) });
      return;
    }
    setPassed(null);
    accept.mutate({ id: match.id, decisionMs }, { onSuccess: (answer) => !answer.mutual_match && findNext() });
  }

  return {
    matches,
    sorted,
    limits,
    current,
    leaving,
    find,
    passed,
    pass: () => decide('left'),
    accept: () => decide('right'),
    decide,
    /** Tells why the last suggestion was passed, if the user likes. */
    giveReason(reason: string) {
      if (!passed) return;
      explain.mutate({ id: passed.id, reason });
      setPassed(null);
    },
    undo() {
      if (!passed || undo.isPending) return;
      undo.mutate(passed.id);
      setPassed(null);
    },
  };
}

function useTimeout(callback: () => void, ms: number | null): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [ms]);
}
