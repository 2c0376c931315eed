import { Component, Suspense, type ReactNode } from 'react';
import { noteError } from '../api/errorLog';
import { askAnew } from './lazyPart';

interface Props {
  children: ReactNode;
  /** What it is shown for; after a failure it is tried again with the next. */
  turn?: number;
  onFail?: () => void;
}

/** Something beside the screen: while it loads, or when it fails, the screen goes on without it. */
export class SilentBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(thrown: unknown): void {
    noteError('a part beside the screen', thrown);
    console.error('A part beside the screen failed.', thrown);
    askAnew(thrown);
    this.props.onFail?.();
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.turn !== this.props.turn) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
