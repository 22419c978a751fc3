import { randomUUID } from 'node:crypto'
import { permissionSet } from '../../../shared/permissions/permissions.ts'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { listAudit } from '../../../service/domain/kernel/audit/list-audit.ts'
import type { ActionContext } from '../../../service/domain/kernel/context.ts'
import { listEvents } from '../../../service/domain/outbox/events/list-events.ts'
import { listRuns } from '../../../service/domain/jobs/runs.ts'
import { listSamples } from '../../../service/domain/reporting/storage/list-samples.ts'
import { listFingerprints } from '../../../service/domain/inventory/trust/fingerprint-view.ts'
import { createKnex } from '../../../service/store/connect.ts'
import type { Scope } from '../../../service/store/scope.ts'
import { fillRows } from '../../bench/versions.ts'
import { superuserOf } from '../../support/database.ts'
import { type TestService, startTestService } from '../../support/service.ts'
import { actionsIn, createScene } from '../../support/scene/scene.ts'

const page = { limit: 10, after: null }
const permissions = permissionSet('platform_admin')
const asReader = (call: ActionContext): ActionContext => ({
  ...call,
  actor: { ...call.actor, role: 'platform_admin', permissions },
})
const agentId = randomUUID()

describe('rare rows among many', () => {
  let service: TestService
  let tenantId: string
  before(async () => {
    service = await startTestService()
    const tenant = await createScene(service.dependencies)
    tenantId = tenant.id
    await fillRows(service, tenant, 5_000, 2)
    await fillRare(service, tenantId, agentId)
  })
  after(() => service.close())

  const questions: Record<string, { ask: (call: ActionContext) => Promise<unknown>; own: RegExp; all: RegExp }> = {
    'runs of an agent': {
      ask: (call) => listRuns(call, { agentId }, page),
      own: /jobs_agent/,
      all: /jobs_agent/,
    },
    'the oldest runs': {
      ask: (call) => listRuns(call, {}, { ...page, order: 'oldest first' }),
      own: /Backward using jobs_(tenant_)?recent/,
      all: /Backward using jobs_recent/,
    },
    'the oldest audit records': {
      ask: (call) => listAudit(call, {}, { ...page, order: 'oldest first' }),
      own: /Backward using audit_(tenant_)?ts/,
      all: /Backward using audit_ts/,
    },
    'events of a type': {
      ask: (call) => listEvents(asReader(call), { types: ['agent.cloned'] }, { limit: 10 }),
      own: /events_tenant_type/,
      all: /events_type/,
    },
    'events of a minimum severity': {
      ask: (call) => listEvents(asReader(call), { minSeverity: 'warning' }, { limit: 10 }),
      own: /events_(tenant_)?grave/,
      all: /events_grave/,
    },
    'audit records of configuration reads': {
      ask: (call) => listAudit(call, { readingsOnly: true }, page),
      own: /audit_tenant_readings_ts/,
      all: /audit_readings_ts/,
    },
    'audit records of an object type': {
      ask: (call) => listAudit(call, { objects: ['webhook'] }, page),
      own: /audit_tenant_kind_ts/,
      all: /audit_kind_ts/,
    },
    'audit records of denied requests': {
      ask: (call) => listAudit(call, { outcomes: ['refused'] }, page),
      own: /audit_(tenant_)?unlike_ts/,
      all: /audit_unlike_ts/,
    },
    'rejected fingerprints': {
      ask: (call) => listFingerprints(call, { status: 'rejected' }, page),
      own: /fingerprints_tenant_status/,
      all: /fingerprints_status/,
    },
    'compared fingerprints': {
      ask: (call) => listFingerprints(call, { compared: true }, page),
      own: /fingerprints_tenant_compared/,
      all: /fingerprints_compared/,
    },
    'storage samples': {
      ask: (call) => listSamples(call, 10),
      own: /storage_samples_(tenant|age)/,
      all: /storage_samples_of_all/,
    },
  }
  for (const [what, { ask, own, all }] of Object.entries(questions)) {
    it(`are found by an index: ${what}, of a tenant and of all`, async () => {
      expect(await planOf(ask, { kind: 'tenant', tenantId })).to.match(own)
      expect(await planOf(ask, { kind: 'platform' })).to.match(all)
    })
  }

  /** Returns PostgreSQL's plan for the first statement of a query. */
  function planOf(ask: (call: ActionContext) => Promise<unknown>, scope: Scope): Promise<string> {
    return actionsIn(
      service.dependencies,
      scope,
    )(async (call) => {
      const asked: { sql: string; bindings: Knex.RawBinding[] }[] = []
      call.trx.on('query', (query) => asked.push(query))
      await ask(call)
      const [first] = asked
      const sql = first?.sql.replaceAll(/\$\d+/g, '?') ?? ''
      const { rows } = await call.trx.raw(`explain ${sql}`, first?.bindings ?? [])
      return rows.map((row: Record<string, string>) => `${row['QUERY PLAN']} `).join('\n')
    })
  }
})

/** Adds rows of one tenant with only the queried columns: of records one in a thousand is rare. */
async function fillRare({ db }: TestService, tenantId: string, agentId: string) {
  const admin = createKnex(await superuserOf(db), { application: 'test', poolMax: 1 })
  await admin.transaction(async (trx) => {
    await trx.raw(
      `insert into agents (id, tenant_id, slug, name, created_at, updated_at) values (?, ?, 'a', 'a', now(), now())`,
      [agentId, tenantId],
    )
    await trx.raw(`update jobs set agent_id = ? where id = (select id from jobs limit 1)`, [agentId])
    await trx.raw(
      `insert into audit (id, tenant_id, ts, actor, action, object, outcome)
       select uuidv7(), ?, now() - n * interval '1 minute', 'someone',
         case when n % 1000 = 1 then 'config.read' else 'device.update' end,
         case when n % 1000 = 2 then 'webhook' else 'device' end, case when n % 1000 = 3 then 'refused' else 'done' end
       from generate_series(1, 10000) n`,
      [tenantId],
    )
    await trx.raw(
      `insert into fingerprints (id, tenant_id, device_id, kind, algorithm, host, port, fingerprint, status, compared,
         first_seen_at, last_seen_at)
       select uuidv7(), tenant_id, id, 'ssh_host_key', 'ssh-ed25519', '192.0.2.1', 22, id::text,
         case when name like '%77' then 'rejected' else 'approved' end, name like '%78', now(), now() from devices`,
    )
    await trx.raw(
      `insert into events (id, tenant_id, position, type, severity, at, data)
       select uuidv7(), case when n % 2 = 0 then ?::uuid end, n, case when n % 1000 < 2 then 'agent.cloned' else 'run.changed' end,
         case when n % 1000 < 2 then 'critical' else 'info' end, now(), '{}' from generate_series(1, 20000) n`,
      [tenantId],
    )
    await trx.raw(
      `insert into storage_samples (id, tenant_id, sampled_at, stored)
       select uuidv7(), case when n % 100 > 0 then ?::uuid end, now() - n * interval '1 hour', 1
       from generate_series(1, 5000) n`,
      [tenantId],
    )
  })
  await vacuum(admin)
  await admin.destroy()
}

/** An index-only scan needs pages that are marked all-visible; the server's own analysis may delay that. */
async function vacuum(admin: Knex) {
  for (let tries = 0; tries < 20; tries++) {
    await admin.raw('vacuum analyze')
    const { rows } = await admin.raw(
      `select relpages - relallvisible as hidden from pg_class where oid = 'versions'::regclass`,
    )
    if (rows[0].hidden === 0) return
  }
}
