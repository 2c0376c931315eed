import { IconAt, IconId, IconMail, IconPencil, IconPhone, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Identity, IdentityKind, TicketInfo } from '../../api/types';
import { ChannelMark } from '../../ui/ChannelMark';
import classes from './Details.module.css';

const KINDS: Record<IdentityKind, Icon> = { phone: IconPhone, email: IconMail, username: IconAt, opaque: IconId, entered: IconPencil };

const isKind = (kind: string): kind is IdentityKind => kind in KINDS;

/** One way a channel knows the person: what kind of id it is, and on which account. */
export function Known({ identity, info }: { identity: Identity; info?: TicketInfo }) {
  const { t } = useTranslation();
  const channel = identity.channel ?? (info !== undefined && identity.account === info.channel_name ? info.channel : undefined);
  // An id that means nothing outside the provider helps nobody; the name there does.
  const shown = identity.kind === 'opaque' ? identity.display || identity.external_id : identity.external_id;
  const kind = isKind(identity.kind) ? identity.kind : 'opaque';
  const KindIcon = KINDS[kind];
  return (
    <li className={classes['known']}>
      {channel === undefined ? <KindIcon size={16} stroke={1.5} aria-hidden /> : <ChannelMark channel={channel} size={16} />}
      <span>
        <span className={classes['shown']}>{shown}</span>
        <span className={classes['kind']}>
          {[t(`details.identity_${kind}`), identity.account].filter((part) => part !== '').join(' · ')}
        </span>
      </span>
    </li>
  );
}
