import { ActionIcon, Button, Skeleton, Tooltip } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, NavLink } from 'react-router';
import { usePlugins, pluginText } from '../api/plugins';
import { asProblem, type Problem } from '../api/problem';
import type { Plugin } from '../api/types';
import { ErrorPlace } from '../ui/ErrorPlace';
import { PluginIcon } from '../ui/PluginIcon';
import rooms from '../ui/room.module.css';
import { useLate } from '../ui/useLate';
import { healthOf, type PackageView } from './model';
import { EnabledSwitch } from './parts/EnabledSwitch';
import { HealthMark } from './parts/HealthMark';
import { SignatureMark } from './parts/SignatureMark';
import { places } from './paths';
import classes from './plugins.module.css';
import { useAccounts, usePackages } from './queries';
import { useTexts } from './texts';

/** What is installed, one row each, and what waits to be looked at. */
export function PluginList() {
  const { t } = useTexts();
  const { plugins, loaded, load } = usePlugins();
  const packages = usePackages();
  const [problem, setProblem] = useState<Problem | null>(null);
  const late = useLate(!loaded && problem === null);
  // A plugin that is gone still names its old tickets, so the list of names holds it.
  const installed = plugins.filter((plugin) => plugin.installed);
  const staged = packages.list.filter((one) => one.state === 'staged');

  // The list may have been read before this person switched or installed something elsewhere.
  useEffect(() => {
    load().catch((thrown: unknown) => setProblem(asProblem(thrown)));
  }, [load]);
  const retry = () => {
    setProblem(null);
    load().catch((thrown: unknown) => setProblem(asProblem(thrown)));
  };

  return (
    <div className={rooms['list']}>
      <header className={rooms['listHead']}>
        <h1 className={rooms['title']}>{t('title')}</h1>
        {packages.operator === true ? (
          <div className={classes['headActions']}>
            <Tooltip label={t('keys.title')}>
              <ActionIcon component={Link} to={places.keys} aria-label={t('keys.title')}>
                <IconKey size={18} stroke={1.5} />
              </ActionIcon>
            </Tooltip>
            <Button component={Link} to={places.install} size="xs" leftSection={<IconPlus size={16} />}>
              {t('install.open')}
            </Button>
          </div>
        ) : null}
      </header>
      <div className={rooms['rows']}>
        {late ? (
          <div className={rooms['skeletons']}>
            <Skeleton height={52} />
            <Skeleton height={52} />
            <Skeleton height={52} />
          </div>
        ) : null}
        {problem !== null && !loaded ? <ErrorPlace compact problem={problem} title={t('load_failed')} onRetry={retry} /> : null}
        {packages.problem === null ? null : (
          <ErrorPlace compact problem={packages.problem} title={t('packages_failed')} onRetry={packages.retry} />
        )}
        {staged.length > 0 ? (
          <nav aria-label={t('waiting')}>
            <h2 className={classes['group']}>{t('waiting')}</h2>
            {staged.map((one) => (
              <Staged key={one.id} one={one} />
            ))}
          </nav>
        ) : null}
        <nav aria-label={t('installed')}>
          {staged.length > 0 ? <h2 className={classes['group']}>{t('installed')}</h2> : null}
          {installed.map((plugin) => (
            <Row
              key={plugin.id}
              plugin={plugin}
              active={packages.list.find((one) => one.plugin === plugin.id && one.state === 'active')}
            />
          ))}
        </nav>
      </div>
    </div>
  );
}

function Staged({ one }: { one: PackageView }) {
  const { t } = useTexts();
  return (
    <NavLink to={places.review(one.id)} className={rooms['row'] ?? ''}>
      <PluginIcon plugin={{ icon: one.icon ?? '' }} size={28} />
      <span className={rooms['rowText']}>
        <span className={rooms['rowName']}>{one.name}</span>
        <span className={rooms['rowMeta']}>
          <span className={rooms['rowTimes']}>{t('waiting_row', { version: one.version })}</span>
        </span>
        <span className={rooms['rowMeta']}>
          <SignatureMark signature={one.signature} origin={one.origin} />
        </span>
      </span>
    </NavLink>
  );
}

function Row({ plugin, active }: { plugin: Plugin; active: PackageView | undefined }) {
  const { t, language } = useTexts();
  const accounts = useAccounts();
  const name = pluginText(plugin.texts, language, 'name') ?? plugin.name;
  const signature = active?.signature ?? null;
  return (
    <div className={classes['rowFrame']}>
      <NavLink to={places.one(plugin.id)} className={rooms['row'] ?? ''}>
        <PluginIcon plugin={plugin} size={28} />
        <span className={rooms['rowText']}>
          <span className={rooms['rowName']}>{name}</span>
          <span className={rooms['rowMeta']}>
            <HealthMark health={healthOf(plugin, accounts)} />
            <span className={rooms['rowTimes']}>
              {plugin.version} · {plugin.maker}
            </span>
          </span>
          {signature === null ? null : (
            <span className={rooms['rowMeta']}>
              <SignatureMark signature={signature} origin={active?.origin ?? ''} />
            </span>
          )}
        </span>
      </NavLink>
      <span className={classes['rowSwitch']}>
        <EnabledSwitch plugin={plugin} name={name} label={t('enabled.short', { name })} />
      </span>
    </div>
  );
}
