import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useDepartments } from '../api/departments';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import { AdminsOnly } from './AdminsOnly';
import type { User } from './model';
import classes from './people.module.css';
import { useTexts } from './texts';
import { UserForm } from './UserForm';
import { UserLine } from './UserLine';
import { useUsers } from './useUsers';

/** The users of the desk: found, made, changed, disabled. */
export function UsersSection() {
  return (
    <AdminsOnly>
      <Users />
    </AdminsOnly>
  );
}

function Users() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 250);
  const list = useUsers(settled);
  const [edited, setEdited] = useState<User | 'new' | null>(null);
  const loadDepartments = useDepartments((state) => state.load);
  useEffect(() => void loadDepartments(), [loadDepartments]);

  if (edited !== null) {
    return (
      <UserForm
        user={edited === 'new' ? null : edited}
        onClose={(saved) => {
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
      <p className={classes['about']}>{t('users.about')}</p>
      <Group gap="xs" mb="sm">
        <TextInput
          size="xs"
          className={classes['grow'] ?? ''}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('users.search')}
          aria-label={t('users.search')}
          leftSection={<IconSearch size={14} stroke={1.5} />}
        />
        <Button size="xs" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setEdited('new')}>
          {t('users.add')}
        </Button>
      </Group>
      <Found list={list} onEdit={setEdited} />
    </>
  );
}

function Found({ list, onEdit }: { list: ReturnType<typeof useUsers>; onEdit: (user: User) => void }) {
  const { t } = useTexts();
  const late = useLate(list.phase === 'loading');
  if (list.phase === 'loading') {
    return late ? (
      <Stack gap={10} role="status" aria-label={t('users.loading')}>
        {[90, 70, 80].map((width) => (
          <Skeleton key={width} height={36} width={`${width}%`} />
        ))}
      </Stack>
    ) : null;
  }
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
      <ul className={classes['lines']}>
        {list.users.map((user) => (
          <UserLine key={user.id} user={user} onEdit={() => onEdit(user)} onChanged={list.put} />
        ))}
      </ul>
      {list.more ? (
        <Group justify="center" mt="sm">
          <Button variant="default" size="xs" loading={list.busy} onClick={list.loadMore}>
            {t('users.more')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}
