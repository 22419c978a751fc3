import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { pino } from 'pino'
import { readLockCounts } from '../../../service/domain/repository/object-lock/read-lock-counts.ts'
import { startPeriodic } from '../../../service/periodic/start-periodic.ts'
import { readSettings } from '../../../service/settings.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type TestService, startTestService } from '../../support/service.ts'

const bucket = {
  BKP_S3_ENDPOINT: 'http://127.0.0.1:9',
  BKP_S3_BUCKET: 'nowhere',
  BKP_S3_ACCESS_KEY_ID: 'key',
  BKP_S3_SECRET_ACCESS_KEY: 'secret',
  BKP_S3_OBJECT_LOCK: 'compliance',
}

describe('periodic counts of object locks', () => {
  let service: TestService
  let folder: string
  beforeEach(async () => {
    service = await startTestService()
    await service.hasTenant('acme')
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-lock-counts-'))
  })
  afterEach(async () => {
    await service.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('begin with the service if objects are locked, even while the store is unavailable', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) })
    const { knex, masterKey } = service.dependencies
    const settings = readSettings({ BKP_DATA_DIR: folder, ...bucket })
    const signals = { on: () => () => undefined }
    const parts = { settings, masterKey, log, now: () => new Date(), knex, signals }

    const periodic = await startPeriodic(parts, service.db.url, { everyMs: 50 })
    const counts = () => inScope(knex, { kind: 'platform' }, (trx) => readLockCounts(trx, null))
    for (let left = 2_400; left > 0 && (await counts()).length === 0; left -= 1) await pause(50)
    const counted = await counts()
    await periodic.stop()

    expect(
      counted.map(({ slug, locked, unlocked }) => ({ slug, locked, unlocked })),
      lines.join('\n'),
    ).to.deep.equal([{ slug: 'acme', locked: 0, unlocked: 0 }])
  })
})
