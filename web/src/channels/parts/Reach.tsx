import { IconShieldCheck } from '@tabler/icons-react';
import type { Plugin } from '../../api/types';
import { plainHosts } from '../model';
import { useTexts } from '../texts';
import classes from './parts.module.css';

interface Props {
  plugin: Plugin;
  /** Titles of settings that hold an address the admin types. */
  typed?: readonly string[];
}

/** What the plugin can talk to, in plain words: everything else is closed to it. */
export function Reach({ plugin, typed = [] }: Props) {
  const { t } = useTexts();
  const hosts = plainHosts(plugin.hosts).join(', ');
  const mail = plugin.interfaces.includes('mail');
  return (
    <div className={classes['reach']}>
      <IconShieldCheck size={16} stroke={1.5} aria-hidden />
      <div>
        <span className="pb-unseen">{t('reach.title')}: </span>
        {hosts === '' ? null : <p>{t('reach.hosts', { hosts })}</p>}
        {mail ? <p>{t('reach.mail')}</p> : null}
        {typed.map((setting) => (
          <p key={setting}>{t('reach.typed', { setting })}</p>
        ))}
        {hosts === '' && !mail && typed.length === 0 ? <p>{t('reach.nothing')}</p> : null}
      </div>
    </div>
  );
}
