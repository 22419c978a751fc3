import type { SystemContext } from '../../../../../service/domain/kernel/context.ts'
import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { noticeCertificate } from '../../../../../service/domain/reporting/monitoring/report-certificate.ts'
import { noticeReplicaClock } from '../../../../../service/domain/reporting/monitoring/report-clock.ts'
import { noticeDump } from '../../../../../service/domain/reporting/monitoring/report-dump.ts'
import { createStoreWatch } from '../../../../../service/domain/reporting/monitoring/report-store.ts'
import { noticeTasks } from '../../../../../service/domain/reporting/monitoring/report-tasks.ts'
import { type PolicyKind, type PolicyOutcome, PolicyRun } from '../../../../../service/store/models/policy-run.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { createOperationNotices } from '../../../../../service/periodic/notice-operation.ts'
import type { PeriodicSetting } from '../../../../../service/periodic/run-periodic.ts'
import { type TestDatabase, freshDatabase } from '../../../../support/database.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

describe('operation events', () => {
  let db: TestDatabase
  let now: Date
  before(async () => (db = await freshDatabase()))
  after(() => db.drop())
  beforeEach(async () => {
    now = new Date('2026-03-02T02:00:00Z')
    await runInSystemTransaction(async ({ trx }) => {
      for (const table of ['events', 'open_alerts', 'policy_runs']) await trx(table).delete()
    })
  })

  const runInSystemTransaction = <T>(step: (moment: SystemContext) => Promise<T>): Promise<T> =>
    inScope(db.knex, { kind: 'platform' }, (trx) => step({ trx, now }))
  const pass = (ms: number) => (now = new Date(now.getTime() + ms))
  /** Returns the recorded events, in order. */
  const events = () =>
    runInSystemTransaction<{ type: string; severity: string; data: Record<string, unknown> }[]>(({ trx }) =>
      trx('events').orderBy('recorded_order').select('type', 'severity', 'data'),
    )
  const types = async () => (await events()).map(({ type }) => type)
  const ran = (kind: PolicyKind, outcome: PolicyOutcome) =>
    runInSystemTransaction(async ({ trx }) => {
      const id = randomUUIDv7()
      const run = { id, tenantId: null, kind, outcome, startedAt: now, finishedAt: now, reason: null, counts: {} }
      await PolicyRun.query(trx).insert({ ...run, dryRun: false })
      return id
    })
  /** Runs on three replicas at the same time. */
  const onThree = (notice: (moment: SystemContext) => Promise<void>) =>
    Promise.all([runInSystemTransaction(notice), runInSystemTransaction(notice), runInSystemTransaction(notice)])

  describe('for a nightly task', () => {
    it('that failed is emitted once, and again when a later night succeeds', async () => {
      await ran('retention', 'done')
      const failedAt = pass(minute).toISOString()
      const failed = await ran('retention', 'failed')
      pass(minute)
      await ran('retention', 'done') // of another tenant, in the same night
      await onThree(noticeTasks)
      pass(hour)
      await onThree(noticeTasks)
      const reported = await events()
      pass(23 * hour)
      await onThree(noticeTasks)
      const succeeded = await ran('retention', 'nothing')
      await onThree(noticeTasks)
      pass(5 * day)
      await onThree(noticeTasks)

      const facts = { task: 'retention', failed_at: failedAt }
      expect(reported.map(({ type, data }) => [type, data])).to.deep.equal([
        ['task.failed', { ...facts, run_id: failed }],
      ])
      expect((await events()).slice(1).map(({ type, data }) => [type, data])).to.deep.equal([
        ['task.recovered', { ...facts, run_id: succeeded }],
      ])
    })

    it('that fails every night is emitted once', async () => {
      for (let night = 0; night < 5; night++) {
        await ran('sweep', 'failed')
        await onThree(noticeTasks)
        pass(day)
      }

      expect(await types()).to.deep.equal(['task.failed'])
    })

    it('that succeeded is not emitted', async () => {
      await ran('sweep', 'done')
      await ran('expire', 'stopped')
      await onThree(noticeTasks)

      expect(await types()).to.deep.equal([])
    })
  })

  describe('for the dump', () => {
    it('that is missing for 30 hours is emitted once, and so is the next one', async () => {
      const lastAt = now.toISOString()
      await ran('dump', 'done')
      pass(30 * hour)
      await onThree((moment) => noticeDump(moment, 7))
      const before = await types()
      pass(1)
      await ran('dump', 'failed')
      await onThree((moment) => noticeDump(moment, 7))
      pass(hour)
      await onThree((moment) => noticeDump(moment, 7))
      const overdue = await events()
      const nextAt = now.toISOString()
      await ran('dump', 'done')
      await onThree((moment) => noticeDump(moment, 7))

      expect(before).to.deep.equal([])
      expect(overdue.map(({ type, data }) => [type, data])).to.deep.equal([
        ['dump.overdue', { last_dump_at: lastAt, limit_hours: 30 }],
      ])
      expect((await events()).slice(1).map(({ type, data }) => [type, data])).to.deep.equal([
        ['dump.recovered', { last_dump_at: nextAt, limit_hours: 30 }],
      ])
    })

    it('is not emitted if dumps are disabled', async () => {
      await ran('dump', 'done')
      pass(10 * day)
      await onThree((moment) => noticeDump(moment, 0))

      expect(await types()).to.deep.equal([])
    })
  })

  describe('for the object store', () => {
    const replica = (hostname: string, state: { isUp: boolean }) =>
      createStoreWatch({
        runInSystemTransaction,
        hostname,
        check: () => (state.isUp ? Promise.resolve() : Promise.reject(new Error('no answer'))),
      })

    it('that is unavailable for two minutes is emitted once for three replicas, and once on recovery', async () => {
      const state = { isUp: false }
      const replicas = ['a', 'b', 'c'].map((name) => replica(name, state))
      const all = () => Promise.all(replicas.map((check) => check()))
      const since = now.toISOString()
      await all()
      pass(2 * minute - 1)
      await all()
      const early = await types()
      pass(1)
      await all()
      pass(hour)
      await all()
      const down = await events()
      state.isUp = true
      await all()
      pass(2 * minute)
      await all()
      await all()

      expect(early).to.deep.equal([])
      expect(down.map(({ type }) => type)).to.deep.equal(['store.unreachable'])
      expect(down[0]?.data).to.include({ since })
      expect((await types()).slice(1)).to.deep.equal(['store.reachable'])
    })

    it('that fails briefly is not emitted', async () => {
      const state = { isUp: false }
      const check = replica('a', state)
      for (let at = 0; at < 10; at++) {
        state.isUp = at % 2 === 1
        await check()
        pass(minute)
      }

      expect(await types()).to.deep.equal([])
    })

    it('that only one replica cannot reach is emitted once, without recovery while it fails', async () => {
      const [cut, fine] = [{ isUp: false }, { isUp: true }]
      const [first, second] = [replica('a', cut), replica('b', fine)]
      for (let at = 0; at < 10; at++) {
        await first()
        await second()
        pass(30_000)
      }

      expect(await types()).to.deep.equal(['store.unreachable'])
    })
  })

  it('are checked by the worker that follows events', async () => {
    await ran('sweep', 'failed')
    await ran('dump', 'done')
    pass(31 * hour)
    const settings = { dumpKeep: 7, tls: null }
    const openStore = () => Promise.reject(new Error('no disk'))
    const notice = createOperationNotices({
      settings,
      runInSystemTransaction,
      openStore,
      now: () => now,
    } as unknown as PeriodicSetting)
    await notice()

    expect(await types()).to.have.members(['task.failed', 'dump.overdue', 'clock.skewed'])
  })

  describe('for a replica’s clock', () => {
    it('that is off is emitted once, and once when it is within half of the limit', async () => {
      const at = (seconds: number) => (moment: SystemContext) =>
        noticeReplicaClock(moment, 'replica-1', new Date(now.getTime() - seconds * 1000))
      for (const seconds of [0, 60, 61, 500, 45, -30, 0]) await onThree(at(seconds))

      expect((await events()).map(({ type, data }) => [type, data['ahead_seconds']])).to.deep.equal([
        ['clock.skewed', 61],
        ['clock.corrected', -30],
      ])
    })
  })

  describe('for the certificate', () => {
    const certificate = (fingerprint: string, endsAt: Date) => (moment: SystemContext) =>
      noticeCertificate(moment, { fingerprint, names: 'DNS:backup.example.net', endsAt })

    it('is emitted 30, 14, 7 and 1 days before its expiry, critical from 7', async () => {
      const endsAt = new Date(now.getTime() + 40 * day)
      for (let hours = 0; hours < 41 * 24; hours += 6) {
        await runInSystemTransaction(certificate('first', endsAt))
        pass(6 * hour)
      }

      expect((await events()).map(({ type, severity, data }) => [type, severity, data['days_left']])).to.deep.equal([
        ['certificate.expiring', 'warning', 30],
        ['certificate.expiring', 'warning', 14],
        ['certificate.expiring', 'critical', 7],
        ['certificate.expiring', 'critical', 1],
      ])
    })

    it('is emitted once by three replicas, and once on renewal, even if one shows the old one', async () => {
      const [old, renewed] = [new Date(now.getTime() + 10 * day), new Date(now.getTime() + 90 * day)]
      await onThree(certificate('old', old))
      await runInSystemTransaction(certificate('new', renewed))
      await runInSystemTransaction(certificate('old', old))
      await runInSystemTransaction(certificate('new', renewed))

      expect(await types()).to.deep.equal(['certificate.expiring', 'certificate.renewed'])
    })
  })
})
