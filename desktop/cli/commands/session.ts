import { command } from '../command.ts'
import { readSessions, writeSessions } from '../session-file.ts'
import { shortInstant } from '../instant.ts'
import { dataOf } from '../pages.ts'
import type { ClientSettings } from '../settings.ts'

export const logout = command({
  name: 'logout',
  summary: 'Log out',
  words: [],
  options: {},
  examples: [['coffer logout', 'ends the session and deletes its token']],
  async run({ connect, settings, out }) {
    const { api, url } = connect()
    try {
      await api.POST('/api/auth/logout')
    } finally {
      if (!settings.token) forget(settings, url)
    }
    out.notice(`logged out of ${url}`)
  },
})

export const whoami = command({
  name: 'whoami',
  summary: 'Show your account, role and permissions',
  words: [],
  options: {},
  examples: [['coffer whoami', 'including the service and the end of the session']],
  async run({ connect, out }) {
    const { api, url } = connect()
    const me = dataOf(await api.GET('/api/auth/me'))
    const until = shortInstant(me.expires_at)
    await out.thing(me, () => {
      return `${me.email} (${me.role}) at ${url} until ${until}\npermissions: ${me.permissions.join(', ')}\n`
    })
  },
})

/** Deletes the token. The service has revoked it, or could not be reached. */
function forget({ folder, openKeyring }: ClientSettings, url: string): void {
  const { current, sessions } = readSessions(folder)
  const { [url]: gone, ...others } = sessions
  if (gone?.token === null) openKeyring()?.remove(url)
  writeSessions(folder, { current: current === url ? null : current, sessions: others })
}
