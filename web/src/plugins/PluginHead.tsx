import { Button, Group } from '@mantine/core';
import { IconPackageImport } from '@tabler/icons-react';
import { Link } from 'react-router';
import { pluginText, usePlugins } from '../api/plugins';
import { BreakerNote } from '../diagnostics/BreakerNote';
import { PluginIcon } from '../ui/PluginIcon';
import rooms from '../ui/room.module.css';
import { healthOf, type PluginDetail } from './model';
import { HealthMark } from './parts/HealthMark';
import { SignatureMark } from './parts/SignatureMark';
import { places } from './paths';
import classes from './plugins.module.css';
import { useAccounts, usePackages } from './queries';
import { useTexts } from './texts';

/** Who a plugin is, who vouches for it and how it is. */
export function PluginHead({ plugin }: { plugin: PluginDetail }) {
  const { t, language } = useTexts();
  const accounts = useAccounts();
  const { operator } = usePackages();
  const enabled = usePlugins((state) => state.plugins.find((one) => one.id === plugin.id)?.enabled);
  const active = plugin.versions.find((one) => one.state === 'active');
  const own = { id: plugin.id, ...(enabled === undefined ? {} : { enabled }) };
  return (
    <>
      <header className={rooms['pageHead']}>
        <PluginIcon plugin={plugin} size={44} />
        <div className={rooms['grow']}>
          <h2 className={rooms['pageTitle']}>{pluginText(plugin.texts, language, 'name') ?? plugin.name}</h2>
          <p className={classes['headFacts']}>
            <span>{t('version', { version: plugin.version })}</span>
            <span>{t('by', { maker: plugin.maker })}</span>
            <HealthMark health={healthOf(own, accounts)} />
            {active === undefined ? null : <SignatureMark signature={active.signature} origin={active.origin} />}
          </p>
        </div>
        {operator === true ? (
          <Group gap="xs">
            <Button
              component={Link}
              to={places.install}
              variant="default"
              size="xs"
              leftSection={<IconPackageImport size={16} stroke={1.5} />}
            >
              {t('update')}
            </Button>
          </Group>
        ) : null}
      </header>
      <p className={rooms['lead']}>{pluginText(plugin.texts, language, 'description') ?? plugin.description}</p>
      <BreakerNote breaker={plugin.breaker} faults={plugin.faults} />
    </>
  );
}
