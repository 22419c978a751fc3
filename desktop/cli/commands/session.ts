import { command } from '../command.ts'
import { readSessions, writeSessions } from '../session-file.ts'
import { shortInstant } from '../instant.ts'
import { dataOf } from '../pages.ts'
import type { ClientSettings } from '../settings.ts'

export const logout = command({
  name: 'logout',
  summary: 'End the session, here and at the service',
  words: [],
  options: {},
  examples: [['coffer logout', 'the token is void']],
  async run({ connect, settings, out }) {
    const { api, url } = connect()
    try {
      await api.POST('/api/auth/logout')
    } finally {
      if (!settings.token) forget(settings, url)
    }
    out.tell(`logged out of ${url}`)
  },
})

export const whoami = command({
  name: 'whoami',
  summary: 'Who you are to the service, and what you may do',
  words: [],
  options: {},
  examples: [['coffer whoami', 'the service, the account, its role and permissions']],
  async run({ connect, out }) {
    const { api, url } = connect()
    const me = dataOf(await api.GET('/api/auth/me'))
    const until = shortInstant(me.expires_at)
    await out.thing(me, () => {
      return `${me.email} (${me.role}) at ${url} until ${until}\nmay: ${me.permissions.join(', ')}\n`
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
