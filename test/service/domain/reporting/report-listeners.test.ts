import { expect } from 'chai'
import { reportListeners } from '../../../../service/domain/reporting/monitoring/report-listeners.ts'
import { recordChangeReport } from '../../../../service/domain/jobs/change-requests/record-change-report.ts'
import type { TenantContext } from '../../../../service/domain/kernel/context.ts'
import { inScope } from '../../../../service/store/scope.ts'
import { type Customer, must, startTestService, type TestService } from '../../../support/service.ts'

const hour = 3_600_000

describe('the events of listeners', () => {
  let service: TestService
  let customer: Customer
  let agentId: string

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    agentId = (await customer.hasAgent({ name: 'north' })).id
    const platform = await service.as('platform_admin')
    const where = `/api/agents/${agentId}?tenant=${customer.id}`
    must(await platform.patch(where, { listeners: { syslog_udp: 5514, snmp_trap: 1162 } }), 200)
  })
  after(() => service.close())

  it('are emitted once for a silent listener and once when it receives messages again', async () => {
    await reported({ syslog_udp: null, snmp_trap: null })
    const early = await check()
    service.advance(25 * hour)
    await reported({ syslog_udp: now(), snmp_trap: null })
    const silent = [...(await check()), ...(await check())]
    const platform = await service.as('platform_admin')
    const snmp_users = [{ name: 'traps', level: 'noAuthNoPriv' }]
    must(await platform.patch(`/api/agents/${agentId}?tenant=${customer.id}`, { snmp_users }), 200)
    const withOtherUsers = await check()
    await reported({ syslog_udp: now(), snmp_trap: now() })
    const recovered = await check()

    expect(early).to.deep.equal([])
    expect(silent).to.deep.equal(['agent.listener_silent snmp_trap'])
    expect(withOtherUsers, 'new users are no message').to.deep.equal([])
    expect(recovered).to.deep.equal(['agent.listener_recovered snmp_trap'])
  })

  it('are not emitted because an agent restarted', async () => {
    await reported({ syslog_udp: null, snmp_trap: null })

    expect(await check()).to.deep.equal([])
  })

  it('are emitted for a port that cannot be opened', async () => {
    await reported({ syslog_udp: now(), snmp_trap: now() }, 'port_in_use')

    expect(await check()).to.have.members(['agent.listener_silent syslog_udp', 'agent.listener_silent snmp_trap'])
  })

  const now = () => service.dependencies.now().toISOString()

  function reported(last: Record<'syslog_udp' | 'snmp_trap', string | null>, error: 'port_in_use' | null = null) {
    const listeners = [
      { protocol: 'syslog_udp' as const, port: 5514, last_message_at: last.syslog_udp },
      { protocol: 'snmp_trap' as const, port: 1162, last_message_at: last.snmp_trap },
    ].map((one) => ({ ...one, error, messages: 1, unknown_sender_messages: 0 }))
    return inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      recordChangeReport({ trx, tenantId: customer.id, now: service.dependencies.now() } as TenantContext, agentId, {
        listeners,
        changes: [],
      }),
    )
  }

  /** Returns the events that one check emits. */
  async function check(): Promise<string[]> {
    const before = await events()
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      reportListeners({ trx, now: service.dependencies.now() }),
    )
    return (await events()).slice(before.length)
  }

  const events = () =>
    inScope(service.dependencies.knex, { kind: 'platform' }, async (trx) => {
      const rows = await trx('events').whereLike('type', 'agent.listener%').orderBy('recorded_order')
      return rows.map(({ type, data }) => `${type} ${data.protocol}`)
    })
})
