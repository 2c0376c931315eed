import { useTranslation } from 'react-i18next';
import { useLabels } from '../api/labels';
import classes from './LabelChips.module.css';
import { LabelDot } from './LabelDot';
import { Tooltip } from './Tooltip';

/** The labels of a ticket by name and colour; with a limit the rest are counted. */
export function LabelChips({ ids, most = Infinity }: { ids: readonly number[]; most?: number }) {
  const { t } = useTranslation();
  const { phase, labels } = useLabels();
  // Before the labels are here, nobody can say what an id is called, or that it was removed.
  if (ids.length === 0 || phase !== 'ready') return null;
  const shown = ids.map((id) => {
    const label = labels.find((candidate) => candidate.id === id);
    const { name, color, colorDark } = label ?? { name: t('tickets.removed_label'), color: 'transparent', colorDark: 'transparent' };
    return { id, name, color, colorDark };
  });
  const rest = shown.slice(most);
  return (
    <span className={classes['chips']}>
      {shown.slice(0, most).map(({ id, name, color, colorDark }) => (
        <span key={id} className={classes['chip']} title={name}>
          <LabelDot color={color} colorDark={colorDark} />
          <span className={classes['name']}>{name}</span>
        </span>
      ))}
      {rest.length === 0 ? null : (
        <Tooltip label={rest.map((label) => label.name).join(', ')}>
          <span className={classes['rest']} role="img" aria-label={rest.map((label) => label.name).join(', ')}>
            +{rest.length}
          </span>
        </Tooltip>
      )}
    </span>
  );
}
