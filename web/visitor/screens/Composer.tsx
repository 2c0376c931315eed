/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { isEnter } from '../../src/ui/enter';
import { fileSize } from '../chat/days';
import type { Upload, Uploads } from '../chat/uploads';
import { useStore } from '../store';
import { fill, t } from '../texts';
import type { Limits, Uploaded } from '../transport/wire';
import styles from './Composer.module.css';
import { Icon } from './parts';

export interface ComposerProps {
  readonly uploads: Uploads;
  readonly limits: Limits;
  readonly firstDraft: string;
  readonly onDraft: (draft: string) => void;
  readonly onTyping: (busy: boolean) => void;
  readonly onSend: (text: string, uploads: readonly Uploaded[]) => void;
}

/** Typing is told at most this often while it goes on, and taken back after this much silence. */
const TYPING_EVERY_MS = 1500;
const TYPING_ENDS_MS = 2000;

export function Composer({ uploads, limits, firstDraft, onDraft, onTyping, onSend }: ComposerProps) {
  const [text, setText] = useState(firstDraft);
  const { items, tooMany } = useStore(uploads.store);
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const chooserRef = useRef<HTMLInputElement>(null);
  const typing = useTyping(onTyping);

  const ready = items.every((item) => item.state === 'done') && (text.trim() !== '' || items.length > 0);

  const write = (value: string) => {
    setText(value);
    onDraft(value);
    typing.beat(value.trim() !== '');
  };

  const send = () => {
    if (!ready) return;
    onSend(text.trim(), uploads.take());
    typing.beat(false);
    setText('');
    onDraft('');
    boxRef.current?.focus();
  };

  const keyDown = (event: KeyboardEvent) => {
    if (!isEnter(event) || event.shiftKey) return;
    event.preventDefault();
    send();
  };

  const paste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    uploads.add(files);
  };

  return (
    <div class={styles['composer']}>
      <div class={styles['inner']}>
        <div role="status">
          {tooMany && <p class={styles['note']}>{fill(t.tooMany, { number: limits.attachmentsMax })}</p>}
        </div>
        {items.length > 0 && (
          <ul class={styles['chips']}>
            {items.map((item) => (
              <Chip key={item.key} item={item} uploads={uploads} maxBytes={limits.attachmentMaxBytes} />
            ))}
          </ul>
        )}
        <div class={styles['line']}>
          <input
            ref={chooserRef}
            type="file"
            multiple
            hidden
            onChange={(event) => {
              uploads.add([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
          <button
            type="button"
            class={styles['icon']}
            aria-label={t.attach}
            title={t.attach}
            onClick={() => chooserRef.current?.click()}
          >
            <Icon name="clip" size={22} />
          </button>
          <textarea
            ref={boxRef}
            class={styles['box']}
            rows={1}
            value={text}
            maxLength={limits.textMax}
            placeholder={t.write}
            aria-label={t.write}
            dir="auto"
            enterkeyhint="send"
            onInput={(event) => write(event.currentTarget.value)}
            onKeyDown={keyDown}
            onPaste={paste}
            onBlur={() => typing.beat(false)}
          />
          <button
            type="button"
            class={`${styles['icon'] ?? ''} ${styles['send'] ?? ''}`}
            aria-label={t.send}
            title={t.send}
            disabled={!ready}
            onClick={send}
          >
            <Icon name="send" size={22} />
          </button>
        </div>
      </div>
    </div>
  );
}

function Chip({ item, uploads, maxBytes }: { item: Upload; uploads: Uploads; maxBytes: number }) {
  const percent = Math.round(item.progress * 100);
  return (
    <li class={styles['chip']}>
      {item.preview === null ? (
        <span class={styles['thumb']}>
          <Icon name="file" />
        </span>
      ) : (
        <img class={styles['thumb']} src={item.preview} alt="" width={40} height={40} />
      )}
      <div class={styles['what']}>
        <b title={item.name}>{item.name}</b>
        {item.state === 'too_large' && (
          <small class={styles['bad']}>{fill(t.tooLarge, { size: fileSize(maxBytes) })}</small>
        )}
        {item.state === 'no_room' && <small class={styles['bad']}>{t.noRoom}</small>}
        {item.state === 'failed' && (
          <small class={styles['bad']}>
            {t.uploadFailed}{' '}
            <button type="button" onClick={() => uploads.retry(item.key)}>
              {t.tryAgain}
            </button>
          </small>
        )}
        {(item.state === 'done' || item.state === 'uploading') && <small>{fileSize(item.size)}</small>}
      </div>
      <button
        type="button"
        class={styles['icon']}
        style={{ width: '36px', height: '36px' }}
        aria-label={fill(t.remove, { name: item.name })}
        onClick={() => uploads.remove(item.key)}
      >
        <Icon name="close" size={18} />
      </button>
      {item.state === 'uploading' && (
        <span
          class={styles['bar']}
          style={{ width: `${Math.max(4, percent)}%` }}
          role="progressbar"
          aria-label={fill(t.uploading, { name: item.name, percent })}
          aria-valuenow={percent}
        />
      )}
    </li>
  );
}

/** Turns key presses into few "is typing" frames, and takes the last one back after silence. */
function useTyping(tell: (busy: boolean) => void): { readonly beat: (busy: boolean) => void } {
  const toldRef = useRef(0);
  const timerRef = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timerRef.current), []);
  const stop = () => {
    if (toldRef.current === 0) return;
    toldRef.current = 0;
    tell(false);
  };
  return {
    beat: (busy) => {
      clearTimeout(timerRef.current);
      if (!busy) return stop();
      const now = performance.now();
      if (toldRef.current === 0 || now - toldRef.current > TYPING_EVERY_MS) {
        toldRef.current = now;
        tell(true);
      }
      timerRef.current = setTimeout(stop, TYPING_ENDS_MS);
    },
  };
}
