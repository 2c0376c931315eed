import { ActionIcon, Badge, Button, Group, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState, type SubmitEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useMe } from '../../session/store';
import { filterFrom } from '../model';
import { narrowFrom, narrowTo, type Narrow } from '../narrow';
import { addressOf, countPresets, dropPreset, presetOf, PRESETS_MAX, readPresets, savePreset, usePresets, type Preset } from './presets';
import classes from './PresetList.module.css';
import { useTexts } from './texts';

interface Props {
  /** What would be kept. */
  narrow: Narrow;
  onChosen: () => void;
}

/** The same list may be written in an address in more than one way. */
function isShown(preset: Preset, search: URLSearchParams): boolean {
  const filter = filterFrom(search.get('filter'));
  const shown = narrowTo(new URLSearchParams(filter === 'open' ? {} : { filter }), narrowFrom(search));
  return shown.toString() === addressOf(preset).toString();
}

/** The lists somebody keeps under a name, each with how many tickets it has. */
export function PresetList({ narrow, onChosen }: Props) {
  const t = useTexts();
  const { username } = useMe();
  const [search, setSearch] = useSearchParams();
  const { presets, unkept } = usePresets();
  const [name, setName] = useState('');
  const title = name.trim();
  const full = presets.length >= PRESETS_MAX && !presets.some((preset) => preset.name === title);

  useEffect(() => {
    let here = true;
    readPresets(username);
    void countPresets(() => here);
    return () => {
      here = false;
    };
  }, [username]);

  function save(event: SubmitEvent): void {
    event.preventDefault();
    if (title === '' || !savePreset(presetOf(title, filterFrom(search.get('filter')), narrow))) return;
    setName('');
    void countPresets(() => true, title);
  }

  return (
    <div className={classes['presets']}>
      {presets.length === 0 ? null : (
        <ul className={classes['list']} aria-label={t('presets')}>
          {presets.map((preset) => (
            <li key={preset.name} className={classes['preset']}>
              <Button
                variant="default"
                size="compact-sm"
                className={classes['open'] ?? ''}
                aria-pressed={isShown(preset, search)}
                rightSection={
                  preset.count === null ? null : (
                    <Badge size="sm" variant="light" color="gray">
                      {preset.count}
                      {preset.countMore ? '+' : ''}
                    </Badge>
                  )
                }
                onClick={() => {
                  setSearch(addressOf(preset));
                  onChosen();
                }}
              >
                {preset.name}
              </Button>
              <ActionIcon variant="subtle" color="gray" size={26} aria-label={t('preset_drop', { name: preset.name })} onClick={() => dropPreset(preset.name)}>
                <IconTrash size={14} stroke={1.5} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={save}>
        <Group gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            size="xs"
            maxLength={60}
            aria-label={t('preset_name')}
            placeholder={t('preset_name')}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" size="xs" variant="default" disabled={title === '' || full}>
            {t('preset_save')}
          </Button>
        </Group>
      </form>
      <Text size="xs" c="dimmed" role="status">
        {full ? t('presets_full', { count: PRESETS_MAX }) : unkept ? t('presets_unkept') : null}
      </Text>
    </div>
  );
}
