import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { randomUUIDv7 } from 'node:crypto'
import { codedErrors } from '../../support/field-errors.ts'
import { createRestorableVersion, wholeConfiguration } from '../../support/scene/restorable.ts'
import { type RestoreDesk, aRestoreDesk, phrase, restoreSteps } from '../../support/restore-desk.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

describe('a restore request', () => {
  let service: TestService
  let desk: RestoreDesk
  let customer: Customer
  let admin: Client
  let platform: Client
  const steps = restoreSteps(() => desk)
  const { ask, audited, deviceOf } = steps

  before(async () => {
    service = await startTestService()
  })
  beforeEach(async () => {
    desk = await aRestoreDesk(service)
    ;({ customer, admin, platform } = desk)
  })
  after(() => service.close())

  describe('by an administrator', () => {
    it('is queued, and audited with user, version and fingerprint', async () => {
      const { device, version } = await createRestorableVersion(service, customer)

      const run = must(await ask(version.id, { ...phrase, confirm_minutes: 5 }), 202)

      expect(run).to.deep.include({ kind: 'restore', status: 'queued', device_id: device.id })
      expect(run.restore).to.deep.equal({
        run_id: run.id,
        version_id: version.id,
        confirm_minutes: 5,
        confirm_until: null,
        remaining_seconds: null,
        verified_at: null,
      })
      expect((await deviceOf(device.id)).restore).to.include({ run_id: run.id, status: 'queued' })
      const [record] = await audited('restore.request')
      expect(record).to.include({
        outcome: 'done',
        actor: (must(await admin.get('/api/auth/me'), 200) as Client & { email: string }).email,
      })
      expect(record?.detail).to.include({ fingerprint: version.fingerprint, device_id: device.id, run_id: run.id })
    })

    const levels = [
      { denies: 'platform', body: null, level: 'platform' },
      { denies: 'platform', body: 'deny', level: 'platform' },
      { denies: 'customer', body: 'deny', level: 'customer' },
      { denies: 'device', body: 'deny', level: 'device' },
    ]
    for (const { denies, body, level } of levels) {
      it(`is denied if the ${denies} policy is ${body ?? 'unset'}, naming the level`, async () => {
        const { device, version } = await createRestorableVersion(service, customer)
        const of = {
          platform: '',
          customer: `tenant=${customer.id}`,
          device: `device_id=${device.id}&tenant=${customer.id}`,
        }[denies]
        must(await platform.put(`/api/restore/policy/${denies}?${of}`, { restore_policy: body }), 200)

        const answer = await ask(version.id, { confirm: 'anything' })

        expect(answer.status).to.equal(403)
        expect(answer.body.level).to.equal(level)
        const [record] = await audited('restore.request')
        const params = { level, reason: body ? 'denied' : 'unset' }
        expect(record).to.include({ outcome: 'refused' })
        expect(record?.detail['why']).to.deep.equal([{ code: 'restore_denied', params }])
      })
    }

    it('is rejected with another confirmation phrase', async () => {
      const { version } = await createRestorableVersion(service, customer)

      for (const words of ['', 'load override', 'LOAD OVERRIDE ', 'yes']) {
        const answer = await ask(version.id, { confirm: words })
        expect(answer.status, words).to.equal(422)
        expect(answer.body.errors[0].path).to.equal('confirm')
      }
    })

    const whole = { secrets: 0, denied: 0, omitted: 0, edited: 'no', partial: 'no' }
    const ineligible = [
      {
        what: 'another platform',
        of: { device: { platform: 'netco_iosxe' } },
        code: 'restore_platform_unsupported',
        params: { platform: 'netco_iosxe' },
      },
      {
        what: 'the set form',
        of: { key: 'configuration-set' },
        code: 'restore_artifact_unsupported',
        params: { artifact: 'configuration-set', supported: 'configuration-conf' },
      },
      {
        what: 'a lineage over the API',
        of: { transport: 'api' },
        code: 'restore_transport_unsupported',
        params: { transport: 'api' },
      },
      {
        what: 'masked secrets',
        of: { text: wholeConfiguration.replace('"$6$saltsalt$hash"', '/* SECRET-DATA */') },
        code: 'restore_incomplete',
        params: { ...whole, secrets: 1 },
      },
      {
        what: 'hidden parts',
        of: { text: `${wholeConfiguration}firewall { /* ACCESS-DENIED */ };\n` },
        code: 'restore_incomplete',
        params: { ...whole, denied: 1 },
      },
      {
        what: 'omitted sections',
        of: { text: `${wholeConfiguration}firewall {\n    apply-flags omit;\n}\n` },
        code: 'restore_incomplete',
        params: { ...whole, omitted: 1 },
      },
      {
        what: 'a suspicious text without a review',
        of: { suspicious: [message('last_section_missing')] },
        code: 'restore_suspicious',
        params: { reasons: [message('last_section_missing')] },
      },
      { what: 'a text of an agent in lab mode', of: { labMode: true }, code: 'restore_lab_mode' },
      {
        what: 'a text of a host whose key was not compared',
        of: { hostNotCompared: true },
        code: 'restore_host_not_compared',
      },
      { what: 'nothing in it', of: { text: '\n' }, code: 'restore_not_complete' },
    ]
    for (const { what, of, code, params = {} } of ineligible) {
      it(`is rejected for a version with ${what}, with the reason`, async () => {
        const { version } = await createRestorableVersion(service, customer, of as object)

        const answer = await ask(version.id)

        expect(answer.status).to.equal(422)
        expect(codedErrors(answer.body)).to.deep.equal([{ path: 'version_id', code, params }])
      })
    }

    it('is rejected for an inactive device, and not found for another tenant’s version', async () => {
      const { device, version } = await createRestorableVersion(service, customer)
      must(await admin.patch(`/api/devices/${device.id}`, { enabled: false }), 200)
      const foreign = await createRestorableVersion(service, await service.hasTenant())

      const answers = [await ask(version.id), await ask(foreign.version.id), await ask(randomUUIDv7())]

      expect(answers.map(({ status }) => status)).to.deep.equal([409, 404, 404])
      expect(answers[0]!.body.code).to.equal('device_disabled')
    })

    it('is rejected while another one is active, also for concurrent requests', async () => {
      const { version } = await createRestorableVersion(service, customer)

      const answers = await Promise.all([ask(version.id), ask(version.id), ask(version.id)])

      expect(answers.map(({ status }) => status).toSorted()).to.deep.equal([202, 409, 409])
      expect(answers.find(({ status }) => status === 409)?.body.code).to.equal('restore_under_way')
    })
  })
})
