import { Alert, Button, Group } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { calls } from './calls';
import { alike, type Found, type Profile } from './model';
import { useTexts } from './texts';

const MOST = 3;

/** Contacts with the same address or number, which are often one person: each can be merged from here. */
export function Alike({ profile, onMerge }: { profile: Profile; onMerge: (other: Found) => void }) {
  const { t } = useTexts();
  const { id, email, phone } = profile;
  const words = [email, phone].filter((word) => word.trim() !== '');
  const { data = [] } = useQuery({
    queryKey: ['profile-alike', id, ...words],
    queryFn: async ({ signal }) => (await Promise.all(words.map((word) => calls.find(word, signal)))).flat(),
    enabled: words.length > 0 && profile.merged_into === null,
  });
  const found = alike(profile, data);
  if (found.length === 0) return null;
  return (
    <Alert role="note" color="blue" variant="light" mb="md" icon={<IconUsers size={16} />} title={t('alike.title', { count: found.length })}>
      {found.slice(0, MOST).map(({ other, same }) => (
        <Group key={other.id} justify="space-between" gap="xs" mt={4}>
          <span>{t(`alike.${same}`, { name: other.name })}</span>
          <Button size="compact-xs" variant="default" onClick={() => onMerge(other)}>
            {t('alike.merge', { name: other.name })}
          </Button>
        </Group>
      ))}
      {found.length > MOST ? <p>{t('alike.more', { count: found.length - MOST })}</p> : null}
    </Alert>
  );
}
