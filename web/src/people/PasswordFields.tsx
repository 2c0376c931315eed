import { Button, Group, PasswordInput, Radio, Stack } from '@mantine/core';
import type { Form } from './model';
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
}

/** How a user comes to a password: by a link that works once, or typed here. */
export function PasswordFields({ isNew, form, error, onChange, linking, onLink }: Props) {
  const { t } = useTexts();
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
        <Radio.Group label={t('field.how')} value={form.byLink ? 'link' : 'typed'} onChange={(how) => onChange({ byLink: how === 'link' })}>
          <Stack gap="xs" mt="xs">
            <Radio value="link" label={t('link.by_link')} description={t('link.by_link_text')} />
            <Radio value="typed" label={t('link.typed')} />
          </Stack>
        </Radio.Group>
        {form.byLink ? null : typed}
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
        </Group>
      )}
    </>
  );
}
