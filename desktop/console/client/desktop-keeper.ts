import type { Bridge } from '../../bridge.ts'
import type { SessionKeeper } from './session-keeper.ts'
import { openSessionTabs } from './session-tabs.ts'

/** The session in the desktop: the service behind the page's address, and the computer's keychain. */
export async function desktopKeeper(bridge: Bridge, page: Location = location): Promise<SessionKeeper> {
  const { connection } = await bridge.about()
  const name = 'coffer.user'
  let own: string | null = null
  return {
    serviceUrl: `${page.protocol}//${page.host}`,
    shownUrl: connection?.url ?? '',
    tabs: openSessionTabs('coffer.session'),
    token: async () => (own = (await bridge.readSession())?.token ?? null),
    async keep(session) {
      const former = own
      own = session?.token ?? null
      // a window that takes over the session of another one does not know its end, and the other has stored it
      if (session?.expiresAt) await bridge.keepSession(session)
      if (!session && former !== null) await bridge.forgetSession(former)
    },
    lastUser: () => Promise.resolve(localStorage.getItem(name)),
    rememberUser(email) {
      if (email === null) localStorage.removeItem(name)
      else localStorage.setItem(name, email)
      return Promise.resolve()
    },
  }
}
