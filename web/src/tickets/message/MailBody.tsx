import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Message } from '../../api/types';
import classes from './MailBody.module.css';
import { PlainText } from './PlainText';

const FOLDED_PX = 420;
const FALLBACK_PX = 320;

/**
 * The written page of a mail, in a frame without scripts. The frame may be measured, since it is
 * of this origin; where the server forbids even that, it keeps a height of its own and scrolls.
 */
function Frame({ src, html, title }: { src: string | null; html: string; title: string }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const [whole, setWhole] = useState(false);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let observer: ResizeObserver | null = null;
    const measure = () => {
      observer?.disconnect();
      const root = element.contentDocument?.documentElement;
      if (!root) {
        setHeight(null);
        return;
      }
      const read = () => setHeight(Math.ceil(root.getBoundingClientRect().height));
      observer = new ResizeObserver(read);
      observer.observe(root);
      read();
    };
    element.addEventListener('load', measure);
    if (element.contentDocument?.readyState === 'complete') measure();
    return () => {
      element.removeEventListener('load', measure);
      observer?.disconnect();
    };
  }, [src, html]);

  const long = height !== null && height > FOLDED_PX;
  const shown = height === null ? FALLBACK_PX : long && !whole ? FOLDED_PX : Math.max(24, height);
  return (
    <>
      <iframe
        ref={frame}
        title={title}
        className={classes['frame']}
        style={{ height: shown }}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        loading="lazy"
        {...(src === null ? { srcDoc: html } : { src })}
      />
      {long ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(!whole)}>
          {t(whole ? 'conversation.mail_less' : 'conversation.mail_more')}
        </Button>
      ) : null}
    </>
  );
}

/** A mail: its page where it has one, else its text with the quoted tail folded. */
export function MailBody({ message }: { message: Message }) {
  const { t } = useTranslation();
  const title = t('conversation.mail_frame');
  if (message.html_url) return <Frame src={message.html_url} html="" title={title} />;
  if (message.type === 'text/html') return <Frame src={null} html={message.message} title={title} />;
  return message.message === '' ? null : <PlainText text={message.message} fold />;
}
