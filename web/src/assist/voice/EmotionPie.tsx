import { useId, type CSSProperties } from 'react';
import { coloursOf, emotionOf, type Emotions } from '../../ui/emotion/colours';
import { EmotionFace, useEmotionName } from '../../ui/emotion/Emotion';
import { pathOf, slicesOf, untoldOf } from './model';
import { Part } from './Part';
import { useTexts } from './texts';
import classes from './voice.module.css';

/** A slice's colour in either scheme. */
function colours(name: string): CSSProperties {
  const [light, dark] = coloursOf(name);
  return { '--emotion-light': light, '--emotion-dark': dark } as CSSProperties;
}

/** The emotions of a voice as a pie; the table beside it is its legend and has every number. */
export function EmotionPie({ percentage }: { percentage: Emotions }) {
  const { t } = useTexts();
  const id = useId();
  const nameOf = useEmotionName();
  const slices = slicesOf(percentage);
  if (slices.length === 0) {
    return (
      <Part title={t('emotions.title')}>
        <p className={classes['dim']}>{t('emotions.none')}</p>
      </Part>
    );
  }
  const untold = untoldOf(percentage);
  const list = slices.map(({ name, percent }) => t('emotions.one', { name: nameOf(name), percent })).join(', ');
  return (
    <Part title={t('emotions.title')}>
      <div className={classes['pieRow']}>
        <p id={id} className="pb-unseen">
          {t('emotions.text', { list })}
        </p>
        <div className={classes['pie']} role="img" aria-label={t('emotions.title')} aria-describedby={id}>
          <svg viewBox="-1.02 -1.02 2.04 2.04" aria-hidden focusable="false">
            <circle r={1} className={classes['untold']} />
            {slices.map((slice) => (
              <path key={slice.name} d={pathOf(slice)} style={colours(slice.name)} data-emotion={emotionOf(slice.name) ?? 'unknown'} />
            ))}
          </svg>
        </div>
        <table className={classes['table']}>
          <caption className="pb-unseen">{t('emotions.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('emotions.emotion')}</th>
              <th scope="col">{t('emotions.value')}</th>
            </tr>
          </thead>
          <tbody>
            {slices.map(({ name, percent }) => (
              <tr key={name}>
                <th scope="row">
                  <span className={classes['legend']}>
                    <span className={classes['swatch']} style={colours(name)} aria-hidden />
                    <EmotionFace name={name} />
                    {nameOf(name)}
                  </span>
                </th>
                <td>{t('percent', { percent })}</td>
              </tr>
            ))}
            {untold === 0 ? null : (
              <tr>
                <th scope="row">
                  <span className={classes['legend']}>
                    <span className={`${classes['swatch']} ${classes['untold']}`} aria-hidden />
                    {t('emotions.untold')}
                  </span>
                </th>
                <td>{t('percent', { percent: untold })}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </Part>
  );
}
