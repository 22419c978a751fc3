import { expect } from 'chai'
import { Setting } from '../../../service/store/models/setting.ts'
import { Tenant } from '../../../service/store/models/tenant.ts'
import { inScope } from '../../../service/store/scope.ts'
import { codedErrors } from '../../support/field-errors.ts'
import { type Client, type Customer, type TestService, aDevice, must, startTestService } from '../../support/service.ts'

const unknownId = '018f0000-0000-7000-8000-000000000000'

describe('devices', () => {
  let service: TestService
  let customer: Customer
  let other: Customer
  let admin: Client

  before(async () => {
    service = await startTestService({
      now: new Date('2026-11-20T12:00:00Z'),
      environment: { BKP_TIMEZONE: 'Europe/Paris' },
    })
    customer = await service.hasTenant()
    other = await service.hasTenant()
    admin = await customer.as('tenant_admin')
  })

  after(() => service.close())

  const audited = async (action: string, id: string) => {
    const records = must(await admin.get(`/api/audit?action=${action}`), 200)
    return records.find((record: { object_id: string }) => record.object_id === id)
  }

  describe('when added', () => {
    it('have every given field', async () => {
      const credential = await customer.hasCredential()
      const agent = await customer.hasAgent()
      const wanted = aDevice({
        platform: 'netco_iosxe',
        transport_pref: 'ssh',
        schedule: '30 2 * * *',
        site: 'Lyon',
        tags: ['core', 'Édge'],
        credential_id: credential.id,
        credential_api_id: null,
        credential_ssh_id: credential.id,
        agent_ids: [agent.id],
        options: { ssh_port: 2222, artifacts: ['running-config'] },
        staleness_hours: 12.5,
        retry_attempts: 3,
        retry_delay_minutes: 5,
        trust_posture: 'strict',
        restore_policy: 'allow',
      })

      const answer = await admin.post('/api/devices', wanted)

      expect(answer.status).to.equal(201)
      expect(answer.body).to.include.all.keys('id', 'created_at')
      expect(answer.body).to.deep.include({
        ...wanted,
        tenant_id: customer.id,
        enabled: true,
        state: 'never',
        has_history: false,
        last_run: null,
        last_success_at: null,
        stale_at: null,
        decommissioned_at: null,
        next_run_at: '2026-11-21T01:30:00.000Z',
      })
      expect(must(await admin.get(`/api/devices/${answer.body.id}`), 200)).to.deep.equal(answer.body)
      expect((await audited('device.create', answer.body.id)).detail).to.include({ name: wanted.name })
    })

    it('are by default on demand, collected by any agent, and retried once', async () => {
      const answer = await admin.post('/api/devices', aDevice())

      expect(answer.body).to.deep.include({
        schedule: '',
        next_run_at: null,
        agent_ids: [],
        transport_pref: 'auto',
        retry_attempts: 1,
        retry_delay_minutes: 10,
        staleness_hours: null,
        trust_posture: null,
        restore_policy: null,
      })
    })

    it('cannot have the name of another device of the tenant', async () => {
      const device = await customer.hasDevice()

      const again = await admin.post('/api/devices', aDevice({ name: device.name }))
      const elsewhere = await (await other.as('tenant_admin')).post('/api/devices', aDevice({ name: device.name }))

      expect(again.status).to.equal(409)
      expect(again.body.code).to.equal('name_taken')
      expect(elsewhere.status).to.equal(201)
    })

    it('report another tenant’s credential and agent like unknown ones', async () => {
      const credential = await other.hasCredential()
      const agent = await other.hasAgent()
      const naming = (credentialId: string, agentId: string) =>
        aDevice({
          credential_id: credentialId,
          credential_api_id: credentialId,
          credential_ssh_id: credentialId,
          agent_ids: [agentId],
        })

      const foreign = await admin.post('/api/devices', naming(credential.id, agent.id))
      const unknown = await admin.post('/api/devices', naming(unknownId, unknownId))

      expect(foreign.status).to.equal(422)
      expect(codedErrors(foreign.body)).to.deep.equal([
        { path: 'credential_id', code: 'credential_not_found', params: {} },
        { path: 'credential_api_id', code: 'credential_not_found', params: {} },
        { path: 'credential_ssh_id', code: 'credential_not_found', params: {} },
        { path: 'agent_ids.0', code: 'agent_not_found', params: {} },
      ])
      expect(unknown.body.errors).to.deep.equal(foreign.body.errors)
    })

    it('accept ids in capital letters', async () => {
      const credential = await customer.hasCredential()
      const agent = await customer.hasAgent()

      const answer = await admin.post(
        '/api/devices',
        aDevice({ credential_id: credential.id.toUpperCase(), agent_ids: [agent.id.toUpperCase()] }),
      )

      expect(answer.status).to.equal(201)
      expect(answer.body).to.deep.include({ credential_id: credential.id, agent_ids: [agent.id] })
    })

    for (const { what, fields, paths } of [
      { what: 'an invalid schedule', fields: { schedule: '0 25 * * *' }, paths: ['schedule'] },
      { what: 'a nickname for a schedule', fields: { schedule: '@daily' }, paths: ['schedule'] },
      {
        what: 'a path that the platform has not',
        fields: { platform: 'linux_server', options: { paths: ['/etc'] }, transport_pref: 'api' },
        paths: ['transport_pref'],
      },
      { what: 'an unknown option', fields: { options: { ssh_prot: 22 } }, paths: ['options.ssh_prot'] },
      { what: 'options of another platform', fields: { options: { paths: ['/etc'] } }, paths: ['options.paths'] },
      { what: 'an invalid port', fields: { options: { ssh_port: 70_000 } }, paths: ['options.ssh_port'] },
      { what: 'an unknown artifact', fields: { options: { artifacts: ['x'] } }, paths: ['options.artifacts.0'] },
      { what: 'a server without paths', fields: { platform: 'linux_server' }, paths: ['options.paths'] },
      {
        what: 'a relative path',
        fields: { platform: 'linux_server', options: { paths: ['/etc', 'etc'] } },
        paths: ['options.paths.1'],
      },
      {
        what: 'an exclusion that empties a path',
        fields: { platform: 'linux_server', options: { paths: ['/etc'], excludes: ['etc'] } },
        paths: ['options.excludes'],
      },
      {
        what: 'a NUL in an exclusion',
        fields: { platform: 'linux_server', options: { paths: ['/etc'], excludes: ['a\0'] } },
        paths: ['options.excludes.0'],
      },
      { what: 'a name with a blank behind it, which no table can name', fields: { name: 'r1 ' }, paths: ['name'] },
      {
        what: 'a tag and a site with blanks around them',
        fields: { tags: ['core '], site: '\u00a0Lyon' },
        paths: ['site', 'tags.0'],
      },
      {
        what: 'several at once',
        fields: { schedule: 'never', options: { x: 1 } },
        paths: ['schedule', 'options.x'],
      },
    ] as const) {
      it(`reject ${what}, naming the field`, async () => {
        const answer = await admin.post('/api/devices', { ...aDevice(), ...fields })

        expect(answer.status).to.equal(422)
        expect(answer.body.errors.map((error: { path: string }) => error.path)).to.deep.equal(paths)
      })
    }

    it('can use trust on first use only if the levels above allow it', async () => {
      const wanted = () => aDevice({ trust_posture: 'tofu' })
      const strict = await admin.post('/api/devices', wanted())
      await inScope(service.db.knex, { kind: 'platform' }, async (trx) => {
        await Setting.query(trx).insert({ key: 'trust_posture', value: 'tofu', updatedAt: service.dependencies.now() })
        await Tenant.query(trx).findById(other.id).patch({ trustPosture: 'strict' })
      })

      const allowed = await admin.post('/api/devices', wanted())
      const tenantIsStrict = await (await other.as('tenant_admin')).post('/api/devices', wanted())

      expect([strict.status, allowed.status, tenantIsStrict.status]).to.deep.equal([422, 201, 422])
      expect(strict.body.errors[0].path).to.equal('trust_posture')
    })
  })
})
