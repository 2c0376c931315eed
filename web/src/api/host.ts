/** Where the API is, without a slash at the end: empty for the host of this page, which is so unless the page names another. */
export function apiHost(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="patchbay-api"]')?.content ?? '';
}

/** The address of the socket, which is where the API is. */
export function socketAddress(): string {
  return `${(apiHost() || window.location.origin).replace(/^http/, 'ws')}/socket`;
}
