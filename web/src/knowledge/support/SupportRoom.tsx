import { IconFileUnknown } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { Denied } from '../../settings/AdminsOnly';
import { useSession } from '../../session/store';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { isLanguage, isSpace } from '../model';
import { useLiveKnowledge } from '../queries';
import { useTexts } from '../texts';
import { SupportArticlePage } from './SupportArticlePage';
import { SupportHomePage } from './SupportHomePage';
import classes from './support.module.css';

/** The knowledge base or the manual as readers have them, at the address that the pages for everybody have as well. */
export function SupportRoom() {
  const { t } = useTexts();
  const { space, lang, id, question } = useParams();
  const hidden = useSession(({ session: me }) => me !== null && !me.isAdmin && me.permissions.hide_knowledgebase);
  useLiveKnowledge();
  const number = id === undefined ? undefined : Number(id);
  if (!isSpace(space) || !isLanguage(lang) || Number.isNaN(number)) {
    return <EmptyPlace icon={<IconFileUnknown size={20} stroke={1.5} />} title={t('page_gone')} text={t('page_gone_text')} />;
  }
  if (space === 'kb' && hidden) return <Denied denied={t('hidden')} deniedText={t('hidden_text')} />;
  return (
    <div className={classes['room']}>
      {number === undefined ? (
        <SupportHomePage key={space} space={space} language={lang} />
      ) : (
        <SupportArticlePage key={`${space} ${number}`} space={space} language={lang} id={number} question={question} />
      )}
    </div>
  );
}
