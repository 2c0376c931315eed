import { Avatar, Button, FileButton, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { toastError } from '../../ui/toast';
import { calls, type OwnProfile } from './calls';
import { shrink } from './shrink';
import { useTexts } from './texts';

/** The photo, changed at once. */
export function Photo({ profile, onChange }: { profile: OwnProfile; onChange: (profile: OwnProfile) => void }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function act(work: () => Promise<OwnProfile>): Promise<void> {
    setBusy(true);
    try {
      onChange(await work());
    } catch (thrown) {
      toastError(problemText(asProblem(thrown), common));
    }
    setBusy(false);
  }

  async function take(file: File | null): Promise<void> {
    if (file === null) return;
    let small: Blob;
    try {
      small = await shrink(file);
    } catch {
      toastError(t('photo.bad'));
      return;
    }
    await act(() => calls.photo(small));
  }

  return (
    <Group gap="md">
      <Avatar src={profile.photo === '' ? null : profile.photo} name={profile.name} size={64} radius="xl" color="gray" alt={t('photo.alt')} />
      <Group gap="xs">
        <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} size="xs" variant="default" loading={busy}>
              {t(profile.photo === '' ? 'photo.add' : 'photo.change')}
            </Button>
          )}
        </FileButton>
        {profile.photo === '' ? null : (
          <Button size="xs" variant="subtle" disabled={busy} onClick={() => void act(calls.dropPhoto)}>
            {t('photo.remove')}
          </Button>
        )}
      </Group>
    </Group>
  );
}
