import { Button, Loader } from '@mantine/core';
import type { QueuedVisitor } from '../realtime/envelope';
import { Answering } from '../session/Answering';
import classes from './livechat.module.css';
import { takeVisitor, useQueue } from './queue';
import { SitePage, Verified } from './SitePage';
import { useTexts } from './texts';
import { Waited } from './Waited';

/** Who waits, first come first, and who is on the way to this person. */
export function Queue() {
  const { t } = useTexts();
  const { queue, count, taking, expected } = useQueue();
  if (count === 0 && expected.length === 0) return null;
  return (
    <section className={classes['queue']} aria-label={t('incoming')}>
      {count > 0 ? (
        <header className={classes['queueHead']}>
          <h2 className={classes['queueTitle']}>
            <span role="status">{t('waiting', { count })}</span>
          </h2>
          <Answering>
            <Button size="compact-sm" loading={taking.has('')} onClick={() => void takeVisitor(null)}>
              {t('take_one')}
            </Button>
          </Answering>
        </header>
      ) : null}
      {expected.map((one) => (
        <p key={one.session} className={classes['expected']} role="status">
          <Loader size={14} /> {t('joining', { name: one.name })}
        </p>
      ))}
      <ol className={classes['visitors']}>
        {queue.map((visitor) => (
          <Visitor key={visitor.session} visitor={visitor} busy={taking.has(String(visitor.session))} />
        ))}
      </ol>
    </section>
  );
}

function Visitor({ visitor, busy }: { visitor: QueuedVisitor; busy: boolean }) {
  const { t } = useTexts();
  const name = visitor.name || t('visitor');
  return (
    <li className={classes['visitor']}>
      <span className={classes['place']} aria-label={t('place', { number: visitor.number })}>
        {visitor.number}
      </span>
      <span className={classes['visitorText']}>
        <span className={classes['visitorHead']}>
          <span className={classes['visitorName']}>{name}</span>
          {visitor.verified ? <Verified /> : null}
        </span>
        <span className={classes['visitorMessage']}>{visitor.message || t('no_message')}</span>
        <SitePage url={visitor.page_url} title={visitor.page_title} />
      </span>
      <Waited since={visitor.waiting_since_ms} />
      <Answering>
        <Button
          size="compact-xs"
          variant="default"
          loading={busy}
          data-chat={visitor.session}
          aria-label={t('take_named', { name })}
          onClick={() => void takeVisitor(visitor)}
        >
          {t('take')}
        </Button>
      </Answering>
    </li>
  );
}
