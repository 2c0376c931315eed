import { IconLock } from '@tabler/icons-react';
import { useRef } from 'react';
import { Route, Routes, useNavigate } from 'react-router';
import { useScope } from '../actions/live';
import { Denied } from '../settings/AdminsOnly';
import { useIsAdmin } from '../settings/useSettingsList';
import { EmptyPlace } from '../ui/EmptyPlace';
import { useRows } from '../ui/useRows';
import { ArticlePage } from './editor/ArticlePage';
import { NewArticle } from './editor/NewArticle';
import { ArticleList } from './manage/ArticleList';
import { CategoriesPage } from './manage/CategoriesPage';
import { GapsPage } from './manage/GapsPage';
import classes from './manage/manage.module.css';
import { ROOM } from './model';
import { useLiveKnowledge } from './queries';
import { useTexts } from './texts';

const PLACES = { articles: ROOM, new: `${ROOM}/new`, categories: `${ROOM}/categories`, gaps: `${ROOM}/gaps` } as const;

function Room() {
  const navigate = useNavigate();
  const { t } = useTexts();
  const pane = useRef<HTMLDivElement>(null);
  const move = useRows(pane, '[data-article]');
  useLiveKnowledge();
  useScope('knowledge', {
    move,
    find: () => pane.current?.querySelector<HTMLElement>('input[type="search"]')?.focus(),
    go: (place) => void navigate(PLACES[place]),
  });
  return (
    <div ref={pane} className={classes['room']}>
      <Routes>
        <Route index element={<ArticleList />} />
        <Route path="new" element={<NewArticle />} />
        <Route path="categories" element={<CategoriesPage />} />
        <Route path="gaps" element={<GapsPage />} />
        <Route path=":id" element={<ArticlePage />} />
        <Route path="*" element={<EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('gone')} text={t('gone_text')} />} />
      </Routes>
    </div>
  );
}

/** Where articles are written, translated, published and put in order. Its inner paths hang under /kb. */
export function KnowledgeRoom() {
  const { t } = useTexts();
  return useIsAdmin() ? <Room /> : <Denied denied={t('denied')} deniedText={t('denied_text')} />;
}
