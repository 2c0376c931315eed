import { Alert, Anchor, Button, Checkbox, Group, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useDepartments } from '../api/departments';
import { asProblem } from '../api/problem';
import { useMe } from '../session/store';
import { problemText } from '../ui/ErrorPlace';
import { toastSuccess } from '../ui/toast';
import { calls, draftOf, faultsOf, formOf, type Field, type Form, type User } from './model';
import classes from './people.module.css';
import { Permissions } from './Permissions';
import { useTexts } from './texts';

interface Props {
  /** None for a new user. */
  user: User | null;
  /** With the user as it was saved, or null. */
  onClose: (saved: User | null) => void;
}

/** All of a user. What the server refuses is said at its field, and nothing typed is lost. */
export function UserForm({ user, onClose }: Props) {
  const { t } = useTexts();
  const me = useMe();
  const departments = useDepartments((state) => state.departments).filter((department) => !department.deleted);
  const [form, setForm] = useState<Form>(() => formOf(user));
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isMe = user?.id === me.userId;

  const set = (change: Partial<Form>) => setForm((old) => ({ ...old, ...change }));
  const field = (name: Field) => ({
    label: t(`field.${name}`),
    error: faults[name] ?? null,
    disabled: busy,
  });
  const text = (name: 'username' | 'name' | 'email' | 'rank' | 'password') => ({
    ...field(name),
    value: form[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });

  async function save(): Promise<void> {
    setFailure(null);
    const own = Object.entries(faultsOf(form, user === null, me.rank)).map(([name, key]) => [name, t(key)] as const);
    setFaults(Object.fromEntries(own));
    if (own.length > 0) return;
    setBusy(true);
    try {
      const draft = draftOf(form, user);
      const saved = user === null ? await calls.create(draft) : await calls.change(user.id, draft);
      toastSuccess(t('users.saved', { name: saved.name }));
      onClose(saved);
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFaults(problem.fields);
      setFailure(problemText(problem, (key) => t(key, { ns: 'translation' })));
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Anchor component="button" type="button" size="sm" mb="sm" className={classes['back'] ?? ''} onClick={() => onClose(null)}>
        <IconArrowLeft size={16} aria-hidden /> {t('users.back')}
      </Anchor>
      <Stack gap="md">
        {user === null ? (
          <TextInput {...text('username')} description={t('hint.username')} maxLength={64} autoComplete="off" data-autofocus withAsterisk />
        ) : (
          <TextInput label={t('field.username')} description={t('hint.username_stays')} value={user.username} readOnly disabled />
        )}
        <TextInput {...text('name')} description={t('hint.name')} maxLength={80} autoComplete="off" />
        <TextInput {...text('email')} type="email" maxLength={254} autoComplete="off" />
        <Radio.Group {...field('type')} value={form.type} onChange={(type) => set({ type: type === 'admin' ? 'admin' : 'agent' })}>
          <Stack gap="xs" mt="xs">
            {(['agent', 'admin'] as const).map((type) => (
              <Radio key={type} value={type} disabled={busy || isMe} label={t(`type.${type}`)} description={t(`hint.type_${type}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput {...text('rank')} description={t('hint.rank', { own: me.rank })} inputMode="numeric" />
        <Permissions type={form.type} value={form.permissions} disabled={busy} onChange={(permissions) => set({ permissions })} />
        {departments.length === 0 ? null : (
          <Checkbox.Group
            {...field('departments')}
            value={form.departments.map(String)}
            onChange={(ids) => set({ departments: ids.map(Number).sort((a, b) => a - b) })}
          >
            <Stack gap="xs" mt="xs">
              {departments.map((department) => (
                <Checkbox key={department.id} value={String(department.id)} disabled={busy} label={department.name} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <PasswordInput
          {...text('password')}
          label={t(user === null ? 'field.password' : 'field.password_new')}
          description={t(user === null ? 'hint.password' : 'hint.password_new')}
          autoComplete="new-password"
          withAsterisk={user === null}
          visibilityToggleButtonProps={{ 'aria-label': t('hint.password_show') }}
        />
        {failure === null ? null : (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={busy} onClick={() => onClose(null)}>
            {t('action.cancel', { ns: 'translation' })}
          </Button>
          <Button type="submit" loading={busy}>
            {t(user === null ? 'users.create' : 'users.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
