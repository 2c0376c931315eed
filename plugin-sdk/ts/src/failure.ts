// Failures in a plugin's words. The host acts on the case, never on the text.
import type { types } from './wit.gen.ts';

/** What a plugin throws when a call did not succeed; made by {@link failure}. */
export class PluginFailure extends Error {
  /** What crosses to the host. */
  readonly payload: types.Failure;

  constructor(payload: types.Failure) {
    super(describe(payload));
    this.name = 'PluginFailure';
    this.payload = payload;
  }

  /** The case, for example `rate-limited`. */
  get case(): types.Failure['tag'] {
    return this.payload.tag;
  }
}

/** When to try again; without `afterMs` the host uses its own backoff. */
export interface RetryParts {
  afterMs?: number;
  maxAttempts?: number;
}

/**
 * What went wrong: a code of yours such as `acme.403.blocked`, one sentence an agent understands,
 * and what the provider said, word for word.
 */
export function detail(code: string, message: string, provider?: string): types.Detail {
  return { code, message, provider: provider ?? null };
}

/** Makes failures to throw: `throw failure.permanent(detail('acme.400', 'Too long.'))`. */
export const failure = {
  /** Try again later. */
  retryable: (what: types.Detail, retry: RetryParts = {}): PluginFailure =>
    new PluginFailure({ tag: 'retryable', val: [what, full(retry)] }),
  /** The provider asked for fewer calls. */
  rateLimited: (what: types.Detail, retry: RetryParts = {}): PluginFailure =>
    new PluginFailure({ tag: 'rate-limited', val: [what, full(retry)] }),
  /** Trying again cannot help. */
  permanent: (what: types.Detail): PluginFailure =>
    new PluginFailure({ tag: 'permanent', val: what }),
  /** The credentials were refused: an admin must connect the account again. */
  authExpired: (what: types.Detail): PluginFailure =>
    new PluginFailure({ tag: 'auth-expired', val: what }),
  /** Settings are missing or wrong, by the setting's name; `''` is the account as a whole. */
  needsConfig: (problems: Record<string, types.Detail>): PluginFailure =>
    new PluginFailure({ tag: 'needs-config', val: Object.entries(problems) }),
  /** The provider may or may not have accepted the operation; the host will not repeat it. */
  outcomeUnknown: (what: types.Detail): PluginFailure =>
    new PluginFailure({ tag: 'outcome-unknown', val: what }),
};

function full(retry: RetryParts): types.Retry {
  return { afterMs: retry.afterMs ?? null, maxAttempts: retry.maxAttempts ?? null };
}

function describe(payload: types.Failure): string {
  const words = ({ code, message }: types.Detail): string => `${code}: ${message}`;
  switch (payload.tag) {
    case 'retryable':
    case 'rate-limited':
      return words(payload.val[0]);
    case 'needs-config':
      return payload.val.map(([name, problem]) => `${name || 'account'}: ${words(problem)}`).join('; ');
    default:
      return words(payload.val);
  }
}
