import { Component, Suspense, type ReactNode } from 'react';
import { noteError } from '../api/errorLog';

/** Something beside the screen: while it loads, or when it fails, the screen goes on without it. */
export class Quiet extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(thrown: unknown): void {
    noteError('a part beside the screen', thrown);
    console.error('A part beside the screen failed.', thrown);
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
