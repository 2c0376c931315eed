import { Button } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import type { Message } from '../../api/types';
import { useLate } from '../../ui/useLate';
import { useTexts } from '../texts';
import classes from './MailBody.module.css';
import { PlainText } from './PlainText';
import { quotedTail, wantsPictures } from './quotes';

const FOLDED_PX = 420;
const FIRST_PX = 96;

/** Where a frame's page comes from. */
type PageSource = { src: string } | { srcDoc: string };

const keyOf = (page: PageSource) => ('src' in page ? page.src : page.srcDoc);

const SANDBOX = { sandbox: 'allow-same-origin allow-popups allow-popups-to-escape-sandbox', referrerPolicy: 'no-referrer' } as const;

/**
 * The written page of a mail. The frame runs no script, whatever the page holds; it is of this
 * origin only so that its height can be read and it needs no scroll bar of its own. A page that takes
 * the place of another loads behind it, since a frame that navigates is empty for a moment.
 */
function Frame({ html, address, title }: { html: string; address?: string; title: string }) {
  const { t } = useTranslation();
  const texts = useTexts();
  const quote = useRef<HTMLElement | null>(null);
  const [quoted, setQuoted] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const [pictures, setPictures] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(FIRST_PX);
  const [whole, setWhole] = useState(false);
  const wanted: PageSource = pictures && address !== undefined ? { src: `${address}?pictures=1` } : { srcDoc: html };
  const [shown, setShown] = useState(wanted);
  const page = keyOf(shown);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    let observer: ResizeObserver | null = null;
    const measure = () => {
      observer?.disconnect();
      const root = element.contentDocument?.documentElement;
      if (!root) return;
      const body = root.querySelector('body');
      quote.current = body === null ? null : quotedTail(body);
      if (quote.current !== null) quote.current.style.display = 'none';
      setQuoted(quote.current !== null);
      setUnfolded(false);
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
  }, [page]);

  function unfold() {
    if (quote.current !== null) quote.current.style.display = unfolded ? 'none' : '';
    setUnfolded(!unfolded);
  }

  const elsewhere = address !== undefined && !pictures && wantsPictures(html);
  const long = height > FOLDED_PX;
  const px = long && !whole ? FOLDED_PX : Math.max(24, height);
  const next = keyOf(wanted) === page ? null : wanted;
  return (
    <>
      {elsewhere ? (
        <p className={classes['pictures']}>
          <IconPhotoOff size={14} stroke={1.5} aria-hidden />
          <span>{texts.t('mail.pictures')}</span>
          <Button variant="subtle" size="compact-xs" onClick={() => setPictures(true)}>
            {texts.t('mail.pictures_show')}
          </Button>
        </p>
      ) : null}
      <div className={classes['frames']}>
        <iframe key={page} ref={frame} title={title} className={classes['frame']} style={{ height: px }} {...SANDBOX} {...shown} />
        {next === null ? null : (
          <iframe key={keyOf(next)} tabIndex={-1} aria-hidden className={`${classes['frame']} ${classes['next']}`} onLoad={() => setShown(next)} {...SANDBOX} {...next} />
        )}
      </div>
      {quoted ? (
        <Button variant="default" size="compact-xs" mt={4} onClick={unfold} aria-expanded={unfolded}>
          {texts.t(unfolded ? 'mail.quoted_hide' : 'mail.quoted_show')}
        </Button>
      ) : null}
      {long ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setWhole(!whole)}>
          {t(whole ? 'conversation.mail_less' : 'conversation.mail_more')}
        </Button>
      ) : null}
    </>
  );
}

/** What was written here, before the core has made a page of it. */
function pageOf(html: string): string {
  const style =
    'body{margin:0;font:14px/1.5 system-ui,sans-serif;color:#1c1b1a;background:#fff;overflow-wrap:anywhere}blockquote{margin:0 0 0 8px;padding-left:8px;border-left:2px solid #d5d2ce}';
  return `<!doctype html><meta charset=utf-8><base target=_blank><style>${style}</style>${html}`;
}

/**
 * A mail: its page where it has one, else its text with the quoted tail folded. The page is fetched and
 * put into the frame; until it is here, what was written here or the mail's text stands in.
 */
export function MailBody({ message }: { message: Message }) {
  const { t } = useTranslation();
  const address = message.html_url || undefined;
  const query = useQuery({
    queryKey: ['mail', address],
    queryFn: address === undefined ? skipToken : ({ signal }) => api.text(address, signal),
    staleTime: Infinity,
  });
  const waiting = useLate(query.isPending);
  const title = t('conversation.mail_frame');
  if (address !== undefined && query.isSuccess) return <Frame html={query.data} address={address} title={title} />;
  if (message.html !== undefined) return <Frame html={pageOf(message.html)} title={title} />;
  if (address === undefined) {
    if (message.type === 'text/html') return <Frame html={message.message} title={title} />;
    return message.message === '' ? null : <PlainText text={message.message} fold />;
  }
  if (query.isError || waiting) return <PlainText text={message.message} fold />;
  return <div style={{ height: FIRST_PX }} />;
}
