import { Alert } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { useMe } from '../../session/store';
import { SettingsRows } from '../../settings/SettingsRows';
import { SettingsSection } from '../../settings/SettingsSection';
import { sectionWords } from '../../settings/words';
import { problemText } from '../../ui/ErrorPlace';
import { Chip, SettingsListRow } from '../../ui/SettingsList';
import { SettingsLink } from '../../ui/SettingsLink';
import { toastSuccess } from '../../ui/toast';
import { calls, type Role } from '../model';
import { useTexts } from '../texts';
import { rightsWords, roleName } from './model';
import { RoleForm } from './RoleForm';
import { useRoles } from './useRoles';

/** The roles of the desk: what their people may do, and how many have each. */
export function RolesSection() {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const list = useRoles();
  const [refused, setRefused] = useState<{ name: string; why: string } | null>(null);

  async function remove(role: Role): Promise<void> {
    const name = roleName(role, t);
    setRefused(null);
    try {
      await calls.removeRole(role.id);
      toastSuccess(t('roles.removed', { name }));
    } catch (thrown) {
      setRefused({ name, why: problemText(asProblem(thrown), common) });
    }
    await list.reload();
  }

  return (
    <SettingsSection<Role>
      name="roles"
      icon={IconUserShield}
      words={sectionWords(t, 'roles.')}
      list={list}
      form={(known, done) => <RoleForm known={known} onDone={done} />}
    >
      {(roles, open) => (
        <>
          {refused === null ? null : (
            <Alert
              role="alert"
              color="red"
              variant="light"
              mb="sm"
              title={t('roles.refused', { name: refused.name })}
              withCloseButton
              closeButtonLabel={t('action.close', { ns: 'translation' })}
              onClose={() => setRefused(null)}
            >
              {refused.why} <SettingsLink section="users">{t('roles.to_users')}</SettingsLink>
            </Alert>
          )}
          <SettingsRows items={roles}>{(role) => <Line role={role} onOpen={() => open(role)} onRemove={() => void remove(role)} />}</SettingsRows>
        </>
      )}
    </SettingsSection>
  );
}

function Line({ role, onOpen, onRemove }: { role: Role; onOpen: () => void; onRemove: () => void }) {
  const { t, language } = useTexts();
  const me = useMe();
  const name = roleName(role, t);
  const above = role.rank < me.rank;
  return (
    <SettingsListRow
      name={name}
      chips={
        <>
          <Chip {...(role.type === 'admin' ? { tone: 'good' as const } : {})}>{t(`type.${role.type}`)}</Chip>
          <Chip>{t('users.count', { count: role.users })}</Chip>
          {above ? <Chip>{t('users.above')}</Chip> : null}
        </>
      }
      meta={rightsWords(role, t, language)}
      wraps
      disabled={above}
      onOpen={onOpen}
      {...(above
        ? {}
        : {
            remove: {
              label: t('roles.remove_of', { name }),
              title: t('roles.remove_title', { name }),
              text: t('roles.remove_text'),
              confirm: t('roles.remove'),
              run: onRemove,
            },
          })}
    />
  );
}
