import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { api } from '../../api/client';
import { usePlugins } from '../../api/plugins';
import { asProblem } from '../../api/problem';
import type { TicketInfo } from '../../api/types';
import { useAbilities } from '../../session/abilities';
import { useSession } from '../../session/store';
import { languageName, LANGUAGES_OFFERED } from '../../ui/languages';
import { Menu } from '../../ui/Menu';
import { toastError } from '../../ui/toast';
import { useConversations } from '../conversation/store';
import { sameLanguage, shownIn, takeLanguage } from '../languages';
import { useTexts } from '../texts';
import { translate, tryAgain } from '../translate';
import classes from './Details.module.css';
import own from './LanguageMenu.module.css';

/** Where an admin connects a helper. */
const CONNECT = '/channels/add';

/** So many of the newest are translated before the language counts; the others follow on screen. */
const FIRST = 20;

/** What the ticket is read in. Another language than the customer's own has their messages translated. */
export function LanguageMenu({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const { answers } = useAbilities();
  const [busy, setBusy] = useState(false);
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  const [refused, setHelperless] = useState(false);
  // Without such a plugin nothing can be connected; whether one is, only asking it tells.
  const helperless = usePlugins(({ loaded, plugins }) => loaded && plugins.every(({ interfaces }) => !interfaces.includes('translate'))) || refused;
  const source = info.source_lang;
  const name = (code: string) => languageName(code, i18n.language) || t('language.unknown');
  const into = shownIn(info);
  const here = i18n.language.split('-')[0] ?? 'en';
  const known = [info.language, source].filter((code) => code !== '' && code !== 'und' && !LANGUAGES_OFFERED.includes(code));
  const offered = [...new Set([...known, ...LANGUAGES_OFFERED])];

  async function choose(lang: string, translated: boolean): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      if (translated) {
        const open = Object.values(useConversations.getState().open).find((one) => one.info?.id === info.id);
        const lacking = (open?.messages ?? []).filter(
          ({ id, direction, deleted, message, translated_text }) =>
            direction === 'in' && deleted !== true && typeof id === 'number' && message.trim() !== '' && translated_text?.[lang] === undefined,
        );
        tryAgain(info.id, lang);
        if (lacking.length > 0) await translate(info.id, lacking.slice(-FIRST), lang);
        setHelperless(false);
      }
      const { data } = await api.post('/api/language/set', { json: { _token: '-', ticketId: info.id, lang } });
      takeLanguage(data);
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (translated && problem.code === 'conflict') setHelperless(true);
      else toastError(problem.description ?? t('language.failed'));
    }
    setBusy(false);
  }

  return (
    <div className={own['language']}>
      <span className={classes['labels']}>
        {name(info.language)}
        {busy ? (
          <Loader size={14} role="status" aria-label={t('language.working')} />
        ) : answers ? (
          <Menu position="bottom-end" width={220}>
            <Menu.Target>
              <ActionIcon size="sm" aria-label={t('language.change')}>
                <IconLanguage size={14} stroke={1.5} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown className={classes['choices'] ?? ''}>
              {helperless ? (
                <>
                  <Menu.Label className={own['helperless'] ?? ''}>{t(isAdmin ? 'language.no_helper_admin' : 'language.no_helper')}</Menu.Label>
                  {isAdmin ? <Menu.Item onClick={() => void navigate(CONNECT)}>{t('language.connect')}</Menu.Item> : null}
                  <Menu.Divider />
                </>
              ) : null}
              {source === '' ? (
                <>
                  <Menu.Item onClick={() => void choose(here, true)}>{t('language.into', { name: name(here) })}</Menu.Item>
                  <Menu.Divider />
                  <Menu.Label>{t('language.writes')}</Menu.Label>
                </>
              ) : (
                <Menu.Label>{t('language.to')}</Menu.Label>
              )}
              {offered.map((code) => (
                <Menu.Item
                  key={code}
                  // Of a ticket whose language nobody knows, the first choice says it.
                  onClick={() => void choose(code, source !== '' && !sameLanguage(code, source))}
                  rightSection={sameLanguage(code, info.language) ? <IconCheck size={16} stroke={1.5} /> : null}
                >
                  {name(code)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </span>
      {into === '' ? null : (
        <small>
          {source === 'und' ? null : t('language.written', { name: name(source) })}
          {source === 'und' || !answers ? null : (
            <Button variant="subtle" size="compact-xs" disabled={busy} onClick={() => void choose(source, false)}>
              {t('language.originals')}
            </Button>
          )}
        </small>
      )}
      {refused ? (
        <small role="alert">
          {t(isAdmin ? 'language.no_helper_admin' : 'language.no_helper')}
          {isAdmin ? <Link to={CONNECT}>{t('language.connect')}</Link> : null}
        </small>
      ) : null}
    </div>
  );
}
