/** Whether an address leads to another computer without TLS; false for what is no address. */
export function isPlain(url: string): boolean {
  const { protocol, hostname } = URL.parse(url.trim()) ?? {}
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname ?? '')
}
