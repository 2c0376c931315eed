import { Anchor } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { Link } from 'react-router';
import { pluginText, usePlugins } from '../api/plugins';
import { ChannelMark } from '../ui/ChannelMark';
import { healthOf, type PluginDetail } from './model';
import { EnabledSwitch } from './parts/EnabledSwitch';
import { HealthMark } from './parts/HealthMark';
import { Permissions } from './parts/Permissions';
import { assists } from './permissions';
import classes from './plugins.module.css';
import { useAccounts } from './queries';
import { settingTitle } from './settingTitle';
import { useTexts } from './texts';

/** What it brings, whether it is on here, its accounts, its last faults and what it may do. */
export function Overview({ plugin }: { plugin: PluginDetail }) {
  const { t, language } = useTexts();
  const listed = usePlugins((state) => state.plugins.find((one) => one.id === plugin.id)) ?? plugin;
  const accounts = useAccounts().filter((account) => account.plugin === plugin.id);
  const helpers = assists(plugin.interfaces);
  const name = pluginText(plugin.texts, language, 'name') ?? plugin.name;
  return (
    <div className={classes['overview']}>
      <div className={classes['box']}>
        <EnabledSwitch plugin={listed} name={name} words={t('enabled.label')} hint={t('enabled.hint')} />
      </div>
      <section aria-label={t('brings')}>
        <h3 className={classes['heading']}>{t('brings')}</h3>
        <ul className={classes['brings']}>
          {plugin.channels.map((channel) => (
            <li key={channel.value}>
              <ChannelMark channel={channel.value} size={18} />
              <span>{channel.name}</span>
              <span className={classes['dim']}>{channel.report_group}</span>
            </li>
          ))}
          {helpers.map((helper) => (
            <li key={helper}>
              <IconSparkles size={18} stroke={1.5} color="var(--pb-violet)" aria-hidden />
              <span>{t(`helper.${helper}`)}</span>
              <span className={classes['dim']}>{t('helper.kind')}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('accounts.title')}>
        <h3 className={classes['heading']}>{t('accounts.title')}</h3>
        {accounts.length === 0 ? (
          <p className={classes['dim']}>
            {t('accounts.none')}{' '}
            <Anchor component={Link} to={`/channels/add/${encodeURIComponent(plugin.id)}`} size="sm">
              {t('accounts.connect')}
            </Anchor>
          </p>
        ) : null}
        <ul className={classes['accounts']}>
          {accounts.map((account) => (
            <li key={account.id}>
              <Anchor component={Link} to={`/channels/${account.id}`} size="sm">
                {account.name}
              </Anchor>
              <HealthMark health={healthOf({ id: plugin.id }, [account])} />
              {account.state.reason === '' ? null : <span className={classes['dim']}>{account.state.reason}</span>}
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t('sheet.may')}>
        <h3 className={classes['heading']}>{t('sheet.may')}</h3>
        <Permissions permissions={plugin.permissions} title={settingTitle(plugin, language)} />
      </section>
    </div>
  );
}
