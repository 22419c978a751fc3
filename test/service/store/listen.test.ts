import { EventEmitter, on, once } from 'node:events'
import { expect } from 'chai'
import { listen } from '../../../service/store/listen.ts'
import { emptyDatabase, type TestDatabase } from '../../support/database.ts'

describe('the notification listener', () => {
  let db: TestDatabase
  let events: EventEmitter
  let listening: { close(): Promise<void> }
  const lines: string[] = []

  before(async () => {
    db = await emptyDatabase()
  })

  after(() => db.drop())

  afterEach(() => listening.close())

  const start = (url = db.url, pollMs = 60_000) => {
    events = new EventEmitter()
    listening = listen({
      url,
      channels: ['jobs', 'Keys "odd"'],
      onNotify: (channel, payload) => events.emit('notify', channel, payload),
      onPoll: () => events.emit('poll'),
      log: (_, line) => lines.push(line),
      pollMs,
      longestWaitMs: 10,
    })
  }

  const notify = (channel: string, payload: string) => db.owner.raw('select pg_notify(?, ?)', [channel, payload])

  it('passes on the notifications of its channels, in order', async () => {
    start()
    await once(events, 'poll')
    const notifications = on(events, 'notify')

    await notify('other', '0')
    await notify('jobs', '1')
    await notify('Keys "odd"', '2')
    const first = await notifications.next()
    const second = await notifications.next()

    expect([first.value, second.value]).to.deep.equal([['jobs', '1'], ['Keys "odd"', '2']]) // prettier-ignore
  })

  it('reconnects when its connection is lost, and reports a possible gap', async () => {
    start()
    await once(events, 'poll')
    const again = once(events, 'poll')

    await killListener()
    await again
    const notifications = once(events, 'notify')
    await notify('jobs', 'after')

    expect(await notifications).to.deep.equal(['jobs', 'after'])
    expect(lines.join('\n')).to.match(/no notifications from the database: terminating connection/)
  })

  it('polls while the database is unavailable', async () => {
    start('postgres://coffer_service:x@%2Fnowhere:5432/coffer', 5)

    await once(events, 'poll')
    await once(events, 'poll')
  })

  it('ends its connection when closed', async () => {
    start()
    await once(events, 'poll')

    await listening.close()

    let left = 1
    while (left > 0) left = (await db.knex('pg_stat_activity').where({ application_name: 'coffer listen' })).length
  })

  /** The service's login may terminate its own connections. */
  async function killListener() {
    await db.knex.raw(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'coffer listen' and datname = current_database()`)
  }
})
