import { expect } from 'chai'
import { createPinia, setActivePinia } from 'pinia'
import { queryClient } from '../../../../desktop/console/client/query-client.ts'
import { useSession } from '../../../../desktop/console/client/session.ts'
import type { SessionKeeper } from '../../../../desktop/console/client/session-keeper.ts'
import type { SessionListener } from '../../../../desktop/console/client/session-tabs.ts'

/** A console that stays open, of a user whose session and permissions a test changes. */
async function anOpenConsole() {
  const account = { permissions: ['device:read', 'device:write'], token: 'first', failures: 0 }
  let tabs: SessionListener
  const keeper = {
    serviceUrl: 'http://service',
    token: () => Promise.resolve('first'),
    keep: () => Promise.resolve(),
    tabs: { offer: () => undefined, announceRenewal: () => undefined, listen: (one: SessionListener) => (tabs = one) },
  }
  globalThis.fetch = (input) => {
    const { url, headers } = input as Request
    if (url.endsWith('/login')) return Promise.resolve(Response.json({ token: account.token, expires_at: '' }))
    if (account.failures > 0) {
      account.failures -= 1
      return Promise.reject(new TypeError('away'))
    }
    if (headers.get('authorization') !== `Bearer ${account.token}`)
      return Promise.resolve(new Response(null, { status: 401 }))
    const me = { id: 'ada', email: 'ada@example.net', tenant_id: null, permissions: account.permissions }
    return Promise.resolve(Response.json(url.endsWith('/me') ? me : []))
  }
  setActivePinia(createPinia())
  queryClient.clear()
  const session = useSession()
  await session.start(keeper as unknown as SessionKeeper)
  queryClient.setQueryData(['devices'], { result: 'of the former rights', begunAt: Date.now() })
  return {
    account,
    session,
    isCached: () => queryClient.getQueryData(['devices']) !== undefined,
    renewInOtherTab: () => tabs.renewed({ former: 'first', token: account.token, user: 'ada@example.net' }),
  }
}

describe('the data that an open console keeps of former pages', () => {
  const { fetch } = globalThis
  afterEach(() => (globalThis.fetch = fetch))

  it('is removed when the user has other rights, and only then', async () => {
    const { account, session, isCached } = await anOpenConsole()

    await session.reload()
    const before = isCached()
    account.permissions = ['device:read']
    await session.reload()

    expect([before, isCached()]).to.deep.equal([true, false])
    expect(session.may('device:write')).to.equal(false)
  })

  it('is removed by a login after the session ended', async () => {
    const { account, session, isCached } = await anOpenConsole()

    account.token = 'second'
    const waiting = session.api.GET('/api/devices')
    while (session.state !== 'lost') await new Promise((resolve) => setImmediate(resolve))
    await session.login('ada@example.net', 'her password')

    expect((await waiting).data).to.deep.equal([])
    expect(isCached()).to.equal(false)
  })

  it('is removed by a login in another tab, whose rights then apply here too', async () => {
    const { account, session, isCached, renewInOtherTab } = await anOpenConsole()

    Object.assign(account, { token: 'second', permissions: ['device:read'] })
    const waiting = session.api.GET('/api/devices')
    while (session.state !== 'lost') await new Promise((resolve) => setImmediate(resolve))
    renewInOtherTab()

    expect((await waiting).data).to.deep.equal([])
    expect([isCached(), session.may('device:write')]).to.deep.equal([false, false])
  })

  it('does not keep requests waiting if another tab’s login cannot be read at first', async () => {
    const { account, session, renewInOtherTab } = await anOpenConsole()

    account.token = 'second'
    const waiting = session.api.GET('/api/devices')
    while (session.state !== 'lost') await new Promise((resolve) => setImmediate(resolve))
    account.failures = 1
    renewInOtherTab()

    expect((await waiting).data).to.deep.equal([])
    expect(session.state).to.equal('in')
  })
})
