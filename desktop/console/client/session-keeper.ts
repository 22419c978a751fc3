export interface KeptSession {
  token: string
  /** Electronic mail address of who is logged in. */
  user: string
  /** RFC 3339. */
  expiresAt: string
}

/** Where a window keeps what it needs to come back: a browser's tab here, the desktop's keychain behind its bridge. */
export interface SessionKeeper {
  /** Address of the service without a slash at the end. */
  serviceUrl: string
  /** The same for people: the desktop's pages reach the service by an address of their own. */
  shownUrl: string
  /** Null when nobody is logged in. */
  token(): Promise<string | null>
  /** Null forgets it. */
  keep(session: KeptSession | null): Promise<void>
  /** Who was logged in last, to be filled in at the next login; null when nobody wants that. */
  lastUser(): Promise<string | null>
  rememberUser(email: string | null): Promise<void>
}

const names = { session: 'coffer.session', user: 'coffer.user' }

/** In a browser: the address that the page came from, and a token that ends with the tab. */
export function browserKeeper(page: string = location.href): SessionKeeper {
  const { origin, pathname } = new URL('.', page)
  const serviceUrl = origin + pathname.replace(/\/$/, '')
  return {
    serviceUrl,
    shownUrl: serviceUrl,
    token: () => Promise.resolve(sessionStorage.getItem(names.session)),
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
