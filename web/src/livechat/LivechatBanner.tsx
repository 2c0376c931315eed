/** The banner over every screen while visitors wait, with 'Take one'. */
export function LivechatBanner() {
  return null;
}
