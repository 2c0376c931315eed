import { Avatar as Picture } from '@mantine/core';
import { useAgents } from '../api/agents';

interface Props {
  username: string;
  /** What the initials are of where there is no photo. */
  name: string;
  size: number;
}

/** A colleague's photo, or the initials. The name stands beside it or is told by what holds it. */
export function Avatar({ username, name, size }: Props) {
  const photo = useAgents((state) => state.photos.get(username));
  return <Picture aria-hidden src={photo ?? null} name={name} size={size} radius="xl" color="gray" />;
}
