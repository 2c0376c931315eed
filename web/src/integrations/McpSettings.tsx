import { Switch } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client';
import { CopyInput } from '../settings/CopyInput';
import { FieldGroup } from '../settings/FieldGroup';
import { SettingsWait } from '../settings/SettingsSection';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useIsAdmin, useSettingsQuery } from '../settings/useSettingsList';
import { copyWords, sectionWords } from '../settings/words';
import own from './integrations.module.css';
import type { McpSetting, McpState } from './model';
import { useTexts } from './texts';

const EVENTS = ['mcpChanged'] as const;
const NAMES = ['on', 'redact'] as const;

/** Whether assistants may ask over the Model Context Protocol, what is hidden from them, and where they ask. */
export function McpSettings() {
  const { t } = useTexts();
  const list = useSettingsQuery({ key: 'mcp', read: (options) => api.get('/api/mcp/setting', options), events: EVENTS, reloads: true, grant: 'api_keys' });
  const isAdmin = useIsAdmin();
  return (
    <SettingsWait words={{ ...sectionWords(t, 'mcp.'), loading: t('loading') }} list={list}>
      {(state) => (isAdmin ? <Switches state={state} reload={list.reload} /> : <Address state={state} />)}
    </SettingsWait>
  );
}

/** Where the assistant of somebody asks who does not decide whether assistants may. */
function Address({ state: { on, address } }: { state: McpState }) {
  const { t } = useTexts();
  return (
    <div className={own['mcp']}>
      <FieldGroup title={t('mcp.title')} hint={t(on ? 'mcp.about' : 'mcp.off')}>
        {on ? <CopyInput label={{ seen: t('mcp.address') }} value={address} words={copyWords(t)} /> : null}
      </FieldGroup>
    </div>
  );
}

function Switches({ state, reload }: { state: McpState; reload: () => Promise<unknown> }) {
  const { t } = useTexts();
  const { busy, change } = useSettingsChange(reload, t('mcp.save_failed'));
  const { address, ...setting } = state;
  const [wanted, setWanted] = useState<McpSetting>(setting);
  // Each save says both: one that is on its way counts already, or the next would take it back.
  const shown = busy ? wanted : setting;

  function save(next: McpSetting): void {
    setWanted(next);
    change(() => api.put('/api/mcp/setting', { json: next }));
  }

  return (
    <div className={own['mcp']}>
      <FieldGroup title={t('mcp.title')} hint={t('mcp.about')}>
        {NAMES.map((name) => (
          <Switch
            key={name}
            label={t(`mcp.${name}`)}
            description={t(`mcp.${name}_hint`)}
            checked={shown[name]}
            onChange={(event) => save({ ...shown, [name]: event.currentTarget.checked })}
          />
        ))}
        {shown.on ? <CopyInput label={{ seen: t('mcp.address') }} value={address} words={copyWords(t)} /> : null}
      </FieldGroup>
    </div>
  );
}
