import { randomBytes } from 'node:crypto'
import { type RunningCoffer, runCoffer } from '../support/running-coffer.ts'
import { type Client, type TestService, clientOf, startTestService } from '../support/service.ts'

/** A service in its own process, as in production, so that it does not share an event loop with its clients. */
export interface BenchService {
  /** The same database, keys and object store, opened in this process: to fill them, and to query PostgreSQL. */
  inside: TestService
  url: string
  pid: number
  /** A platform administrator as a client of the process. */
  admin: Client
  close(): Promise<void>
}

/** Starts a service on a new database without fsync. `fill` runs before the process starts. */
export async function startBenchService(
  fill: (inside: TestService) => Promise<void> = () => Promise.resolve(),
): Promise<BenchService> {
  const masterKey = randomBytes(32)
  const inside = await startTestService({ masterKey, now: new Date() })
  await fill(inside)
  const coffer = await startProcess(inside, masterKey)
  const { token } = await inside.as('platform_admin')
  return {
    inside,
    url: coffer.url,
    pid: coffer.pid,
    admin: clientOf(coffer.url, token),
    async close() {
      await coffer.kill('SIGTERM')
      await inside.close()
    },
  }
}

function startProcess(inside: TestService, masterKey: Buffer): Promise<RunningCoffer> {
  return runCoffer(inside.dependencies.settings.dataDirectory, {
    BKP_DATABASE_URL: inside.db.url,
    BKP_DATABASE_OWNER_URL: inside.db.ownerUrl,
    BKP_MASTER_KEY: masterKey.toString('base64'),
    BKP_LOCAL_AGENT: 'off',
    BKP_REQUESTS_PER_MINUTE: '0',
    BKP_SCHEDULE_JITTER_MINUTES: '0',
  })
}
