/** @jsxImportSource preact */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChatState, Conversation } from '../chat/conversation';
import { dayKey, dayName } from '../chat/days';
import type { Kept } from '../chat/kept';
import type { Line } from '../chat/transcript';
import { fill, t } from '../texts';
import styles from './ChatScreen.module.css';
import { MessageRow } from './MessageRow';
import rows from './MessageRow.module.css';
import { Icon } from './parts';
import { useUnread } from './useUnread';

export interface MessageListProps {
  readonly state: ChatState;
  readonly chat: Pick<Conversation, 'retry' | 'discard' | 'read'>;
  readonly kept: Pick<Kept, 'seen' | 'setSeen'>;
}

const RUN_MS = 5 * 60_000;
const NEAR_PX = 80;

/** Whether two neighbours read as one run of the same writer. */
function joins(one: Line | undefined, other: Line | undefined): boolean {
  if (!one || !other) return false;
  return (
    one.from === other.from &&
    one.name === other.name &&
    dayKey(one.tsMs) === dayKey(other.tsMs) &&
    Math.abs(other.tsMs - one.tsMs) < RUN_MS
  );
}

export function MessageList({ state, chat, kept }: MessageListProps) {
  const { lines } = state.transcript;
  const boxRef = useRef<HTMLDivElement>(null);
  const atEndRef = useRef(true);
  const [news, setNews] = useState(false);
  const newest = lines.at(-1);
  const newestKey = newest?.key;
  const own = newest?.from === 'visitor';
  useUnread(lines, state.loaded, kept, chat.read);

  const toEnd = () => {
    const { current } = boxRef;
    if (current) current.scrollTop = current.scrollHeight;
  };

  useLayoutEffect(() => {
    // What the visitor writes is always shown; what others write does not pull the page away.
    if (atEndRef.current || own) toEnd();
    else setNews(true);
  }, [newestKey, own]);

  useLayoutEffect(() => {
    if (atEndRef.current) toEnd();
  }, [state.agentTyping, state.ended, newest?.state]);

  // The keyboard of a phone shrinks the list; the newest message stays in sight.
  useEffect(() => {
    const { current } = boxRef;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => {
      if (atEndRef.current) toEnd();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);

  const scrolled = () => {
    const { current } = boxRef;
    if (!current) return;
    const end = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR_PX;
    atEndRef.current = end;
    if (end) setNews(false);
  };

  const name = state.agent.name || t.agent;
  return (
    <>
      <div
        ref={boxRef}
        class={styles['messages']}
        role="log"
        aria-label={t.conversation}
        aria-busy={!state.loaded}
        tabIndex={0}
        onScroll={scrolled}
      >
        <div>
          {state.loaded && lines.length === 0 && <p class={styles['empty']}>{t.welcome}</p>}
          {lines.map((line, at) => {
            const before = lines[at - 1];
            const newDay = !before || dayKey(before.tsMs) !== dayKey(line.tsMs);
            return (
              <div key={line.key}>
                {newDay && <div class={rows['day']}>{dayName(line.tsMs)}</div>}
                <MessageRow
                  line={line}
                  first={!joins(before, line)}
                  last={!joins(line, lines[at + 1])}
                  agent={state.agent}
                  ended={state.ended}
                  onRetry={() => chat.retry(line.clientId ?? '')}
                  onDiscard={() => chat.discard(line.clientId ?? '')}
                />
              </div>
            );
          })}
          {state.agentTyping && (
            <div class={styles['typing']}>
              <span class={styles['dots']} aria-hidden="true">
                <i />
                <i />
                <i />
              </span>
              {fill(t.typing, { name })}
            </div>
          )}
        </div>
      </div>
      {news && (
        <button type="button" class={styles['newest']} onClick={toEnd}>
          <Icon name="down" size={18} />
          {t.newMessages}
        </button>
      )}
    </>
  );
}
