import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { configReadings } from '../../../../shared/contract/config-answers.ts'
import { inScope } from '../../../../service/store/scope.ts'
import { type ContractOperation, readContract } from '../../../support/contract.ts'
import { withoutDestructionDelay } from '../../../support/delays.ts'
import { type Answer, type TestService, must, startTestService } from '../../../support/service.ts'
import { type FullScene, createFullScene } from '../../../support/scene/full-scene.ts'
import { askProperly } from '../../../support/valid-requests.ts'

const readings = readContract().filter(({ audit }) => audit !== undefined && configReadings.includes(audit))
const secret = 'a secret of twelve'

/** Reads of content, which need the keys. */
const needKeys = [
  'archiveSnapshot',
  'browseSnapshot',
  'compareVersions',
  'diffSnapshots',
  'diffVersions',
  'getPlatformDocumentTest',
  'readCompliance',
  'readBreakGlassContents',
  'previewDevicePair',
  'readDeviceConfig',
  'readDevicePairDiff',
  'readDrift',
  'readDryRun',
  'readLineHistory',
  'readNamedDeviceConfig',
  'readOutliers',
  'readSnapshotFile',
  'readVersionContent',
  'searchConfigurations',
]

describe('the audit of denied reads', () => {
  let service: TestService
  let customer: FullScene
  let destroyed: FullScene
  let other: FullScene
  before(async () => {
    service = await startTestService()
    customer = await createFullScene(service)
    other = await createFullScene(service)
    destroyed = await createFullScene(service)
    const admin = await service.as('platform_admin')
    await withoutDestructionDelay(service)
    must(await admin.post(`/api/tenants/${destroyed.id}/destroy-key`, { confirm: destroyed.slug }), 200)
  })
  after(() => service.close())

  const recordsOf = (answer: Answer) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('audit').where({ request_id: answer.headers.get('x-request-id') }),
    )

  /** Returns a tenant whose ids do not exist. */
  const unknown = (): FullScene => ({
    ...customer,
    ids: Object.fromEntries(Object.keys(customer.ids).map((name) => [name, randomUUID()])),
  })

  const outcomes = async (answer: Answer) => (await recordsOf(answer)).map(({ action, outcome }) => [action, outcome])

  for (const operation of readings) {
    it(`records the outcome of ${operation.id} after keys were destroyed`, async () => {
      const asker = { service, role: 'platform_admin' as const, customer: destroyed, secret }
      const answer = await askProperly(asker, operation)
      const records = await recordsOf(answer)

      const isRefused = needKeys.includes(operation.id)
      expect(answer.status, JSON.stringify(answer.body)).to.equal(isRefused ? 409 : 200)
      expect(records.map(({ action, outcome }) => [action, outcome])).to.deep.equal([
        [operation.audit, isRefused ? 'refused' : 'done'],
      ])
      expect(records[0]).to.include({ tenant_id: destroyed.id, cross_tenant: true })
      if (isRefused) expect(records[0]!.detail).to.deep.equal({ status: 409, code: 'keys_destroyed' })
    })

    if (operation.path.includes('_id}')) {
      it(`records ${operation.id} of an unknown object as refused`, async () => {
        const asker = { service, role: 'tenant_admin' as const, customer: unknown(), secret }
        const answer = await askProperly(asker, operation)

        expect(answer.status).to.equal(404)
        expect(await outcomes(answer)).to.deep.equal([[operation.audit, 'refused']])
      })

      it(`records ${operation.id} of another tenant as refused`, async () => {
        const asker = { service, role: 'tenant_admin' as const, customer: { ...customer, ids: other.ids }, secret }
        const answer = await askProperly(asker, operation)
        const [record] = await recordsOf(answer)

        expect(answer.status).to.equal(404)
        expect(record).to.include({ action: operation.audit, outcome: 'refused', tenant_id: customer.id })
      })
    }

    it(`records ${operation.id} with an unknown parameter as refused`, async () => {
      const asker = { service, role: 'tenant_admin' as const, customer, secret }
      const answer = await askProperly(asker, operation, { unheard_of: '1' })

      expect(answer.status).to.equal(422)
      expect(await outcomes(answer)).to.deep.equal([[operation.audit, 'refused']])
    })
  }

  for (const [id, query] of tooLargeReadings()) {
    it(`records ${id} of an object that is too large as refused`, async () => {
      const operation = readings.find((one) => one.id === id) as ContractOperation
      const { limits } = service.dependencies.settings
      const before = { ...limits }
      Object.assign(limits, { filePreviewBytes: 0, diffFileBytes: 0, archiveBytes: 0 })
      try {
        const answer = await askProperly({ service, role: 'tenant_admin', customer, secret }, operation, query)

        expect(answer.status, JSON.stringify(answer.body)).to.equal(413)
        expect(await outcomes(answer)).to.deep.equal([[operation.audit, 'refused']])
      } finally {
        Object.assign(limits, before)
      }
    })
  }
})

function tooLargeReadings(): [string, Record<string, string>][] {
  return [
    ['readVersionContent', { normalised: 'true' }],
    ['readDeviceConfig', { normalised: 'true' }],
    ['readDrift', {}],
    ['diffVersions', {}],
    ['compareVersions', {}],
    ['readDevicePairDiff', {}],
    ['previewDevicePair', {}],
    ['readSnapshotFile', {}],
    ['archiveSnapshot', {}],
    ['diffSnapshots', { path: '/etc/hostname' }],
  ]
}
