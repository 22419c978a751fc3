/** A proxy as the environment specifies it. */
export interface Proxy {
  host: string
  port: number
  /** User and password from its address, for Proxy-Authorization. */
  login?: string
}

/**
 * Returns the proxy for an address, by the rules of Node's agents: the lower-case variable takes precedence; NO_PROXY
 * is a list of names, `.name` or `*.name` for all subdomains, `*` for all.
 */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): Proxy | undefined {
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  const given = env[name] || env[name.toUpperCase()]
  const proxy = given ? URL.parse(given) : null
  if (!proxy || isExcluded(url, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined
  const login = proxy.username === '' ? undefined : `${decoded(proxy.username)}:${decoded(proxy.password)}`
  return { host: proxy.hostname.replace(/^\[|\]$/g, ''), port: Number(proxy.port || 80), login }
}

function isExcluded({ hostname, port, protocol }: URL, list: string): boolean {
  const portOf = port || (protocol === 'https:' ? '443' : '80')
  return list
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '')
    .some((one) => {
      const [, name = one, wantedPort] = /^(.*?)(?::(\d+))?$/.exec(one) ?? []
      if (wantedPort !== undefined && wantedPort !== portOf) return false
      if (name === '*' || name === hostname) return true
      const below = name.replace(/^\*/, '')
      return below.startsWith('.') && hostname.endsWith(below)
    })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
