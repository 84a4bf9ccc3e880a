import { Component, type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { ChunkLoadError, withChunkTimeout } from '../lib/errors/chunk-load.ts';
import { globalErrors } from '../lib/errors/global-errors.ts';
import { getErrorMessage } from '../lib/errors/messages.ts';
import { toast } from '../lib/toast.ts';

export interface MissingPartProps {
  error: unknown;
  onRetry: () => void;
}

/**
 * A part of a page whose script is loaded when the part is shown for the first time; it suspends until then. Where the script
 * cannot be loaded, the page around it stays. Other errors of the part are left to the screen.
 * @param Missing takes its place then; by default a toast that offers to try again
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Missing: ComponentType<MissingPartProps> = MissingToast,
): (props: P) => ReactNode {
  // React keeps the failure of a lazy component, so the next attempt needs another one.
  const make = () => lazy(async () => ({ default: await withChunkTimeout(load()) }));
  let Part = make();
  return function LazyPart(props: P) {
    const [, setAttempt] = useState(0);
    const Current = Part as unknown as ComponentType<P>;
    return (
      <PartBoundary
        // What was closed is tried again when it opens again.
        isOpen={(props as { open?: boolean }).open}
        Missing={Missing}
        onFailure={() => {
          if (Part === Current) Part = make();
        }}
        onRetry={() => setAttempt((attempt) => attempt + 1)}
      >
        <Current {...props} />
      </PartBoundary>
    );
  };
}

interface BoundaryProps {
  isOpen: boolean | undefined;
  Missing: ComponentType<MissingPartProps>;
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
    this.setState({ crash: null });
    this.props.onRetry();
  };

  override render(): ReactNode {
    const { crash } = this.state;
    const { Missing, children } = this.props;
    if (!crash) return children;
    if (!(crash.error instanceof ChunkLoadError)) throw crash.error;
    return <Missing error={crash.error} onRetry={this.#retry} />;
  }
}

function MissingToast({ error, onRetry }: MissingPartProps): null {
  useEffect(() => {
    toast.retry(getErrorMessage(error), onRetry, { id: 'missing-part' });
  }, [error, onRetry]);
  return null;
}

const TRY_AGAIN_MS = 10_000;

/** For what nobody opens: tries again by itself. */
export function TryAgainLater({ onRetry }: MissingPartProps): null {
  useEffect(() => {
    const timer = setTimeout(onRetry, TRY_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [onRetry]);
  return null;
}
