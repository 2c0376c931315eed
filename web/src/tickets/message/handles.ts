import { useEffect } from 'react';
import type { MessageContext } from '../../actions/types';

const handles = new Map<string, MessageContext>();

/** Lets the actions do something with a message, for as long as it is on screen. */
export function useHandle(one: MessageContext): void {
  useEffect(() => {
    const id = String(one.message.id);
    handles.set(id, one);
    return () => {
      if (handles.get(id) === one) handles.delete(id);
    };
  });
}

/** The message with an id, while it is on screen. */
export function handleOf(id: string | number | null | undefined): MessageContext | null {
  return handles.get(String(id)) ?? null;
}
