import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client';
import { FieldGroup } from '../settings/FieldGroup';
import { SecretPanel } from '../settings/SecretPanel';
import { useSettingsChange } from '../settings/useSettingsChange';
import { secretWords } from '../settings/words';
import { openDialog } from '../ui/dialog';
import type { LivechatWidget } from './model';
import { useTexts } from './texts';

interface Props {
  widget: LivechatWidget;
  reload: () => unknown;
}

/** Identity verification: the secret with which a site's server signs who a visitor is. */
export function IdentityBlock({ widget, reload }: Props) {
  const { t } = useTexts();
  const { busy, change } = useSettingsChange(reload);
  const [secret, setSecret] = useState<string | null>(null);
  const { channel_id, has_secret } = widget;

  function make(): void {
    change(
      () => api.post('/api/livechat/widgets/{channel_id}/secret', { path: { channel_id } }),
      (made) => setSecret(made.secret),
    );
  }
  function ask(): void {
    if (!has_secret) return make();
    openDialog({ title: t('secret.replace_title'), text: t('secret.replace_text'), confirm: { label: t('secret.replace'), danger: true, run: make } });
  }

  return (
    <FieldGroup title={t('identity')} hint={t('identity_hint')}>
      {secret === null ? (
        <Button size="xs" variant="default" loading={busy} onClick={ask}>
          {t(has_secret ? 'secret.replace' : 'secret.make')}
        </Button>
      ) : (
        <SecretPanel title={t('secret.title')} text={t('secret.how')} value={secret} words={secretWords(t)} onDone={() => setSecret(null)} />
      )}
    </FieldGroup>
  );
}
