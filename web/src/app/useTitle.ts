import { useEffect } from 'react';
import { useProduct } from '../api/variant';
import { useUnread } from '../realtime/unread';
import { useSession } from '../session/store';

/** "(3) Admin – Product": the unread total, the account's admin, the product. */
export function useTitle(): void {
  const total = useUnread((state) => state.ticket + state.livechat + state.chat);
  const admin = useSession((state) => state.session?.adminName ?? '');
  const product = useProduct();
  useEffect(() => {
    const name = admin === '' ? product : `${admin} – ${product}`;
    document.title = total > 0 ? `(${total}) ${name}` : name;
    return () => {
      document.title = product;
    };
  }, [total, admin, product]);
}
