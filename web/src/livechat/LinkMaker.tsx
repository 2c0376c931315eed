import { ActionIcon, Alert, Button, CopyButton, Group, Modal, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import { ErrorPlace, problemText } from '../ui/ErrorPlace';
import { Tooltip } from '../ui/Tooltip';
import { useTexts } from './texts';

/** Makes a link that one visitor can open. */
export function LinkMaker({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const shared = useTranslation().t;
  const links = useQuery({ queryKey: ['livechat', 'links'], queryFn: () => api.get('/api/livechat/links') });
  const [chosen, setChosen] = useState<string | null>(null);
  const [made, setMade] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const pages = links.data?.pages ?? [];
  const page = chosen ?? (pages[0] ? String(pages[0].channel_id) : null);

  async function make(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const answer = await api.post('/api/livechat/links', { json: { channel_id: Number(page) } });
      setMade(answer.url);
      await links.refetch();
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), shared));
    }
    setBusy(false);
  }

  const unused = (links.data?.data ?? []).filter((link) => link.url !== made).slice(0, 10);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('link.title')}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('link.text')}
        </Text>
        {links.isPending ? <Skeleton height={36} /> : null}
        {links.isError ? (
          <ErrorPlace compact problem={asProblem(links.error)} title={t('link.load_failed')} onRetry={() => void links.refetch()} />
        ) : null}
        {links.isSuccess && pages.length === 0 ? <Text size="sm">{t('link.none')}</Text> : null}
        {pages.length > 1 ? (
          <Select
            label={t('link.page')}
            data={pages.map((one) => ({ value: String(one.channel_id), label: one.name }))}
            value={page}
            allowDeselect={false}
            onChange={setChosen}
          />
        ) : null}
        {made === null ? null : <LinkField label={t('link.made')} url={made} />}
        {failure === null ? null : (
          <Alert color="red" role="alert" title={t('link.failed')}>
            {failure}
          </Alert>
        )}
        {pages.length > 0 ? (
          <Group justify="flex-end">
            <Button loading={busy} variant={made === null ? 'filled' : 'default'} onClick={() => void make()}>
              {t('link.make')}
            </Button>
          </Group>
        ) : null}
        {unused.length > 0 ? (
          <Stack gap={6}>
            <Text size="sm" fw={550}>
              {t('link.unused')}
            </Text>
            {unused.map((link) => (
              <LinkField key={link.token} url={link.url} />
            ))}
          </Stack>
        ) : null}
      </Stack>
    </Modal>
  );
}

function LinkField({ url, label }: { url: string; label?: string }) {
  const { t } = useTexts();
  return (
    <TextInput
      {...(label === undefined ? { 'aria-label': url } : { label })}
      value={url}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Tooltip label={t(copied ? 'link.copied' : 'link.copy')}>
              <ActionIcon onClick={copy} aria-label={t(copied ? 'link.copied' : 'link.copy')}>
                {copied ? <IconCheck size={16} /> : <IconCopy size={16} stroke={1.5} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      }
    />
  );
}
