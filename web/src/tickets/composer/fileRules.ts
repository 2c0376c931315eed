import type { SendRules } from '../../api/types';

/** Whether a media type is one of the patterns such as `image/*`. */
export function mediaAllowed(mime: string, media: readonly string[]): boolean {
  if (media.length === 0) return true;
  return media.some((pattern) => {
    if (pattern === '*/*' || pattern === mime) return true;
    return pattern.endsWith('/*') && mime.startsWith(pattern.slice(0, -1));
  });
}

/** The most bytes a file of this type may have; 0 for no limit. The first rule that fits counts. */
export function maxBytes(mime: string, rules: SendRules): number {
  const special = rules.media_rules.find((rule) => mediaAllowed(mime, rule.types));
  if (special === undefined) return rules.attachment_max_bytes;
  if (rules.attachment_max_bytes === 0) return special.max_bytes;
  return Math.min(special.max_bytes, rules.attachment_max_bytes);
}
