import { Suspense, useEffect, useEffectEvent } from 'react';
import { lazyPart } from '../../ui/lazyPart';
import { SilentBoundary } from '../../ui/SilentBoundary';
import type { AboveComposerProps } from '../../ui/slots';
import { leaveSuggestion, lendInsert, showProposed, useSuggestion } from './store';

const Card = lazyPart(async () => (await import('./Card')).Card);

/** What is proposed, above the composer of its conversation; it never types by itself. */
export function Above({ info, messages, insert }: AboveComposerProps) {
  const open = useSuggestion((state) => (state.open?.ticketId === info.id ? state.open : null));
  const into = useEffectEvent((words: string) => insert(words));
  const begin = useEffectEvent(() => showProposed(info.id, messages));
  useEffect(() => {
    const end = lendInsert((words) => into(words));
    begin();
    return () => {
      end();
      leaveSuggestion(info.id);
    };
  }, [info.id]);
  if (open === null) return null;
  return (
    <SilentBoundary>
      <Suspense>
        <Card key={open.messageId} suggestion={open} message={messages.find(({ id }) => id === open.messageId)} messages={messages} customers={info.source_lang} />
      </Suspense>
    </SilentBoundary>
  );
}
