const YEAR_S = 365 * 24 * 60 * 60;

function keep(name: string, value: string): void {
  document.cookie = `${name}=${encodeURIComponent(value)}; Max-Age=${YEAR_S}; Path=/; SameSite=Lax`;
}

function kept(name: string): string {
  const pair = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  try {
    return pair === undefined ? '' : decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return '';
  }
}

/** Who was logged in here last, for the greeting of the login; for a year. */
export const rememberName = (name: string) => keep('display_name', name);
export const rememberedName = () => kept('display_name');

/** Whether the navigation always displays its labels, also where the browser's storage is shut. */
export const rememberLabels = (wide: boolean) => keep('always_display', wide ? 'yes' : 'no');
export const rememberedLabels = () => kept('always_display') === 'yes';
