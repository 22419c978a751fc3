import fs from 'node:fs'
import type { Knex } from 'knex'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../service/embedded/postgres.ts'
import { createKnex } from '../../service/store/connect.ts'
import { migrate } from '../../service/store/migrate.ts'
import { atEnd } from './at-end.ts'
import { foldersOf, isOver, runId, temporaryFolder } from './temporary-folders.ts'

/** A database of one test file: `knex` and `agentsKnex` are the service's pools, `owner` the one that migrations use. */
export interface TestDatabase {
  knex: Knex
  agentsKnex: Knex
  owner: Knex
  /** The service's URL. */
  url: string
  ownerUrl: string
  /** Ends the pools and everything else that is connected, and removes the database. */
  drop(): Promise<void>
}

/** A database with the whole schema and no rows; or with what another one has that nobody is connected with any more. */
export function freshDatabase(template?: TestDatabase): Promise<TestDatabase> {
  return copyOf(template ? nameOf(template.url) : 'coffer_template')
}

/** A database with the roles and nothing else. */
export function emptyDatabase(): Promise<TestDatabase> {
  return copyOf('template1')
}

/** The server that all tests of a run share. It starts with the first test that asks for it. */
export async function testServer(): Promise<{ postgres: EmbeddedPostgres; admin: Knex }> {
  server ??= start()
  return server
}

/** A superuser's URL on that database, for what neither the service nor the owner may do. */
export async function superuserOf({ url }: TestDatabase): Promise<string> {
  const { postgres } = await testServer()
  return onDatabase(postgres.superuserUrl, nameOf(url))
}

/** The same login on another database. */
export function onDatabase(url: string, database: string): string {
  return url.replace(/\/[^/]*$/, `/${database}`)
}

/**
 * Stops the servers of the runs that `isMeant` says, and removes their folders. A process that was ended leaves its
 * server behind; a start on that folder stops it, and refuses one that is in use.
 */
export async function removeDatabaseServers(isMeant: (run: number) => boolean): Promise<void> {
  for (const folder of foldersOf(prefix, isMeant)) {
    try {
      const left = await startEmbeddedPostgres({ dataDirectory: folder, log: () => {}, settings })
      await left.stop()
      fs.rmSync(left.folder, { recursive: true, force: true })
      fs.rmSync(folder, { recursive: true, force: true })
    } catch {
      continue // in use, or another user's
    }
  }
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

let server: Promise<{ postgres: EmbeddedPostgres; admin: Knex }> | undefined
let databases = 0

async function copyOf(template: string): Promise<TestDatabase> {
  const { postgres, admin } = await testServer()
  const name = `test_${++databases}`
  await admin.raw(`create database ?? template ?? owner coffer_owner`, [name, template])
  const url = onDatabase(postgres.serviceUrl, name)
  const ownerUrl = onDatabase(postgres.ownerUrl, name)
  const knex = createKnex(url, { application: 'test', prepares: true })
  const agentsKnex = createKnex(url, { application: 'test agents', prepares: true })
  const owner = createKnex(ownerUrl, { application: 'test owner', poolMax: 4 })
  return {
    knex,
    agentsKnex,
    owner,
    url,
    ownerUrl,
    async drop() {
      await Promise.all([knex.destroy(), agentsKnex.destroy(), owner.destroy()])
      await admin.raw('drop database ?? with (force)', [name])
    },
  }
}

const prefix = 'coffer-test-postgres-'

/** Nothing of it outlives the run, so it need not reach the disk. */
const volatile = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '128MB' }
const settings = { ...volatile, shared_buffers: '64MB', deadlock_timeout: '50ms' }

async function start() {
  await removeDatabaseServers(isOver)
  const dataDirectory = temporaryFolder(`${prefix}${runId}-`)
  fs.chmodSync(dataDirectory, 0o711) // as root, PostgreSQL's account must pass
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: () => {}, settings })
  const admin = createKnex(postgres.superuserUrl, { application: 'test admin', poolMax: 4 })
  atEnd(async () => {
    await admin.destroy()
    await postgres.stop()
    const whole = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 } // a busy machine ends slowly
    fs.rmSync(postgres.folder, whole)
    fs.rmSync(dataDirectory, whole)
  })
  await admin.raw('create database coffer_template owner coffer_owner')
  const owner = createKnex(onDatabase(postgres.ownerUrl, 'coffer_template'), { application: 'test owner', poolMax: 1 })
  await migrate(owner)
  await owner.destroy()
  return { postgres, admin }
}
