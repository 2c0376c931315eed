import { Alert, Anchor, Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useDepartments } from '../api/departments';
import { asProblem } from '../api/problem';
import { useMe } from '../session/store';
import { problemText } from '../ui/ErrorPlace';
import { toastError, toastSuccess } from '../ui/toast';
import { calls, draftOf, faultsOf, formOf, type Field, type Form, type PasswordLink, type User } from './model';
import classes from './people.module.css';
import { LinkPanel } from './LinkPanel';
import { PasswordFields } from './PasswordFields';
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
  const [linked, setLinked] = useState<{ user: User; link: PasswordLink } | null>(null);
  const isMe = user?.id === me.userId;

  const set = (change: Partial<Form>) => setForm((old) => ({ ...old, ...change }));
  const field = (name: Field) => ({
    label: t(`field.${name}`),
    error: faults[name] ?? null,
    disabled: busy,
  });
  const text = (name: 'username' | 'name' | 'email' | 'rank') => ({
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
      if (user === null && form.byLink) await makeLink(saved);
      else onClose(saved);
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFaults(problem.fields);
      setFailure(problemText(problem, (key) => t(key, { ns: 'translation' })));
      setBusy(false);
    }
  }

  /** The user is there, whatever becomes of the link: another one can be made. */
  async function makeLink(of: User): Promise<void> {
    setBusy(true);
    try {
      setLinked({ user: of, link: await calls.link(of.id) });
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), (key) => t(key, { ns: 'translation' })));
      if (user === null) onClose(of);
    }
    setBusy(false);
  }

  if (linked !== null) return <LinkPanel name={linked.user.name} link={linked.link} onDone={() => onClose(linked.user)} />;
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
        <PasswordFields
          isNew={user === null}
          form={form}
          error={faults['password'] ?? null}
          disabled={busy}
          onChange={set}
          onLink={user === null || user.disabled ? null : () => void makeLink(user)}
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
