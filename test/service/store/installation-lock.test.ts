import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { StartupError, type StartupMessage } from '../../../service/store/startup-error.ts'
import { lockShared, lockExclusive } from '../../../service/store/installation-lock.ts'
import { type TestDatabase, freshDatabase } from '../../support/database.ts'
import { failureOf } from '../../support/failure-of.ts'

describe('the installation lock', () => {
  let db: TestDatabase
  const held: { release(): Promise<void> }[] = []
  let changed: StartupMessage | null = null
  let lost: StartupMessage[] = []
  let lines: string[] = []

  beforeEach(async () => {
    ;[changed, lost, lines] = [null, [], []]
    db = await freshDatabase()
  })
  afterEach(async () => {
    for (const one of held.splice(0)) await one.release()
    await db.drop()
  })

  async function hold() {
    const one = await lockShared({
      url: db.url,
      log: (_level, line) => lines.push(line),
      onLost: (reason) => lost.push(reason),
      whatChanged: async () => changed,
    })
    held.push(one)
    return one
  }

  /** Closes the connections that hold it, as a restart of PostgreSQL does. */
  const cut = () =>
    db.knex.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name like 'coffer installation on %'`,
    )

  async function until(isSo: () => boolean) {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  it('is shared by any number of replicas, and exclusive for a command after the last ended', async () => {
    const replicas = [await hold(), await hold()]

    const refused = await failureOf(lockExclusive(db.url, 'rewrap-keys'))
    for (const replica of replicas) await replica.release()
    const command = await lockExclusive(db.url, 'rewrap-keys')
    const late = await failureOf(hold())
    await command.release()
    await hold()

    expect(refused).to.be.instanceOf(StartupError)
    expect((refused as StartupError).startup).to.deep.equal({
      code: 'database_replicas_running',
      params: { command: 'rewrap-keys' },
    })
    expect(late).to.be.instanceOf(StartupError)
  })

  it('is acquired again after a lost connection', async () => {
    await hold()
    await cut()
    await until(() => lines.includes('this installation is held again'))

    const refused = await failureOf(lockExclusive(db.url, 'rewrap-keys'))

    expect(refused).to.be.instanceOf(StartupError)
    expect(lost).to.deep.equal([])
  })

  it('is released by a replica that lost its connection while keys were rewrapped', async () => {
    await hold()
    changed = message('keys_rewrapped')
    await cut()
    await until(() => lost.length > 0)

    expect(lost).to.deep.equal([message('keys_rewrapped')])
  })

  it('is not acquired by a replica if the schema changed before', async () => {
    changed = message('schema_step_unknown', { step: '999-later' })

    const refused = await failureOf(hold())
    const command = await lockExclusive(db.url, 'rewrap-keys')
    held.push(command)

    expect(refused).to.be.instanceOf(StartupError)
    expect((refused as StartupError).startup).to.deep.equal(changed)
  })
})
