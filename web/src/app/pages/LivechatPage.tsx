import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { LivechatFrame } from '../../livechat/LivechatFrame';
import { LivechatList } from '../../livechat/LivechatList';
import { useHasEnded } from '../../livechat/store';
import { UNKNOWN_PLAN } from '../../session/model';
import { useStanding } from '../../session/store';
import { NothingOpen } from '../../tickets/NothingOpen';
import { openTicketPopup } from '../../tickets/popup';
import { useView } from '../../ui/useView';
import { lazyPart } from '../lazyScreen';
import { parts } from '../parts';
import { paths } from '../paths';
import { Split } from './Split';

const Conversation = lazyPart(parts.conversation);
const NoPlan = lazyPart(async () => (await import('./NoPlan')).NoPlan);

export function Screen() {
  const { t } = useTranslation();
  const { number } = useParams();
  const view = useView();
  const ended = useHasEnded(number);
  if (useStanding().plan === UNKNOWN_PLAN) {
    return (
      <Suspense>
        <NoPlan />
      </Suspense>
    );
  }
  return (
    <Split
      open={number !== undefined}
      list={<LivechatList selected={number} onPopup={(chat) => openTicketPopup(chat, paths.livechatOne(String(chat.ticket_number)))} />}
      pane={
        number === undefined ? (
          <NothingOpen />
        ) : (
          <Suspense>
            <LivechatFrame number={number}>
              <Conversation
                key={number}
                number={number}
                backTo={view(paths.livechat)}
                ended={ended ? t('composer.chat_ended') : undefined}
              />
            </LivechatFrame>
          </Suspense>
        )
      }
    />
  );
}
