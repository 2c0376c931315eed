import { Button } from '@mantine/core';
import { IconCircleCheck, IconLogin2 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { calls } from '../calls';
import { useTexts } from '../texts';
import classes from './form.module.css';
import type { Field } from './schema';
import type { Connected } from './SettingField';
import { readTold } from './told';

interface Props {
  field: Field;
  connected: Connected | null;
}

/** The provider's own sign-in, in a window of its own; the tokens never come here. */
export function SignIn({ field, connected }: Props) {
  const { t } = useTexts();
  const [waiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const popup = useRef<Window | null>(null);
  const id = connected?.id ?? null;
  const { oauth } = field;
  const onSignedIn = useRef(connected?.onSignedIn);
  useEffect(() => {
    onSignedIn.current = connected?.onSignedIn;
  });

  useEffect(() => {
    if (id === null || !waiting) return undefined;
    const take = (data: unknown) => {
      const told = readTold(data);
      if (told === null || (told.channelId !== 0 && (told.channelId !== id || told.name !== oauth))) return;
      setWaiting(false);
      setDone(told.ok);
      setFailure(told.ok ? null : (told.error ?? ''));
      if (told.ok) onSignedIn.current?.();
    };
    const onMessage = (event: MessageEvent<unknown>) => {
      if (event.origin === window.location.origin) take(event.data);
    };
    // A provider's page may part the window from its opener; this channel reaches us nevertheless.
    const channel = new BroadcastChannel('patchbay-oauth');
    channel.onmessage = (event: MessageEvent<unknown>) => take(event.data);
    window.addEventListener('message', onMessage);
    return () => {
      channel.close();
      window.removeEventListener('message', onMessage);
    };
  }, [id, oauth, waiting]);

  async function begin(): Promise<void> {
    if (id === null) return;
    setFailure(null);
    setDone(false);
    // Opened within the click: browsers refuse windows that come later.
    popup.current = window.open('about:blank', 'patchbay-oauth', 'popup,width=560,height=700');
    if (popup.current === null) {
      setFailure(t('form.sign_in_blocked'));
      return;
    }
    setWaiting(true);
    try {
      const { url } = await calls.signIn(id, oauth);
      popup.current.location.href = url;
    } catch (thrown) {
      popup.current.close();
      setWaiting(false);
      setFailure(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
    }
  }

  const signedIn = done || connected?.isSignedIn(oauth) === true;
  return (
    <div className={classes['signIn']}>
      <div>
        <p className={classes['generatedTitle']}>{field.title}</p>
        {field.description === '' ? null : <p className={classes['dim']}>{field.description}</p>}
        <p className={classes['dim']} role="status">
          {id === null ? t('form.sign_in_later') : waiting ? t('form.sign_in_waiting') : signedIn ? null : t('form.sign_in_none')}
          {signedIn && !waiting ? (
            <span className={classes['signedIn']}>
              <IconCircleCheck size={15} stroke={1.5} aria-hidden /> {t('form.signed_in')}
            </span>
          ) : null}
        </p>
        {failure === null ? null : (
          <p className={classes['wrong']} role="alert">
            {t('form.sign_in_failed', { reason: failure })}
          </p>
        )}
      </div>
      <Button
        variant={signedIn ? 'default' : 'filled'}
        size="xs"
        disabled={id === null}
        leftSection={<IconLogin2 size={16} stroke={1.5} />}
        onClick={() => void begin()}
      >
        {t(signedIn ? 'form.sign_in_again' : 'form.sign_in')}
      </Button>
    </div>
  );
}
