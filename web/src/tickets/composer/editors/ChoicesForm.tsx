import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice, OutContent } from '../../../api/content';
import type { SendRules } from '../../../api/types';
import { choiceId, choicesMax } from '../offers';

interface Props {
  kind: 'quick_replies' | 'buttons';
  known: readonly Choice[];
  rules: SendRules;
  onDone: (content: OutContent) => void;
}

/** Answers with one touch, or buttons of which some open a page; as many and as long as the channel takes. */
export function ChoicesForm({ kind, known, rules, onDone }: Props) {
  const { t } = useTranslation();
  const max = choicesMax(kind, rules);
  const titleMax = rules.button_title_max ?? 250;
  const [items, setItems] = useState<Choice[]>(known.length > 0 ? [...known] : [{ id: 'c1', title: '' }]);
  const [tried, setTried] = useState(false);

  const change = (id: string, part: Partial<Choice>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...part } : item)));
  const filled = items.filter((item) => item.title.trim() !== '');
  const wrongUrl = (item: Choice) => Boolean(item.url) && !/^https?:\/\/\S+$/.test(item.url ?? '');

  function submit(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (filled.length === 0 || filled.some(wrongUrl)) return;
    onDone({
      kind,
      items: filled.map(({ id, title, url }) => ({ id, title: title.trim(), ...(kind === 'buttons' && url ? { url: url.trim() } : {}) })),
    });
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        {items.map((item, at) => (
          <Group key={item.id} gap="xs" align="flex-start" wrap="nowrap">
            <Stack gap={6} style={{ flex: 1 }}>
              <TextInput
                aria-label={t('editor.choice', { number: at + 1 })}
                placeholder={t('editor.choice', { number: at + 1 })}
                value={item.title}
                maxLength={titleMax}
                error={tried && filled.length === 0 && at === 0 ? t('editor.choice_empty') : null}
                rightSection={
                  <span style={{ fontSize: 12, color: 'var(--pb-dim)' }} aria-hidden>
                    {titleMax - item.title.length}
                  </span>
                }
                {...(at === 0 ? { 'data-autofocus': true } : {})}
                onChange={(event) => change(item.id, { title: event.currentTarget.value })}
              />
              {kind === 'buttons' ? (
                <TextInput
                  size="xs"
                  aria-label={t('editor.link', { number: at + 1 })}
                  placeholder={t('editor.link_hint')}
                  value={item.url ?? ''}
                  error={tried && wrongUrl(item) ? t('editor.link_wrong') : null}
                  inputMode="url"
                  onChange={(event) => change(item.id, { url: event.currentTarget.value })}
                />
              ) : null}
            </Stack>
            <ActionIcon
              mt={4}
              disabled={items.length === 1}
              onClick={() => setItems((now) => now.filter((other) => other.id !== item.id))}
              aria-label={t('editor.choice_remove', { number: at + 1 })}
            >
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
          </Group>
        ))}
        <Group justify="space-between">
          <Button
            variant="subtle"
            size="xs"
            disabled={items.length >= max}
            leftSection={<IconPlus size={15} stroke={1.5} />}
            onClick={() => setItems((now) => [...now, { id: choiceId(now.map((item) => item.id)), title: '' }])}
          >
            {t('editor.choice_add', { count: max })}
          </Button>
          <Button type="submit">{t('editor.add')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
