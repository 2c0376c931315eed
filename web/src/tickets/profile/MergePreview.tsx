import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { Waiting } from '../../ui/Waiting';
import { calls } from './calls';
import { movesOf } from './model';
import classes from './profile.module.css';
import { useTexts } from './texts';

interface Named {
  id: number;
  name: string;
}

interface Props {
  loser: Named;
  survivor: Named;
  /** Whether it is known what will happen, and that it may. */
  onReady: (ready: boolean) => void;
}

/** What a merge would do, as it stands at this moment. */
export function MergePreview({ loser, survivor, onReady }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['profile-preview', loser.id, survivor.id],
    queryFn: ({ signal }) => calls.preview(loser.id, survivor.id, signal),
    gcTime: 0,
  });
  const ready = data !== undefined;
  useEffect(() => onReady(ready), [ready, onReady]);
  if (error !== null) return <p role="alert" className={classes['failure']}>{problemText(asProblem(error), common)}</p>;
  if (data === undefined) return <Waiting label={t('merge.previewing')} />;
  const moves = movesOf(data);
  const fields = (names: string[]) => names.map((name) => t(`field.${name}`)).join(', ');
  return (
    <section className={classes['preview']} aria-label={t('merge.moves', { name: survivor.name })}>
      <h3>{t('merge.moves', { name: survivor.name })}</h3>
      <ul>
        {moves.length === 0 ? <li>{t('merge.nothing')}</li> : null}
        {moves.map(({ what, count }) => (
          <li key={what}>{t(`merge.${what}`, { count })}</li>
        ))}
      </ul>
      {data.filled.length === 0 ? null : <p>{t('merge.filled', { name: loser.name, fields: fields(data.filled) })}</p>}
      {data.kept.length === 0 ? null : <p>{t('merge.kept', { name: survivor.name, fields: fields(data.kept) })}</p>}
      <p className={classes['dim']}>{t('merge.about', { name: loser.name })}</p>
    </section>
  );
}
