/** @jsxImportSource preact */
import type { LineState } from '../queue/line';
import { fill, t } from '../texts';
import { Avatar, Button } from './parts';
import { Heading, placeStyles, Sign } from './Place';

export interface WaitingProps {
  readonly line: LineState;
  readonly onLeave: () => void;
  readonly onRetry: () => void;
}

/** The line: finding an agent, the place, and what to do when the connection breaks. */
export function Waiting({ line, onLeave, onRetry }: WaitingProps) {
  switch (line.phase) {
    case 'dropped':
      return (
        <div class={placeStyles['centre']} role="alert">
          <Sign icon="offline" bad />
          <Heading>{line.full ? t.full : t.disconnected}</Heading>
          <p class={placeStyles['dim']}>{line.full ? t.fullText : t.checkConnection}</p>
          <Button kind="primary" onClick={onRetry}>
            {t.tryAgain}
          </Button>
        </div>
      );
    case 'accepted':
    case 'registered': {
      const { agent } = line;
      const named = agent !== null && agent.name !== '';
      return (
        <div class={placeStyles['centre']} role="status">
          {named ? <Avatar name={agent.name} photo={agent.photo} size={72} /> : <Sign icon="chat" />}
          <Heading>{named ? fill(t.takenBy, { name: agent.name }) : t.taken}</Heading>
        </div>
      );
    }
    case 'joining':
    case 'waiting':
      return (
        <div class={placeStyles['centre']}>
          <span class={placeStyles['wait']} aria-hidden="true" />
          <Heading>{t.title}</Heading>
          <p>{t.finding}</p>
          <div role="status" aria-atomic="true">
            {line.place !== null && <p class={placeStyles['number']}>{fill(t.place, { number: line.place })}</p>}
          </div>
          <p class={placeStyles['dim']}>{t.doNotRefresh}</p>
          <Button onClick={onLeave}>{t.leaveQueue}</Button>
        </div>
      );
  }
}
