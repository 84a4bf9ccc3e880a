import { Component, type ReactNode } from 'react';
import { RouteCrash } from './route-crash.tsx';

export interface CrashBoundaryProps {
  /** Another value tries to render the children again. */
  resetKey: string;
  children: ReactNode;
  /** Whether it is below the header of the frame. */
  inFrame?: boolean;
}

interface State {
  crash: { error: unknown } | null;
  resetKey: string;
}

/** Replaces what crashes inside by a message, until the user goes to another page. */
export class CrashBoundary extends Component<CrashBoundaryProps, State> {
  override state: State = { crash: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { crash: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: CrashBoundaryProps, state: State): State | null {
    return resetKey === state.resetKey ? null : { crash: null, resetKey };
  }

  override render(): ReactNode {
    const { crash } = this.state;
    const { children, inFrame = false } = this.props;
    return crash ? <RouteCrash error={crash.error} inFrame={inFrame} /> : children;
  }
}
