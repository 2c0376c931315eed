import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { readPoint } from '../../contents';
import type { EditorProps } from './ContentEditor';

/** A place by its two numbers, or by the address of a map that shows it. */
export function LocationForm({ known, onDone }: EditorProps<'location'>) {
  const { t } = useTranslation();
  const [point, setPoint] = useState(known === undefined ? '' : `${known.latitude}, ${known.longitude}`);
  const [name, setName] = useState(known?.name ?? '');
  const [address, setAddress] = useState(known?.address ?? '');
  const [wrong, setWrong] = useState<string | null>(null);

  const check = () => (readPoint(point) === null ? t('editor.point_wrong') : null);
  function submit(event: SubmitEvent) {
    event.preventDefault();
    event.stopPropagation();
    const read = readPoint(point);
    setWrong(check());
    if (read === null) return;
    onDone({ kind: 'location', ...read, name: name.trim() || null, address: address.trim() || null });
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label={t('editor.point')}
          description={t('editor.point_hint')}
          placeholder="3.13900, 101.68690"
          value={point}
          error={wrong}
          data-autofocus
          autoComplete="off"
          onChange={(event) => {
            setPoint(event.currentTarget.value);
            setWrong(null);
          }}
          onBlur={() => setWrong(point === '' ? null : check())}
        />
        <TextInput label={t('editor.place_name')} value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
        <TextInput label={t('editor.place_address')} value={address} maxLength={400} onChange={(event) => setAddress(event.currentTarget.value)} />
        <Group justify="flex-end">
          <Button type="submit">{t('editor.add')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
