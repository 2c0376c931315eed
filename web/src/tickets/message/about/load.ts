/** With its texts, so that it does not stand there without them for a moment. */
export async function loadAbout() {
  const [{ AboutMessage }, { loadAboutTexts }] = await Promise.all([import('./AboutMessage'), import('./texts')]);
  await loadAboutTexts();
  return AboutMessage;
}
