import { Spotlight } from '@mantine/spotlight';
import type { SettingsHit } from '../settings/search';
import classes from '../Palette.module.css';
import { openSettings } from '../settings/open';

interface Props {
  hits: readonly SettingsHit[];
  /** Runs once the palette has given the focus back. */
  later: (run: () => void) => () => void;
}

/** Settings by their names and descriptions; each leads to its section. */
export function SettingsHits({ hits, later }: Props) {
  return hits.map(({ id, section, title, about, within }) => (
    <Spotlight.Action
      key={id}
      label={title}
      description={within === '' ? about : within}
      leftSection={<span className={classes['sign']}><section.icon size={18} stroke={1.5} /></span>}
      highlightQuery
      onClick={later(() => openSettings(section.id))}
    />
  ));
}
