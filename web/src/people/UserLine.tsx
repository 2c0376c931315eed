import { ActionIcon } from '@mantine/core';
import { IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useId } from 'react';
import { useDepartments } from '../api/departments';
import { useMe } from '../session/store';
import { useSettingsChange } from '../settings/useSettingsChange';
import { openDialog } from '../ui/dialog';
import { Chip } from '../ui/SettingsList';
import kept from '../ui/settingsList.module.css';
import { toastSuccess } from '../ui/toast';
import { Tooltip } from '../ui/Tooltip';
import { calls, type Role, type User } from './model';
import classes from './people.module.css';
import { roleName } from './roles/model';
import { useTexts } from './texts';

interface Props {
  user: User;
  /** None where the user's is not known, or the user has none. */
  role: Role | undefined;
  onOpen: () => void;
  onChanged: (user: User) => void;
}

/** One user: the whole row opens it, where this person may change it. */
export function UserLine({ user, role, onOpen, onChanged }: Props) {
  const { t } = useTexts();
  const me = useMe();
  const departments = useDepartments((state) => state.departments);
  const { busy, change } = useSettingsChange(() => undefined);
  const id = useId();
  const { name } = user;
  const isMe = user.id === me.userId;
  const above = user.rank < me.rank;
  const teams = departments.filter((department) => user.departments.includes(department.id));
  const Toggle = user.disabled ? IconUserCheck : IconUserOff;

  const enable = (enabled: boolean) =>
    change(
      () => calls.enable(user.id, enabled),
      (changed) => {
        onChanged(changed);
        toastSuccess(t(enabled ? 'users.enabled_done' : 'users.disabled_done', { name }));
      },
    );

  function disable(): void {
    openDialog({
      title: t('users.disable_title', { name }),
      text: t('users.disable_text'),
      confirm: { label: t('users.disable'), danger: true, run: () => enable(false) },
    });
  }

  return (
    <li className={`${kept['row'] ?? ''} ${classes['line'] ?? ''}`} data-off={user.disabled || undefined} data-above={above || undefined}>
      <button
        type="button"
        className={kept['open']}
        disabled={busy || above}
        aria-label={t('users.edit_of', { name })}
        aria-describedby={`${id}-marks ${id}-meta`}
        onClick={onOpen}
      >
        <span className={`${kept['name'] ?? ''} ${classes['names'] ?? ''}`}>
          <span>{name}</span>
          <span className={classes['marks']} id={`${id}-marks`}>
            <Chip {...(user.type === 'admin' ? { tone: 'good' as const } : {})}>
              {role === undefined ? t(user.type === 'admin' ? 'roles.custom_admin' : 'roles.custom_agent') : roleName(role, t)}
            </Chip>
            {teams.map((team) => (
              <Chip key={team.id}>{team.name}</Chip>
            ))}
            {user.disabled ? <Chip tone="bad">{t('users.off')}</Chip> : null}
            {isMe ? <Chip>{t('users.me')}</Chip> : null}
            {above ? <Chip>{t('users.above')}</Chip> : null}
          </span>
        </span>
        <span className={kept['meta']} id={`${id}-meta`}>
          {user.email === '' ? user.username : `${user.username} · ${user.email}`}
        </span>
      </button>
      {isMe ? null : (
        <Tooltip label={t(user.disabled ? 'users.enable' : 'users.disable')}>
          <ActionIcon
            className={kept['side'] ?? ''}
            disabled={above}
            loading={busy}
            aria-label={t(user.disabled ? 'users.enable_of' : 'users.disable_of', { name })}
            onClick={() => (user.disabled ? enable(true) : disable())}
          >
            <Toggle size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
