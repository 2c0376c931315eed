import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconUsers } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useDepartments } from '../api/departments';
import { AdminsOnly } from '../settings/AdminsOnly';
import { AddButton, SearchInput, SectionHead } from '../settings/SectionHead';
import { SettingsRows } from '../settings/SettingsRows';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { SettingsListSkeleton } from '../ui/SettingsList';
import { useOpenForm } from '../ui/useDraft';
import { LinkPanel } from './LinkPanel';
import type { PasswordLink, Role, User } from './model';
import classes from './people.module.css';
import { useRoles } from './roles/useRoles';
import { useTexts } from './texts';
import { UserForm } from './UserForm';
import { UserLine } from './UserLine';
import { useUsers } from './useUsers';

/** The users of the desk: found, made, changed, disabled. */
export function UsersSection() {
  const { t } = useTexts();
  return (
    <AdminsOnly t={t}>
      <Users />
    </AdminsOnly>
  );
}

function Users() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 250);
  const roles = useRoles();
  const list = useUsers(settled);
  const [edited, setEdited] = useOpenForm<User>('users');
  const [linked, setLinked] = useState<{ name: string; link: PasswordLink } | null>(null);
  const loadDepartments = useDepartments((state) => state.load);
  useEffect(() => void loadDepartments(), [loadDepartments]);

  if (linked !== null) return <LinkPanel {...linked} onDone={() => setLinked(null)} />;
  if (roles.data === undefined) {
    if (roles.problem === null) return <SettingsListSkeleton label={t('users.loading')} />;
    return <ErrorPlace compact problem={roles.problem} title={t('roles.load_failed')} onRetry={() => void roles.reload()} />;
  }
  if (edited !== null) {
    return (
      <UserForm
        known={edited === 'new' ? null : edited}
        roles={roles.data}
        onLink={(name, link) => setLinked({ name, link })}
        onDone={(saved) => {
          setEdited(null);
          if (saved === null) return;
          if (edited === 'new') list.reload();
          else list.put(saved);
        }}
      />
    );
  }
  return (
    <>
      <SectionHead
        about={t('users.about')}
        search={<SearchInput label={t('users.search')} value={search} onChange={setSearch} />}
        add={<AddButton label={t('users.add')} onClick={() => setEdited('new')} />}
      />
      <Found list={list} roles={roles.data} onOpen={setEdited} />
    </>
  );
}

function Found({ list, roles, onOpen }: { list: ReturnType<typeof useUsers>; roles: readonly Role[]; onOpen: (user: User) => void }) {
  const { t } = useTexts();
  if (list.phase === 'loading') return <SettingsListSkeleton label={t('users.loading')} />;
  if (list.problem !== null) {
    return <ErrorPlace compact problem={list.problem} title={t('users.load_failed')} onRetry={list.reload} />;
  }
  if (list.users.length === 0) {
    return <EmptyPlace compact icon={<IconUsers size={18} stroke={1.5} />} title={t('users.none')} text={t('users.none_text')} />;
  }
  return (
    <>
      <p className={classes['count']} role="status">
        {t('users.count', { count: list.total })}
      </p>
      <SettingsRows items={list.users}>
        {(user) => <UserLine user={user} role={roles.find(({ id }) => id === user.role)} onOpen={() => onOpen(user)} onChanged={list.put} />}
      </SettingsRows>
      {list.more ? (
        <Button mt="sm" variant="default" size="xs" loading={list.busy} onClick={list.loadMore}>
          {t('users.more')}
        </Button>
      ) : null}
    </>
  );
}
