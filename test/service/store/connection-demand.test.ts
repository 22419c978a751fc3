import { expect } from 'chai'
import type { Knex } from 'knex'
import { findConnectionShortage } from '../../../service/store/connection-demand.ts'
import { lockShared } from '../../../service/store/installation-lock.ts'
import { freshDatabase, type TestDatabase } from '../../support/database.ts'

describe('the connections that replicas may need', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.drop())

  /** The server's report, with other limits. */
  const limitedTo = (limits: { max?: number; role_limit?: number }) => ({
    async raw(sql: string) {
      const { rows } = await db.knex.raw(sql)
      return { rows: [{ ...rows[0], ...limits }] }
    },
  })
  const shortage = (limits: { max?: number; role_limit?: number }, processes = 1) =>
    findConnectionShortage(limitedTo(limits) as unknown as Knex, processes)

  it('are counted for each running replica, and compared with PostgreSQL’s limit', async () => {
    const hold = () =>
      lockShared({ url: db.url, log: () => {}, onLost: () => {}, whatChanged: () => Promise.resolve(null) })
    const replicas = [await hold(), await hold(), await hold()]
    try {
      const { rows } = await db.knex.raw(`select current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved`)
      const reserved: number = rows[0].reserved

      expect(await shortage({ max: 40 })).to.equal(
        `3 replicas of 42 connections each may need 126, and PostgreSQL allows ${40 - reserved} (max_connections = 40, of which ${reserved} are reserved): set max_connections to ${126 + reserved} or more. Until then requests and agents wait, or are answered 503`,
      )
      expect(await shortage({ max: 126 + reserved })).to.equal(null)
      expect(await shortage({ max: 126 + reserved }, 2)).to.contain('3 replicas of 46 connections each may need 138')
      expect(await shortage({ max: 500, role_limit: 100 })).to.equal(
        '3 replicas of 42 connections each may need 126, and the login may have 100: alter role coffer_service connection limit 126',
      )
    } finally {
      for (const replica of replicas) await replica.release()
    }
  })

  it('are those of one replica if none is running', async () => {
    expect(await shortage({ max: 40 })).to.match(/^1 replica of 42 connections each may need 42, /)
    expect(await shortage({ max: 60 })).to.equal(null)
  })
})
