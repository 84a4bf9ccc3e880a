import { Component, type ReactNode } from 'react';
import { RouteCrash } from './route-crash.tsx';

export interface CrashBoundaryProps {
  /** Another value tries to render the children again. */
  resetKey: string;
  children: ReactNode;
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
    return crash ? <RouteCrash error={crash.error} /> : this.props.children;
  }
}
