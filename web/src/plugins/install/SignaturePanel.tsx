import { byteSize } from '../../ui/bytes';
import { fullTime } from '../../ui/dates';
import { inFours, type PackageView } from '../model';
import { SignatureMark } from '../parts/SignatureMark';
import classes from '../plugins.module.css';
import { useTexts } from '../texts';

/** Who signed, with what, and where the package came from. */
export function SignaturePanel({ view }: { view: PackageView }) {
  const { t } = useTexts();
  const { signature } = view;
  const builtIn = view.origin === 'built in';
  return (
    <section className={classes['vouch']} data-state={builtIn ? 'trusted' : signature.state} aria-label={t('signature.title')}>
      <SignatureMark signature={signature} origin={view.origin} />
      {builtIn ? null : <p>{t(`signature.${signature.state}_text`)}</p>}
      <dl className={classes['facts']}>
        {signature.fingerprint ? (
          <>
            <dt>{t('signature.fingerprint')}</dt>
            <dd className={classes['mono']}>{inFours(signature.fingerprint)}</dd>
          </>
        ) : null}
        <dt>{t('package.origin')}</dt>
        <dd>
          {t(`origin.${view.origin.replace(' ', '_')}`, { defaultValue: view.origin })} · {byteSize(view.size)}
        </dd>
        {view.installed_at ? (
          <>
            <dt>{t('package.brought')}</dt>
            <dd>
              {fullTime(view.installed_at)}
              {view.installed_by ? ` · ${view.installed_by}` : ''}
            </dd>
          </>
        ) : null}
        <dt>{t('package.digest')}</dt>
        <dd className={classes['mono']} title={view.digest}>
          {inFours(view.digest.slice(0, 32))}…
        </dd>
      </dl>
    </section>
  );
}
