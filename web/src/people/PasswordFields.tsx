import { Button, Group, PasswordInput, Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { calls, type Form } from './model';
import { useTexts } from './texts';

interface Props {
  isNew: boolean;
  form: Form;
  error: string | undefined;
  onChange: (change: Partial<Form>) => void;
  /** A link is on its way. */
  linking: boolean;
  /** Makes a link for a new password; null where there can be none. */
  onLink: (() => void) | null;
  /** Mails one to the user; null where it cannot. */
  onInvite: (() => void) | null;
}

/** How a user comes to a password: by a link that works once, mailed or shown, or typed here. */
export function PasswordFields({ isNew, form, error, onChange, linking, onLink, onInvite }: Props) {
  const { t } = useTexts();
  const mails = useQuery({ queryKey: ['desk-mails'], queryFn: calls.mails }).data?.available === true;
  const typed = (
    <PasswordInput
      label={t(isNew ? 'field.password' : 'field.password_new')}
      description={t(isNew ? 'hint.password' : 'hint.password_new')}
      value={form.password}
      error={error}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('hint.password_show') }}
      onChange={(event) => onChange({ password: event.currentTarget.value })}
    />
  );
  if (isNew) {
    return (
      <>
        <Radio.Group label={t('field.how')} value={form.how} onChange={(how) => onChange({ how })}>
          <Stack gap="xs" mt="xs">
            {mails ? <Radio value="mail" label={t('link.by_mail')} description={t('link.by_mail_text')} /> : null}
            <Radio value="link" label={t('link.by_link')} description={t('link.by_link_text')} />
            <Radio value="typed" label={t('link.typed')} />
          </Stack>
        </Radio.Group>
        {form.how === 'typed' ? typed : null}
      </>
    );
  }
  return (
    <>
      {typed}
      {onLink === null ? null : (
        <Group>
          <Button variant="default" size="xs" loading={linking} onClick={onLink}>
            {t('link.make')}
          </Button>
          {onInvite === null || !mails ? null : (
            <Button variant="default" size="xs" loading={linking} onClick={onInvite}>
              {t('link.invite')}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}
