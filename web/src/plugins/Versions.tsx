import { Anchor, Button, Group } from '@mantine/core';
import { IconHistory, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { nameOf, useAgents } from '../api/agents';
import { usePlugins } from '../api/plugins';
import { asProblem } from '../api/problem';
import { fullTime } from '../ui/dates';
import { openDialog } from '../ui/dialog';
import { EmptyPlace } from '../ui/EmptyPlace';
import { problemText } from '../ui/ErrorPlace';
import { toastSuccess } from '../ui/toast';
import { calls } from './calls';
import { inOrder, type PluginDetail, type VersionView } from './model';
import { SignatureMark } from './parts/SignatureMark';
import { places } from './paths';
import classes from './plugins.module.css';
import { usePackages, useRefresh } from './queries';
import { useTexts } from './texts';

/** Every version that is kept, what became of it and why. */
export function Versions({ plugin }: { plugin: PluginDetail }) {
  const { t } = useTexts();
  const { operator, list } = usePackages();
  const whole = list.filter((one) => one.plugin === plugin.id);
  const versions = inOrder(whole.length > 0 ? whole : plugin.versions);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const load = usePlugins((state) => state.load);
  const previous = versions.find((one) => one.state === 'previous');

  async function run(work: () => Promise<unknown>, said: string): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await work();
      await load().catch(() => undefined);
      toastSuccess(said);
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
    }
    setBusy(false);
    refresh();
  }

  if (versions.length === 0) {
    return <EmptyPlace compact icon={<IconHistory size={18} stroke={1.5} />} title={t('versions.none')} text={t('versions.none_text')} />;
  }
  const back = () =>
    openDialog({
      title: t('versions.rollback_title', { version: previous?.version ?? '' }),
      text: t('versions.rollback_text', { version: plugin.version }),
      confirm: {
        label: t('versions.rollback'),
        run: () => void run(() => calls.rollback(plugin.id), t('versions.rolled_back', { version: previous?.version ?? '' })),
      },
    });
  return (
    <div className={classes['versions']}>
      {operator === true && previous !== undefined ? (
        <div className={classes['box']} data-row>
          <p>{t('versions.offer', { version: previous.version })}</p>
          <Button variant="default" size="xs" loading={busy} leftSection={<IconHistory size={16} stroke={1.5} />} onClick={back}>
            {t('versions.rollback')}
          </Button>
        </div>
      ) : null}
      {failure === null ? null : (
        <p className={classes['failure']} role="alert">
          {failure}
        </p>
      )}
      <ol className={classes['versionRows']}>
        {versions.map((one) => (
          <li key={one.id} data-state={one.state}>
            <Version one={one} />
            <Group gap="xs">
              {one.state === 'staged' && operator === true ? (
                <Button component={Link} to={places.review(one.id)} size="compact-sm">
                  {t('versions.review')}
                </Button>
              ) : null}
              {one.state === 'previous' && operator === true ? (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={busy}
                  onClick={() => void run(() => calls.discard(one.id), t('versions.discarded', { version: one.version }))}
                >
                  {t('versions.discard')}
                </Button>
              ) : null}
            </Group>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Version({ one }: { one: VersionView }) {
  const { t } = useTexts();
  const installedBy = useAgents((state) => nameOf(one.installed_by ?? '', state.names));
  return (
    <div className={classes['versionText']}>
      <p className={classes['versionHead']}>
        {one.permissions ? (
          <Anchor component={Link} to={places.review(one.id)} fw={600} size="sm">
            {one.version}
          </Anchor>
        ) : (
          <strong>{one.version}</strong>
        )}
        <span className={classes['stateChip']} data-state={one.state}>
          {t(`state.${one.state}`)}
        </span>
        <SignatureMark signature={one.signature} origin={one.origin} />
      </p>
      <p className={classes['dim']}>
        {t('versions.installed', { time: fullTime(one.installed_at) })}
        {one.installed_by ? ` · ${installedBy}` : ''}
        {one.activated_at ? ` · ${t('versions.activated', { time: fullTime(one.activated_at) })}` : ''}
      </p>
      {one.note ? (
        <p className={classes['note']}>
          <IconInfoCircle size={15} stroke={1.5} aria-hidden /> {one.note}
        </p>
      ) : null}
    </div>
  );
}
