/** @jsxImportSource preact */
import { clockTime, fileSize, fullTime } from '../chat/days';
import { pieces } from '../chat/links';
import type { Line } from '../chat/transcript';
import { fill, t } from '../texts';
import type { Uploaded } from '../transport/wire';
import styles from './MessageRow.module.css';
import { Avatar, Icon } from './parts';

export interface MessageRowProps {
  readonly line: Line;
  /** First of a run by the same side: shows who writes. */
  readonly first: boolean;
  /** Last of a run: shows the time. */
  readonly last: boolean;
  readonly agent: { readonly name: string; readonly photo: string | null };
  readonly ended: boolean;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
}

export function MessageRow({ line, first, last, agent, ended, onRetry, onDiscard }: MessageRowProps) {
  if (line.from === 'system') return <p class={styles['system']}>{line.text}</p>;
  const mine = line.from === 'visitor';
  const name = mine ? t.you : line.name || agent.name || t.agent;
  const names = [
    styles['row'],
    mine ? styles['mine'] : '',
    first ? styles['first'] : '',
    line.state === 'sent' ? '' : styles['unsent'],
  ];
  return (
    <div class={names.filter(Boolean).join(' ')}>
      {!mine && (last ? <Avatar name={name} photo={agent.photo} size={28} /> : <span class={styles['gap']} />)}
      <div class={styles['body']}>
        {first ? (
          <span class={mine ? 'unseen' : styles['sender']}>{name}</span>
        ) : (
          <span class="unseen">{name}</span>
        )}
        {line.text !== '' && (
          <div class={styles['bubble']} dir="auto">
            <Text text={line.text} />
          </div>
        )}
        {line.attachments.map((file) => (
          <Attachment key={file.id} file={file} />
        ))}
        {(last || line.state !== 'sent') && <Meta line={line} mine={mine} />}
        {line.state === 'failed' && (
          <div>
            {!ended && (
              <button type="button" class={styles['link']} onClick={onRetry}>
                {t.retry}
              </button>
            )}
            <button type="button" class={styles['link']} onClick={onDiscard}>
              {t.discard}
            </button>
          </div>
        )}
      </div>
    </div>
  );
}

function Text({ text }: { text: string }) {
  return (
    <>
      {pieces(text).map((piece, at) =>
        piece.kind === 'link' ? (
          <a key={at} href={piece.text} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </>
  );
}

function Meta({ line, mine }: { line: Line; mine: boolean }) {
  const failed = line.state === 'failed';
  return (
    <span class={failed ? `${styles['meta']} ${styles['bad']}` : styles['meta']}>
      <time dateTime={new Date(line.tsMs).toISOString()} title={fullTime(line.tsMs)}>
        {clockTime(line.tsMs)}
      </time>
      {mine && <State line={line} />}
    </span>
  );
}

function State({ line }: { line: Line }) {
  switch (line.state) {
    case 'waiting':
      return (
        <>
          <Icon name="clock" size={14} /> {line.problem === 'rate_limited' ? t.tooFast : t.stateWaiting}
        </>
      );
    case 'sending':
      return (
        <>
          <Icon name="clock" size={14} />
          <span class="unseen">{t.stateSending}</span>
        </>
      );
    case 'sent':
      return (
        <>
          <Icon name="check" size={14} />
          <span class="unseen">{t.stateSent}</span>
        </>
      );
    case 'failed':
      return (
        <>
          <Icon name="alert" size={14} /> {line.problem === 'ended' ? t.failedEnded : t.stateFailed}
        </>
      );
  }
}

/** Only addresses of this server and of this page's own previews: what a message says about its files is never a way elsewhere. */
function ownAddress(url: string): string | undefined {
  const own = (url.startsWith('/') && !url.startsWith('//')) || url.startsWith('blob:');
  return own ? url : undefined;
}

function Attachment({ file }: { file: Uploaded }) {
  const url = ownAddress(file.url);
  if (file.mime.startsWith('image/') && file.mime !== 'image/svg+xml' && url !== undefined) {
    return (
      <a class={styles['picture']} href={url} target="_blank" rel="noopener">
        <img src={url} alt={file.filename} loading="lazy" width={240} height={180} />
      </a>
    );
  }
  return (
    <a
      class={styles['file']}
      href={url}
      download={file.filename}
      aria-label={fill(t.download, { name: `${file.filename}, ${fileSize(file.size)}` })}
    >
      <Icon name="file" />
      <span>{file.filename}</span>
      <small>{fileSize(file.size)}</small>
    </a>
  );
}
