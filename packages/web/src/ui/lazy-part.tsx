import { Component, type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { ChunkLoadError } from '../lib/errors/chunk-load.ts';
import { globalErrors } from '../lib/errors/global-errors.ts';
import { getErrorMessage } from '../lib/errors/messages.ts';
import { toast } from '../lib/toast.ts';
import { lateScript, type ModuleWith, type PropsIn } from './late-script.ts';

export interface MissingPartProps {
  error: ChunkLoadError;
  /** Loads the script again; where that did not help, the page. */
  onRetry: () => void;
  /** Loads the script again, and never the page. */
  tryAgain: () => void;
}

/**
 * A part of a page whose script is loaded when the part is shown for the first time; it suspends until then. Where the script
 * cannot be loaded, the page around it stays. Other errors of the part are left to the screen.
 * @param Missing takes its place then, with the part's own properties; by default a toast that offers to try again
 */
export function lazyPart<N extends string, M extends ModuleWith<N>>(
  load: () => Promise<M>,
  name: N,
  Missing: ComponentType<MissingPartProps & PropsIn<M, N>> = MissingToast,
): (props: PropsIn<M, N>) => ReactNode {
  // It knows when its failure was shown.
  const script = lateScript(load, name, Number.POSITIVE_INFINITY);
  return function LazyPart(props: PropsIn<M, N>) {
    const [, setAttempt] = useState(0);
    const Part = script.find();
    return (
      <PartBoundary
        // What was closed is tried again when it opens again.
        isOpen={(props as Closable).open}
        missing={(missing) => <Missing {...props} {...missing} />}
        onFailure={script.forget}
        onRetry={() => setAttempt((attempt) => attempt + 1)}
      >
        <Part {...props} />
      </PartBoundary>
    );
  };
}

interface BoundaryProps {
  isOpen: boolean | undefined;
  missing: (props: MissingPartProps) => ReactNode;
  onFailure: () => void;
  onRetry: () => void;
  children: ReactNode;
}

interface BoundaryState {
  crash: { error: unknown } | null;
  isOpen: boolean | undefined;
}

class PartBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { crash: null, isOpen: this.props.isOpen };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { crash: { error } };
  }

  // Not when it closes: a part that suspends again then would forget that it was closed.
  static getDerivedStateFromProps({ isOpen }: BoundaryProps, { crash, ...state }: BoundaryState): BoundaryState | null {
    return isOpen === state.isOpen ? null : { crash: isOpen ? null : crash, isOpen };
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof ChunkLoadError)) return;
    globalErrors.capture(error, { shown: true });
    this.props.onFailure();
  }

  #retry = () => {
    const error = this.state.crash?.error;
    if (error instanceof ChunkLoadError && error.needsRefresh) return window.location.reload();
    this.#tryAgain();
  };

  #tryAgain = () => {
    this.setState({ crash: null });
    this.props.onRetry();
  };

  override render(): ReactNode {
    const { crash } = this.state;
    if (!crash) return this.props.children;
    if (!(crash.error instanceof ChunkLoadError)) throw crash.error;
    return this.props.missing({ error: crash.error, onRetry: this.#retry, tryAgain: this.#tryAgain });
  }
}

/** A silent retry follows after this time; once a retry has not helped, after the longer one. */
const SILENT_RETRY_MS = 10_000;
const SILENT_RETRY_MAX_MS = 60_000;

/** The properties by which a part that opens and closes tells that it does: one of the two callbacks. */
interface Closable {
  open?: boolean;
  onOpenChange?: (open: boolean, event: Event) => void;
  onClose?: () => void;
}

/** Silently retries to load a part that nobody has opened. */
export function RetrySilently({ error, tryAgain }: Pick<MissingPartProps, 'error' | 'tryAgain'>): null {
  useEffect(() => {
    const timer = setTimeout(tryAgain, error.needsRefresh ? SILENT_RETRY_MAX_MS : SILENT_RETRY_MS);
    return () => clearTimeout(timer);
  }, [error, tryAgain]);
  return null;
}

function MissingToast({ error, onRetry, open, onOpenChange, onClose }: MissingPartProps & Closable): null {
  const close = useEffectEvent(() => {
    onClose?.();
    onOpenChange?.(false, new Event('missing'));
  });
  useEffect(() => {
    if (open === false) return;
    const label = error.needsRefresh ? 'Refresh' : 'Retry';
    const id = toast.retry(getErrorMessage(error), onRetry, { label });
    // It has opened for its page, without being there: a press beside it closes it, and the same press may open it again.
    const onClick = ({ target }: Event) => {
      if (open && !(target as Element).closest('[data-sonner-toaster]')) flushSync(close);
    };
    document.addEventListener('click', onClick, true);
    return () => {
      document.removeEventListener('click', onClick, true);
      toast.dismiss(id);
    };
  }, [open, error, onRetry]);
  return null;
}
