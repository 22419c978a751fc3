import { mock } from 'node:test'
import { expect } from 'chai'
import { createPinia, setActivePinia } from 'pinia'
import type { ApiProblem } from '../../../../desktop/console/client/api.ts'
import { queryClient } from '../../../../desktop/console/client/query-client.ts'
import { useSession } from '../../../../desktop/console/client/session.ts'
import type { SessionKeeper } from '../../../../desktop/console/client/session-keeper.ts'
import type { SessionListener } from '../../../../desktop/console/client/session-tabs.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A console that stays open, of a user whose session and permissions a test changes. */
async function anOpenConsole() {
  const account = {
    permissions: ['device:read', 'device:write'],
    token: 'first',
    failures: 0,
    answers: Promise.resolve(),
  }
  let tabs: SessionListener
  const keeper = {
    serviceUrl: 'http://service',
    token: () => Promise.resolve('first'),
    keep: () => Promise.resolve(),
    tabs: {
      offer: () => undefined,
      announceRenewal: () => undefined,
      announceEnd: () => undefined,
      listen: (one: SessionListener) => (tabs = one),
    },
  }
  globalThis.fetch = async (input) => {
    const { url, headers, signal } = input as Request
    if (url.endsWith('/logout')) return new Response(null, { status: 204 })
    if (url.endsWith('/login')) return Response.json({ token: account.token, expires_at: '' })
    if (account.failures > 0) {
      account.failures -= 1
      throw new TypeError('away')
    }
    if (url.endsWith('/me'))
      await Promise.race([account.answers, new Promise((_, reject) => (signal.onabort = () => reject(signal.reason as Error)))]) // prettier-ignore
    if (headers.get('authorization') !== `Bearer ${account.token}`) return new Response(null, { status: 401 })
    const me = { id: 'ada', email: 'ada@example.net', tenant_id: null, permissions: account.permissions }
    return Response.json(url.endsWith('/me') ? me : [])
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
    async loseSession() {
      account.token = 'second'
      const waiting = session.api.GET('/api/devices')
      while (session.state !== 'lost') await turn()
      return { waiting }
    },
    endInOtherTab: () => tabs.ended(account.token),
    renewInOtherTab: () => tabs.renewed({ former: 'first', token: account.token, user: 'ada@example.net' }),
  }
}

describe('the data that an open console keeps of former pages', () => {
  const { fetch } = globalThis
  afterEach(() => {
    globalThis.fetch = fetch
    mock.timers.reset()
    mock.restoreAll()
  })

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
    const { session, isCached, loseSession } = await anOpenConsole()

    const { waiting } = await loseSession()
    await session.login('ada@example.net', 'her password')

    expect((await waiting).data).to.deep.equal([])
    expect(isCached()).to.equal(false)
  })

  it('is removed by a login in another tab, whose rights then apply here too', async () => {
    const { account, session, isCached, loseSession, renewInOtherTab } = await anOpenConsole()

    const { waiting } = await loseSession()
    account.permissions = ['device:read']
    renewInOtherTab()

    expect((await waiting).data).to.deep.equal([])
    expect([isCached(), session.may('device:write')]).to.deep.equal([false, false])
  })

  for (const why of ['fails', 'does not respond'])
    it(`is removed if another tab’s login cannot be read at first, because the request ${why}`, async () => {
      const { account, session, isCached, loseSession, renewInOtherTab } = await anOpenConsole()
      const limit = new AbortController()
      mock.method(AbortSignal, 'timeout', () => limit.signal)
      mock.timers.enable({ apis: ['setTimeout'] })
      const { waiting } = await loseSession()
      account.permissions = ['device:read']
      if (why === 'fails') account.failures = 1
      else account.answers = new Promise(() => undefined)

      renewInOtherTab()
      await turn()
      limit.abort()
      expect((await waiting).data).to.deep.equal([])
      expect([session.state, isCached()]).to.deep.equal(['in', false])

      account.answers = Promise.resolve()
      mock.timers.tick(5_000)
      while (session.may('device:write')) await turn()
      expect(session.state).to.equal('in')
    })
})

describe('a logout while the user is read', () => {
  const { fetch } = globalThis
  afterEach(() => (globalThis.fetch = fetch))

  it('is final in this tab', async () => {
    const { account, session } = await anOpenConsole()
    const held = Promise.withResolvers<void>()
    account.answers = held.promise
    const reading = session.reload()
    await turn()

    await session.logout()
    held.resolve()
    await reading

    expect([session.state, session.me]).to.deep.equal(['out', undefined])
  })

  it('is final when another tab logs in and out', async () => {
    const { account, session, loseSession, renewInOtherTab, endInOtherTab } = await anOpenConsole()
    const held = Promise.withResolvers<void>()
    const { waiting } = await loseSession()
    account.answers = held.promise
    renewInOtherTab()
    await turn()

    endInOtherTab()
    const { problem } = (await waiting.catch((error: unknown) => error as ApiProblem)) as ApiProblem
    held.resolve()
    await turn()
    await turn()

    expect([problem.status, session.state, session.me]).to.deep.equal([401, 'out', undefined])
  })
})
