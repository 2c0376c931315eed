import { useEffect } from 'react';
import { useOngoingCall } from './ongoing';

/** Tells the conversation of the call that goes on for whoever is here, as it changes; draws nothing. */
export function OngoingCall({ onCall }: { onCall: (number: string | null) => void }) {
  const number = useOngoingCall(true);
  useEffect(() => {
    onCall(number);
    return () => onCall(null);
  }, [number, onCall]);
  return null;
}
