import { nameOf, useAgents } from '../api/agents';
import { reasonOf } from './reasons';
import { useTexts } from './texts';

/** Why something is in this ticket, in this person's language; what is not known is shown as it was said. */
export function useReason(): (sentence: string) => string {
  const { t } = useTexts();
  const names = useAgents((state) => state.names);
  return (sentence) => {
    const reason = reasonOf(sentence);
    if (reason === null) return sentence;
    const { by } = reason.values;
    return t(`why.${reason.kind}`, { ...reason.values, ...(by === undefined ? {} : { by: nameOf(by, names) }) });
  };
}
