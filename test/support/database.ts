import fs from 'node:fs'
import type { Knex } from 'knex'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../service/embedded/postgres.ts'
import { createKnex } from '../../service/store/connect.ts'
import { migrate } from '../../service/store/migrate.ts'
import { atEnd } from './at-end.ts'
import { foldersOf, isOver, runId, temporaryFolder } from './temporary-folders.ts'

/** A database for one test file. */
export type TestDatabase = Awaited<ReturnType<typeof copyOf>>

/** Creates a database with the complete schema and no rows, or a copy of one without connections. */
export function freshDatabase(template?: TestDatabase): Promise<TestDatabase> {
  return copyOf(template ? nameOf(template.url) : 'coffer_template')
}

/** Creates a database with only the roles. */
export function emptyDatabase(): Promise<TestDatabase> {
  return copyOf('template1')
}

/** Returns the server that all tests of a run share. The first call starts it. */
export async function testServer(): Promise<{ postgres: EmbeddedPostgres; admin: Knex }> {
  server ??= start()
  return server
}

/** Returns a superuser's URL of that database, for actions denied to the service and the owner. */
export async function superuserOf({ url }: TestDatabase): Promise<string> {
  const { postgres } = await testServer()
  return onDatabase(postgres.superuserUrl, nameOf(url))
}

/** Returns the URL for another database with the same login. */
export function onDatabase(url: string, database: string): string {
  return url.replace(/\/[^/]*$/, `/${database}`)
}

/**
 * Stops the servers of the runs that `isMeant` accepts, and deletes their folders. A killed process leaves its server
 * running; a start on that folder stops it, and fails for one that is in use.
 */
export async function removeDatabaseServers(isMeant: (run: number) => boolean): Promise<void> {
  for (const folder of foldersOf(prefix, isMeant)) {
    try {
      const left = await startEmbeddedPostgres({ dataDirectory: folder, log: () => {}, settings })
      await left.stop()
      fs.rmSync(left.folder, { recursive: true, force: true })
      fs.rmSync(folder, { recursive: true, force: true })
    } catch {
      continue // in use, or of another user
    }
  }
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

let server: Promise<{ postgres: EmbeddedPostgres; admin: Knex }> | undefined
let databases = 0

async function copyOf(template: string) {
  const { postgres, admin } = await testServer()
  const name = `test_${++databases}`
  await admin.raw('create database ?? template ?? owner coffer_owner strategy file_copy', [name, template])
  const url = onDatabase(postgres.serviceUrl, name)
  const ownerUrl = onDatabase(postgres.ownerUrl, name)
  const knex = createKnex(url, { application: 'test', prepares: true })
  const agentsKnex = createKnex(url, { application: 'test agents', prepares: true })
  const owner = createKnex(ownerUrl, { application: 'test owner', poolMax: 4 })
  return {
    /** With `agentsKnex`, the service's pools. */
    knex,
    agentsKnex,
    /** The pool that migrations use. */
    owner,
    /** The service's URL. */
    url,
    ownerUrl,
    /** Closes all connections, including the pools, and drops the database. */
    async drop() {
      await Promise.all([knex.destroy(), agentsKnex.destroy(), owner.destroy()])
      await admin.raw('drop database ?? with (force)', [name])
    },
  }
}

const prefix = 'coffer-test-postgres-'

/** The data does not outlive the run, so it need not be flushed to disk, and its passwords can be cheap to verify. */
const volatile = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '128MB' }
const settings = { ...volatile, shared_buffers: '64MB', deadlock_timeout: '50ms', scram_iterations: '1' }

async function start() {
  await removeDatabaseServers(isOver)
  const dataDirectory = temporaryFolder(`${prefix}${runId}-`)
  fs.chmodSync(dataDirectory, 0o711) // as root, PostgreSQL's account must be able to traverse it
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: () => {}, settings })
  const admin = createKnex(postgres.superuserUrl, { application: 'test admin', poolMax: 4 })
  atEnd(async () => {
    await admin.destroy()
    await postgres.stop()
    // a busy machine stops processes slowly
    const whole = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }
    fs.rmSync(postgres.folder, whole)
    fs.rmSync(dataDirectory, whole)
  })
  await admin.raw('create database coffer_template owner coffer_owner')
  const owner = createKnex(onDatabase(postgres.ownerUrl, 'coffer_template'), { application: 'test owner', poolMax: 1 })
  await migrate(owner)
  await owner.destroy()
  return { postgres, admin }
}
