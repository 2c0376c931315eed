import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pluginText, usePlugins } from '../api/plugins';
import { asProblem } from '../api/problem';
import { problemText } from '../ui/ErrorPlace';
import { toastSuccess } from '../ui/toast';
import { calls } from './calls';
import type { PluginDetail } from './model';
import { places } from './paths';
import classes from './plugins.module.css';
import { useAccounts, useRefresh } from './queries';
import { useTexts } from './texts';

/** The danger zone: what goes and what stays is said before, and the name is typed. */
export function Uninstall({ plugin }: { plugin: PluginDetail }) {
  const { t, language } = useTexts();
  const [open, setOpen] = useState(false);
  const name = pluginText(plugin.texts, language, 'name') ?? plugin.name;
  return (
    <section className={classes['danger']}>
      <div>
        <h3>{t('uninstall.title', { name })}</h3>
        <p className={classes['dim']}>{t('uninstall.text')}</p>
      </div>
      <Button variant="outline" color="red" onClick={() => setOpen(true)}>
        {t('uninstall.button')}
      </Button>
      {open ? <Confirm plugin={plugin} name={name} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}

function Confirm({ plugin, name, onClose }: { plugin: PluginDetail; name: string; onClose: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const load = usePlugins((state) => state.load);
  const accounts = useAccounts().filter((account) => account.plugin === plugin.id).length;
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const matches = typed.trim() === name;

  async function uninstall(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await calls.uninstall(plugin.id);
      await navigate(places.root, { replace: true });
      await load().catch(() => undefined);
      refresh();
      toastSuccess(t('uninstall.done', { name }));
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('uninstall.confirm_title', { name })}
      closeButtonProps={{ 'aria-label': t('action.close', { ns: 'translation' }) }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (matches) void uninstall();
        }}
      >
        <Stack gap="sm">
          <Text size="sm">{t('uninstall.goes', { count: accounts })}</Text>
          <Text size="sm">{t('uninstall.stays')}</Text>
          <TextInput
            label={t('uninstall.type', { name })}
            placeholder={name}
            value={typed}
            error={failure}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel', { ns: 'translation' })}
            </Button>
            <Button type="submit" color="red" disabled={!matches} loading={busy}>
              {t('uninstall.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
