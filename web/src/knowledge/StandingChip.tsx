import { Chip } from '../ui/SettingsList';
import { standingOf } from './model';
import { useTexts } from './texts';
import type { TranslationSummary } from './types';

const TONES = { published: 'good', changed: 'warn' } as const;

/** How a translation stands, and whether its source went on without it. */
export function StandingChip({ of }: { of: Pick<TranslationSummary, 'state' | 'revision' | 'published_revision' | 'source_changed'> }) {
  const { t } = useTexts();
  const standing = standingOf(of);
  return (
    <>
      <Chip {...(standing === 'published' || standing === 'changed' ? { tone: TONES[standing] } : {})}>{t(`standing.${standing}`)}</Chip>
      {of.source_changed ? <Chip tone="warn">{t('source_changed')}</Chip> : null}
    </>
  );
}
