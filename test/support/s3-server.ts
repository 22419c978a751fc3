import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, PutBucketVersioningCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../service/objects/s3-settings.ts'
import { atEnd } from './at-end.ts'
import { foldersOf, isOver, runId } from './temporary-folders.ts'

export type S3Server = Awaited<ReturnType<typeof start>>

/** Returns why no S3 server can be started here, or undefined. */
export function s3ServerMissing(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux: a real S3 server from the packages of Debian'
  const missing = execFileSync(script, ['missing'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  return missing.length > 0 ? `needs ${missing.join(', ')}` : undefined
}

/** How long a test's hook may wait for the server's first start on a busy machine. */
export const s3StartMs = 900_000

/**
 * Returns the S3 server that all tests of a run share: Ceph's gateway, which verifies signatures, lengths and
 * Content-MD5 as S3 does. The first call starts it, and it stops with the run; each test uses its own bucket.
 */
export function startS3Server(): Promise<S3Server> {
  server ??= start()
  return server
}

/** Stops the servers of the runs that `isMeant` accepts, and deletes their folders. */
export async function removeS3Servers(isMeant: (run: number) => boolean): Promise<void> {
  for (const folder of foldersOf(prefix, isMeant)) {
    await run(script, ['stop', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

let server: Promise<S3Server> | undefined

const script = join(import.meta.dirname, 's3-server.sh')
const run = promisify(execFile)
const prefix = 'coffer-test-s3-'

async function start() {
  await removeS3Servers(isOver)
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${runId}-`))
  const accessKeyId = `tests${randomBytes(6).toString('hex')}`
  const secretAccessKey = randomBytes(20).toString('hex')
  const port = await freePorts()
  const begin = async () => void (await run(script, ['start', folder, String(port), accessKeyId, secretAccessKey]))
  const end = async () => void (await run(script, ['stop', folder]))
  atEnd(async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  })
  await begin()
  const endpoint = `http://127.0.0.1:${port}`
  const settingsOf = (bucket: string): S3Settings => ({
    endpoint,
    publicEndpoint: endpoint,
    region: 'us-east-1',
    bucket,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: true,
    objectLock: null,
  })
  let buckets = 0
  async function create(bucket: string, isLocking: boolean, isVersioned: boolean): Promise<string> {
    const credentials = { accessKeyId, secretAccessKey }
    const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true })
    const VersioningConfiguration = { Status: 'Enabled' as const }
    try {
      await client.send(new CreateBucketCommand({ Bucket: bucket, ObjectLockEnabledForBucket: isLocking }))
      if (isVersioned) await client.send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration }))
    } finally {
      client.destroy()
    }
    return bucket
  }
  return {
    endpoint,
    accessKeyId,
    secretAccessKey,
    /** Creates an empty bucket and returns its name. */
    newBucket: (versioned = false) => create(`bucket-${++buckets}`, false, versioned),
    /** Creates an empty bucket with object lock, and returns its name. */
    newLockBucket: () => create(`bucket-${++buckets}`, true, false),
    settingsOf,
    /** Kills the server; resolves when it no longer answers. Objects that it confirmed persist. */
    stop: end,
    /** Restarts it after `stop`, at the same address. */
    start: begin,
  }
}

/** Below the system's ephemeral ports, so that no other process takes one meanwhile. */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = 20_000 + 100 * Math.floor(Math.random() * 100)
    const taken = await Promise.all([0, 1, 10, 11, 12].map((offset) => isOpen(port + offset)))
    if (!taken.includes(true)) return port
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
