import { expect } from 'chai'
import type { Knex } from 'knex'
import { listPastStates } from '../../../service/domain/reporting/past-states/list-past-states.ts'
import type { Scope } from '../../../service/store/scope.ts'
import { fillRows } from '../../bench/versions.ts'
import { type TestService, startTestService } from '../../support/service.ts'
import { actionsIn, createScene } from '../../support/scene/scene.ts'

describe('the statement of what devices held at a moment', () => {
  let service: TestService
  let tenantId: string
  before(async () => {
    service = await startTestService()
    const tenant = await createScene(service.dependencies)
    tenantId = tenant.id
    await fillRows(service, tenant, 20_000, 100)
    await service.db.owner.transaction(async (trx) => {
      await trx.raw('set local role coffer_platform')
      await trx.raw('update versions set metadata = null') // not sealed for these versions
      await trx.raw(
        `insert into events (id, tenant_id, position, type, severity, at, device, data)
         select uuidv7(), v.tenant_id, row_number() over (), 'version.written', 'info', v.captured_at,
           jsonb_build_object('id', v.device_id), '{}' from versions v`,
      )
    })
    await service.db.owner.raw('vacuum analyze')
  })
  after(() => service.close())

  /** Returns the statements of a page and PostgreSQL's plan of the first one. */
  async function planOf(scope: Scope, question: { changed?: boolean } = {}) {
    const { keys, now } = service.dependencies
    const statements: { sql: string; bindings: Knex.RawBinding[] }[] = []
    const at = new Date(now().getTime() - 50 * 86_400_000)
    const window = { at, since: new Date(at.getTime() - 3_600_000), ...question }
    const inTransaction = actionsIn(service.dependencies, scope)
    let plan = ''
    const found = await listPastStates(
      {
        keys,
        inTransaction: (work) =>
          inTransaction(async (context) => {
            context.trx.on('query', (query) => statements.push(query))
            const result = await work(context)
            const [first] = statements
            const sql = first?.sql.replaceAll(/\$\d+/g, '?') ?? ''
            const { rows } = await context.trx.raw(`explain ${sql}`, first?.bindings ?? [])
            plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
            return result
          }),
      },
      window,
      { limit: 100, after: null },
    )
    return { plan, found, statements: statements.filter(({ sql }) => !/^explain|^COMMIT/.test(sql)) }
  }

  for (const kind of ['tenant', 'platform'] as const) {
    it(`looks up the versions, runs and events around the moment, without a scan of the history: ${kind}`, async () => {
      const scope: Scope = kind === 'tenant' ? { kind, tenantId } : { kind }
      const { plan, found, statements } = await planOf(scope)

      expect(found).to.have.length(101) // one more than the page
      expect(found.every(({ lineages }) => lineages[0]?.version !== null)).to.equal(true)
      expect(statements).to.have.length(2) // the page and its audit record
      expect(plan)
        .to.match(/versions_lineage/)
        .and.match(/events_at/)
        .and.match(/jobs_device/)
      expect(plan).not.to.match(/Seq Scan on (?:versions|jobs|events)\b/)
    })
  }

  it('finds changed devices by the versions of the window', async () => {
    const { plan } = await planOf({ kind: 'tenant', tenantId }, { changed: true })

    expect(plan).not.to.match(/Seq Scan on (?:versions|jobs|events)\b/)
  })
})
