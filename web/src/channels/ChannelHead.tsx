import { Button, Group } from '@mantine/core';
import { IconActivityHeartbeat, IconListDetails, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { pluginText } from '../api/plugins';
import { asProblem } from '../api/problem';
import { problemText } from '../ui/ErrorPlace';
import { toastError } from '../ui/toast';
import { calls } from './calls';
import type { Channel, CheckAnswer } from './model';
import { CheckPanel } from './parts/CheckPanel';
import { LogDrawer } from './parts/LogDrawer';
import { PluginIcon } from '../ui/PluginIcon';
import { Reach } from './parts/Reach';
import classes from '../ui/room.module.css';
import { takeChannel } from './store';
import { useTexts } from './texts';
import type { PluginForm } from './usePluginDetail';

/** Who the channel is, and what can be done with it as a whole. */
export function ChannelHead({ channel, detail }: { channel: Channel; detail: PluginForm }) {
  const { t, language } = useTexts();
  const [busy, setBusy] = useState<'check' | 'pause' | null>(null);
  const [answer, setAnswer] = useState<CheckAnswer | null>(null);
  const [log, setLog] = useState(false);
  const { plugin, fields, typed } = detail;
  const words = (thrown: unknown) => problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' }));

  async function check(): Promise<void> {
    setBusy('check');
    try {
      setAnswer(await calls.check(channel.id));
    } catch (thrown) {
      setAnswer(null);
      toastError(`${t('check.failed')}. ${words(thrown)}`);
    }
    setBusy(null);
  }

  async function pause(): Promise<void> {
    setBusy('pause');
    try {
      takeChannel(await calls.change(channel.id, { enabled: !channel.enabled }));
    } catch (thrown) {
      toastError(`${t('pause_failed')}. ${words(thrown)}`);
    }
    setBusy(null);
  }

  return (
    <>
      <header className={classes['pageHead']}>
        <PluginIcon plugin={plugin ?? undefined} size={40} />
        <div className={classes['grow']}>
          <h2 className={classes['pageTitle']}>{channel.name}</h2>
          <p className={classes['dim']}>
            {[plugin && (pluginText(plugin.texts, language, 'name') ?? plugin.name), channel.title]
              .filter((part) => part && part !== channel.name)
              .join(' · ') || (plugin ? t('by', { maker: plugin.maker }) : '')}
          </p>
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            loading={busy === 'check'}
            leftSection={<IconActivityHeartbeat size={16} stroke={1.5} />}
            onClick={() => void check()}
          >
            {t('check.run')}
          </Button>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconListDetails size={16} stroke={1.5} />}
            onClick={() => setLog(true)}
          >
            {t('log.open')}
          </Button>
          <Button
            variant="default"
            size="xs"
            loading={busy === 'pause'}
            leftSection={
              channel.enabled ? <IconPlayerPause size={16} stroke={1.5} /> : <IconPlayerPlay size={16} stroke={1.5} />
            }
            onClick={() => void pause()}
          >
            {t(channel.enabled ? 'pause' : 'resume')}
          </Button>
        </Group>
      </header>
      {plugin ? <Reach plugin={plugin} typed={typed} /> : null}
      {answer === null ? null : <CheckPanel answer={answer} fields={fields} />}
      {log ? <LogDrawer channel={channel} onClose={() => setLog(false)} /> : null}
    </>
  );
}
