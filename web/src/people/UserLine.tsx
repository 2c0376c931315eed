import { Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { useDepartments } from '../api/departments';
import { asProblem } from '../api/problem';
import { useMe } from '../session/store';
import { openDialog } from '../ui/dialog';
import { problemText } from '../ui/ErrorPlace';
import { toastError, toastSuccess } from '../ui/toast';
import { calls, type User } from './model';
import classes from './people.module.css';
import { useTexts } from './texts';

interface Props {
  user: User;
  onEdit: () => void;
  onChanged: (user: User) => void;
}

/** One user, with what can be done about it. */
export function UserLine({ user, onEdit, onChanged }: Props) {
  const { t } = useTexts();
  const me = useMe();
  const departments = useDepartments((state) => state.departments);
  const [busy, setBusy] = useState(false);
  const isMe = user.id === me.userId;
  const above = user.rank < me.rank;
  const teams = departments.filter((department) => user.departments.includes(department.id));

  async function enable(enabled: boolean): Promise<void> {
    setBusy(true);
    try {
      onChanged(await calls.enable(user.id, enabled));
      toastSuccess(t(enabled ? 'users.enabled_done' : 'users.disabled_done', { name: user.name }));
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
    }
    setBusy(false);
  }

  function disable(): void {
    openDialog({
      title: t('users.disable_title', { name: user.name }),
      text: t('users.disable_text'),
      confirm: { label: t('users.disable'), danger: true, run: () => void enable(false) },
    });
  }

  return (
    <li className={classes['line']} data-off={user.disabled || undefined}>
      <div className={classes['who']}>
        <span className={classes['name']}>{user.name}</span>
        <span className={classes['dim']}>
          {user.username}
          {user.email === '' ? null : ` · ${user.email}`}
        </span>
      </div>
      <div className={classes['marks']}>
        <Badge variant="light" size="sm" color={user.type === 'admin' ? 'accent' : 'gray'}>
          {t(`type.${user.type}`)}
        </Badge>
        {teams.map((team) => (
          <Badge key={team.id} variant="default" size="sm">
            {team.name}
          </Badge>
        ))}
        {user.disabled ? (
          <Badge variant="light" size="sm" color="red">
            {t('users.off')}
          </Badge>
        ) : null}
        {isMe ? <span className={classes['dim']}>{t('users.me')}</span> : null}
        {above ? <span className={classes['dim']}>{t('users.above')}</span> : null}
      </div>
      <div className={classes['acts']}>
        <Button variant="default" size="compact-xs" disabled={busy || above} onClick={onEdit} aria-label={t('users.edit_of', { name: user.name })}>
          {t('users.edit')}
        </Button>
        {isMe ? null : (
          <Button
            variant="subtle"
            size="compact-xs"
            color={user.disabled ? 'accent' : 'red'}
            disabled={above}
            loading={busy}
            onClick={() => (user.disabled ? void enable(true) : disable())}
            aria-label={t(user.disabled ? 'users.enable_of' : 'users.disable_of', { name: user.name })}
          >
            {t(user.disabled ? 'users.enable' : 'users.disable')}
          </Button>
        )}
      </div>
    </li>
  );
}
