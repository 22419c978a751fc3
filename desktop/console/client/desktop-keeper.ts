import type { Bridge } from '../../bridge.ts'
import type { SessionKeeper } from './session-keeper.ts'

/** The session in the desktop: the service behind the page's address, and the computer's keychain. */
export async function desktopKeeper(bridge: Bridge, page: Location = location): Promise<SessionKeeper> {
  const { connection } = await bridge.about()
  const name = 'coffer.user'
  return {
    serviceUrl: `${page.protocol}//${page.host}`,
    shownUrl: connection?.url ?? '',
    token: async () => (await bridge.readSession())?.token ?? null,
    keep: async (session) => void (session ? await bridge.keepSession(session) : await bridge.forgetSession()),
    lastUser: () => Promise.resolve(localStorage.getItem(name)),
    rememberUser(email) {
      if (email === null) localStorage.removeItem(name)
      else localStorage.setItem(name, email)
      return Promise.resolve()
    },
  }
}
