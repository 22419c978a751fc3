/** Returns whether a URL leads to another computer without TLS; false for an invalid URL. */
export function isPlain(url: string): boolean {
  const { protocol, hostname } = URL.parse(url.trim()) ?? {}
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname ?? '')
}
