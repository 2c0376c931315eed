import { Anchor, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconPlugOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { pluginText, usePlugins } from '../api/plugins';
import { asProblem, type Problem } from '../api/problem';
import type { Plugin } from '../api/types';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import { PluginIcon } from '../ui/PluginIcon';
import { Reach } from './parts/Reach';
import classes from '../ui/room.module.css';
import { useTexts } from './texts';

/** A channel can be made of what is installed and switched on. */
function isConnectable(plugin: Plugin): boolean {
  return plugin.installed && plugin.enabled;
}

/** The cards of everything that can be connected. */
export function AddChannel({ first }: { first: boolean }) {
  const { t } = useTexts();
  const { plugins: known, loaded, load } = usePlugins();
  const plugins = known.filter(isConnectable);
  const [problem, setProblem] = useState<Problem | null>(null);
  const late = useLate(!loaded && problem === null);

  useEffect(() => {
    if (loaded) return;
    load().catch((thrown: unknown) => setProblem(asProblem(thrown)));
  }, [loaded, load]);

  const retry = () => {
    setProblem(null);
    load().catch((thrown: unknown) => setProblem(asProblem(thrown)));
  };

  return (
    <div className={classes['page']}>
      {first ? null : (
        <Anchor component={Link} to="/channels" className={classes['back'] ?? ''}>
          <IconArrowLeft size={16} aria-hidden /> {t('back')}
        </Anchor>
      )}
      <h2 className={classes['pageTitle']}>{t(first ? 'first' : 'add')}</h2>
      <p className={classes['lead']}>{t('add_hint')}</p>
      {problem !== null && !loaded ? <ErrorPlace compact problem={problem} title={t('plugins_failed')} onRetry={retry} /> : null}
      {late ? (
        <div className={classes['cards']}>
          <Skeleton height={168} radius={10} />
          <Skeleton height={168} radius={10} />
        </div>
      ) : null}
      {loaded && plugins.length === 0 ? (
        <EmptyPlace icon={<IconPlugOff size={20} stroke={1.5} />} title={t('no_plugins')} text={t('no_plugins_text')} />
      ) : null}
      <div className={classes['cards']}>
        {plugins.map((plugin) => (
          <Card key={plugin.id} plugin={plugin} />
        ))}
      </div>
    </div>
  );
}

function Card({ plugin }: { plugin: Plugin }) {
  const { t, language } = useTexts();
  return (
    <Link to={`/channels/add/${encodeURIComponent(plugin.id)}`} className={classes['card']}>
      <span className={classes['cardHead']}>
        <PluginIcon plugin={plugin} size={36} />
        <span>
          <span className={classes['cardName']}>{pluginText(plugin.texts, language, 'name') ?? plugin.name}</span>
          <span className={classes['cardMaker']}>{t('by', { maker: plugin.maker })}</span>
        </span>
      </span>
      <span className={classes['cardText']}>
        {pluginText(plugin.texts, language, 'description') ?? plugin.description}
      </span>
      <Reach plugin={plugin} />
    </Link>
  );
}
