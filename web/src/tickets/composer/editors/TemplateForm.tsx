import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditorProps } from './ContentEditor';
import { keepTemplate, templatesOf } from './templates';

/** A template by the name the provider approved; those used before are one choice away. */
export function TemplateForm({ known, channel, onDone }: EditorProps<'template'> & { channel: string }) {
  const { t } = useTranslation();
  const [used] = useState(() => templatesOf(channel));
  const [name, setName] = useState(known?.name ?? '');
  const [language, setLanguage] = useState(known?.language ?? 'en');
  const [values, setValues] = useState<string[]>(known?.parameters?.map(([, value]) => value) ?? []);
  const [wrong, setWrong] = useState<{ name?: string; language?: string; values?: string }>({});

  function pick(label: string | null) {
    const found = used.find((one) => `${one.name} · ${one.language}` === label);
    if (found === undefined) return;
    setName(found.name);
    setLanguage(found.language);
    setValues(found.parameters?.map(() => '') ?? []);
    setWrong({});
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    const found = {
      ...(name.trim() === '' ? { name: t('editor.template_empty') } : {}),
      ...(language.trim() === '' ? { language: t('editor.language_empty') } : {}),
      ...(values.some((value) => value.trim() === '') ? { values: t('editor.value_empty') } : {}),
    };
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    const parameters = values.map((value, at): [string, string] => [String(at + 1), value.trim()]);
    const template = { name: name.trim(), language: language.trim(), parameters };
    keepTemplate(channel, template);
    onDone({ kind: 'template', ...template });
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        {used.length > 0 ? (
          <Select
            label={t('editor.template_used')}
            data={used.map((one) => `${one.name} · ${one.language}`)}
            value={null}
            onChange={pick}
            placeholder={t('editor.template_pick')}
          />
        ) : null}
        <Group gap="sm" grow align="flex-start" preventGrowOverflow={false}>
          <TextInput
            label={t('editor.template_name')}
            description={t('editor.template_hint')}
            value={name}
            error={wrong.name}
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label={t('editor.language')}
            description={t('editor.language_hint')}
            value={language}
            error={wrong.language}
            maxLength={12}
            onChange={(event) => setLanguage(event.currentTarget.value)}
          />
        </Group>
        {values.map((value, at) => (
          <Group key={at} gap="xs" wrap="nowrap" align="flex-end">
            <TextInput
              style={{ flex: 1 }}
              label={t('editor.value', { number: at + 1 })}
              value={value}
              error={value.trim() === '' ? wrong.values : undefined}
              onChange={(event) => {
                const next = event.currentTarget.value;
                setValues((now) => now.map((other, index) => (index === at ? next : other)));
              }}
            />
            <ActionIcon
              mb={4}
              onClick={() => setValues((now) => now.filter((_, index) => index !== at))}
              aria-label={t('editor.value_remove', { number: at + 1 })}
            >
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
          </Group>
        ))}
        <Group justify="space-between">
          <Button
            variant="subtle"
            size="xs"
            disabled={values.length >= 20}
            leftSection={<IconPlus size={15} stroke={1.5} />}
            onClick={() => setValues((now) => [...now, ''])}
          >
            {t('editor.value_add')}
          </Button>
          <Button type="submit">{t('editor.add')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
