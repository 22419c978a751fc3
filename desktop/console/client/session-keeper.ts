import { type SessionTabs, openSessionTabs } from './session-tabs.ts'

export interface KeptSession {
  token: string
  /** E-mail address of the user. */
  user: string
  /** RFC 3339. */
  expiresAt: string
}

/** Stores the session of a window: in the browser's tab, or in the desktop's keychain through its bridge. */
export interface SessionKeeper {
  /** Address of the service without a trailing slash. */
  serviceUrl: string
  /** The address to display: the desktop's pages reach the service at another one. */
  shownUrl: string
  /** Null if no user is logged in. */
  token(): Promise<string | null>
  /** Null deletes the session. */
  keep(session: KeptSession | null): Promise<void>
  /** The last user, to prefill the login; null if this is disabled. */
  lastUser(): Promise<string | null>
  rememberUser(email: string | null): Promise<void>
  /** Other tabs of the browser, or windows of the same connection in the desktop. */
  tabs?: SessionTabs
}

const names = { session: 'coffer.session', user: 'coffer.user' }

/**
 * Stores the session in a browser: the page's address, and a token that ends with the tab. A new tab gets the session of
 * an open one.
 */
export function browserKeeper(page: string = location.href): SessionKeeper {
  const { origin, pathname } = new URL('.', page)
  const serviceUrl = origin + pathname.replace(/\/$/, '')
  const tabs = openSessionTabs(`${names.session} ${serviceUrl}`)
  return {
    serviceUrl,
    shownUrl: serviceUrl,
    tabs,
    async token() {
      const own = sessionStorage.getItem(names.session)
      if (own !== null) return own
      const handedOver = await tabs.ask()
      await put(sessionStorage, names.session, handedOver)
      return handedOver
    },
    keep: (session) => put(sessionStorage, names.session, session?.token ?? null),
    lastUser: () => Promise.resolve(localStorage.getItem(names.user)),
    rememberUser: (email) => put(localStorage, names.user, email),
  }
}

function put(storage: Storage, name: string, value: string | null): Promise<void> {
  if (value === null) storage.removeItem(name)
  else storage.setItem(name, value)
  return Promise.resolve()
}
