import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Claimant, claimJobs, recordPoll } from '../../../../service/domain/jobs/claim-jobs.ts'
import { jobKinds } from '../../../../service/domain/jobs/kinds/registry.ts'
import type { TenantContext } from '../../../../service/domain/kernel/context.ts'
import { type ScopedTransaction, inScope, statementsInScope } from '../../../../service/store/scope.ts'
import { defaultIntervals } from '../../../../shared/agent-protocol/intervals.ts'
import { until } from '../../../support/listening-program.ts'
import { anAgent } from '../../../support/fake-agent.ts'
import { must, startTestService } from '../../../support/service.ts'

describe('a poll that an agent repeats', () => {
  it('looks for the offers that its predecessor makes while it waits for the session', async () => {
    const service = await startTestService()
    const customer = await service.hasTenant()
    const agent = await anAgent(service, customer)
    await customer.hasDevice()
    const operator = await customer.as('tenant_operator')
    const { knex, keys, now } = service.dependencies
    const scope = { kind: 'tenant' as const, tenantId: customer.id }
    const run = statementsInScope(knex, scope)
    const claimant = {
      agentId: agent.id,
      sessionId: agent.sessionId,
      labMode: false,
      platforms: ['netco_iosxe', 'linux_server'],
      transports: ['ssh'],
      slots: 10,
      documentFormat: 0,
      dryRunFormat: 0,
    } as unknown as Claimant
    const claim = { claimId: randomUUID(), number: 1_000, freeSlots: 1, restoreSlots: 0 }
    const poll = (number: number) =>
      recordPoll(run, { tenantId: customer.id, now: now() }, claimant, { ...claim, number })
    const mayFindAtFirst = await poll(claim.number)
    let repeated: Promise<boolean> | undefined

    const offers = await inScope(knex, scope, async (trx: ScopedTransaction) => {
      await trx('agent_sessions').where({ id: agent.sessionId }).update({ last_claim_number: claim.number })
      repeated = poll(claim.number + 1)
      await until(async () => {
        const { rows } = await service.db.owner.raw('select 1 from pg_locks where not granted')
        return rows.length > 0
      })
      must(await operator.post('/api/backups/trigger', { all_devices: true }), 202)
      const context = { trx, tenantId: customer.id, now: now(), keys, kinds: jobKinds } as unknown as TenantContext
      return claimJobs(context, claimant, claim, defaultIntervals)
    })

    expect([mayFindAtFirst, offers.length, await repeated]).to.deep.equal([false, 1, true])
    await service.close()
  })
})
