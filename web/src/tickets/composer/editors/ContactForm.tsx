import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorProps } from './ContentEditor';

const lines = (text: string) =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A person's card: a name and at least one way to reach them. */
export function ContactForm({ known, onDone }: EditorProps<'contact'>) {
  const { t } = useTranslation();
  const [name, setName] = useState(known?.name ?? '');
  const [organisation, setOrganisation] = useState(known?.organisation ?? '');
  const [phones, setPhones] = useState(known?.phones?.join('\n') ?? '');
  const [emails, setEmails] = useState(known?.emails?.join('\n') ?? '');
  const [wrong, setWrong] = useState<{ name?: string; ways?: string }>({});

  function submit(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    const card = { phones: lines(phones), emails: lines(emails) };
    const found = {
      ...(name.trim() === '' ? { name: t('editor.name_empty') } : {}),
      ...(card.phones.length + card.emails.length === 0 ? { ways: t('editor.ways_empty') } : {}),
    };
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    onDone({ kind: 'contact', name: name.trim(), ...card, organisation: organisation.trim() || null });
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <TextInput label={t('editor.contact_name')} value={name} error={wrong.name} data-autofocus onChange={(event) => setName(event.currentTarget.value)} />
        <TextInput label={t('editor.organisation')} value={organisation} onChange={(event) => setOrganisation(event.currentTarget.value)} />
        <Textarea
          label={t('editor.phones')}
          description={t('editor.one_per_line')}
          value={phones}
          error={wrong.ways}
          autosize
          minRows={1}
          maxRows={4}
          onChange={(event) => setPhones(event.currentTarget.value)}
        />
        <Textarea
          label={t('editor.emails')}
          description={t('editor.one_per_line')}
          value={emails}
          autosize
          minRows={1}
          maxRows={4}
          onChange={(event) => setEmails(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit">{t('editor.add')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
