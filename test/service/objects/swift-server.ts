import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../../service/objects/s3-settings.ts'
import { atEnd } from '../../support/at-end.ts'
import { runId } from '../../support/temporary-folders.ts'

export interface SwiftServer {
  /** Creates an empty bucket. */
  newBucket(): Promise<S3Settings>
  /** The S3 client that creates buckets. */
  client: S3Client
}

const script = path.join(import.meta.dirname, 'swift-server.sh')
const run = promisify(execFile)

/** Returns why no Swift can be started here, or undefined. */
export function swiftMissing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux: OpenStack Swift'
  const missing = execFileSync(script, ['missing'], { encoding: 'utf8' }).split('\n').filter(Boolean)
  return missing.length > 0 ? `needs ${missing.join(', ')}` : undefined
}

/** Starts OpenStack Swift with its S3 interface, from Debian's packages. It stops with the test run. */
export async function startSwift(): Promise<SwiftServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `coffer-test-swift-${runId}-`))
  const port = 30_000 + 10 * Math.floor(Math.random() * 250) // below the system's ephemeral ports
  const credentials = { accessKeyId: 'tests:backup', secretAccessKey: randomBytes(16).toString('hex') }
  atEnd(async () => {
    await run(script, ['stop', folder])
    fs.rmSync(folder, { recursive: true, force: true })
  })
  await run(script, ['start', folder, String(port), credentials.accessKeyId, credentials.secretAccessKey])
  const endpoint = `http://127.0.0.1:${port}`
  const place = { endpoint, region: 'us-east-1', forcePathStyle: true, objectLock: null }
  const client = new S3Client({ ...place, credentials })
  let buckets = 0
  return {
    client,
    async newBucket() {
      const bucket = `bucket-${++buckets}`
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      return { ...place, ...credentials, publicEndpoint: endpoint, bucket }
    },
  }
}
