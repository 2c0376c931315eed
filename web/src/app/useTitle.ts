import { useEffect } from 'react';
import { useProduct } from '../api/variant';
import { useUnread } from '../realtime/unread';
import { useSession } from '../session/store';
import { useOpenedName } from './opened';

/** "(3) #1042 Where is my parcel – Admin – Product": the unread total, what is open, the account's admin, the product. */
export function useTitle(): void {
  const total = useUnread((state) => state.ticket + state.livechat + state.chat);
  const opened = useOpenedName((state) => state.name);
  const admin = useSession((state) => state.session?.adminName ?? '');
  const product = useProduct();
  useEffect(() => {
    const name = [opened, admin, product].filter((part) => part !== '').join(' – ');
    document.title = total > 0 ? `(${total}) ${name}` : name;
    return () => {
      document.title = product;
    };
  }, [total, opened, admin, product]);
}
