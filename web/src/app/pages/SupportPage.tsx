import { SupportRoom } from '../../knowledge/support/SupportRoom';
import { useSession } from '../../session/store';
import { PublicFrame } from './Public';

/** What is published, inside the workspace's frame for whoever has a session, and by itself for everybody else. */
export function Screen() {
  const inside = useSession((state) => state.phase === 'in');
  if (inside) return <SupportRoom />;
  return (
    <PublicFrame>
      <main>
        <SupportRoom />
      </main>
    </PublicFrame>
  );
}
