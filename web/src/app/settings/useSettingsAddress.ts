import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { depthAt, ENTRIES_KEPT, masked, maskedNext, sectionAt } from '../../ui/settingsAddress';
import { useStays } from '../../ui/useStays';
import { useSettings } from './open';
import { sectionOf, useSections, type Section } from './sections';

interface SettingsAddress {
  open: boolean;
  /** The section that the address names; undefined where there is none of that name. */
  section: Section | undefined;
  go: (section: string | number) => void;
  close: () => void;
}

/** The open section lives in the address, laid over the screen that the router goes on showing. */
export function useSettingsAddress(): SettingsAddress {
  const location = useLocation();
  const navigate = useNavigate();
  const stays = useStays();
  const sections = useSections();
  const { asked, left } = useSettings();
  const named = sectionAt(location);
  const open = named !== undefined;
  const start = (sections.find(({ id }) => id === left) ?? sections[0])?.id ?? '';
  const section = sectionOf(named === '' ? start : (named ?? left ?? start));
  const { pathname, search, hash } = location;

  const go = useCallback(
    (to: string | number) => {
      const id = sectionOf(to)?.id ?? String(to);
      if (sectionAt(location) !== id) void navigate({ pathname, search, hash }, maskedNext(location, id));
    },
    [navigate, location, pathname, search, hash],
  );
  // Going back takes a moment; a second Escape within it must not go back once more.
  const closed = useRef<string | null>(null);
  const close = useCallback(() => {
    if (closed.current === location.key) return;
    closed.current = location.key;
    const depth = depthAt(location);
    if (depth === null || depth >= ENTRIES_KEPT) void navigate({ pathname, search, hash }, { replace: true });
    else void navigate(-depth);
  }, [navigate, location, pathname, search, hash]);

  useEffect(() => {
    const now = useSettings.getState();
    if (now.asked === null) return;
    useSettings.setState({ asked: null });
    if (now.asked.section !== null || !open) go(now.asked.section ?? start);
  }, [asked, go, open, start]);

  // An address with the section's number, or with none, becomes the one that can be kept.
  useEffect(() => {
    if (!open || section === undefined) return;
    useSettings.setState({ wanted: true, left: section.id });
    if (named !== section.id && stays()) void navigate({ pathname, search, hash }, { ...masked(pathname, section.id, depthAt(location)), replace: true });
  }, [navigate, stays, location, pathname, search, hash, open, named, section]);

  return { open, section, go, close };
}
