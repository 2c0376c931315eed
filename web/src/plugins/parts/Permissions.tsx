import {
  IconBolt,
  IconGauge,
  IconKey,
  IconLogin2,
  IconMessages,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import type { Permissions as Wanted } from '../model';
import { sectionsOf, type Section } from '../permissions';
import classes from '../plugins.module.css';
import { useTexts } from '../texts';

const ICONS: Record<Section['name'], Icon> = {
  reach: IconWorld,
  secrets: IconKey,
  sign_in: IconLogin2,
  does: IconBolt,
  channels: IconMessages,
  limits: IconGauge,
};

interface Props {
  permissions: Wanted;
  /** The title of a setting, where the form is known. */
  title?: (setting: string) => string;
}

/** What a plugin may do, in sentences. Everything that is not listed is closed to it. */
export function Permissions({ permissions, title }: Props) {
  const { t } = useTexts();
  return (
    <div className={classes['sections']}>
      {sectionsOf(permissions, title).map((section) => {
        const SectionIcon = ICONS[section.name];
        return (
          <section key={section.name} className={classes['section']} aria-label={t(`sheet.${section.name}`)}>
            <SectionIcon size={18} stroke={1.5} aria-hidden />
            <div>
              <h3>{t(`sheet.${section.name}`)}</h3>
              <ul>
                {section.lines.map((line) => (
                  <li key={`${line.key} ${JSON.stringify(line.values ?? {})}`}>{t(line.key, { ...line.values })}</li>
                ))}
              </ul>
            </div>
          </section>
        );
      })}
    </div>
  );
}
