import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { readContract } from '../../support/contract.ts'
import { type Client, type TestService, startTestService } from '../../support/service.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'
import { askProperly, ownProvisioner } from '../../support/valid-requests.ts'

interface Responses {
  [status: string]: { 'x-location'?: string; headers?: Record<string, unknown> }
}

const file = path.join(import.meta.dirname, '../../../shared/contract/openapi.json')
const { paths } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, { operationId: string; tags: string[]; responses: Responses }>>
}
const making = Object.values(paths).flatMap((methods) =>
  Object.values(methods).flatMap(({ operationId, tags, responses }) =>
    tags.includes('Agent protocol')
      ? []
      : (['201', '202'] as const).flatMap((status) => {
          const response = responses[status]
          return response ? [{ operationId, status, ...response }] : []
        }),
  ),
)

/** Answers that concern several objects, or one that no operation reads. */
const nowhere = [
  'login',
  'completeSsoLogin',
  'completeLoginCode',
  'completeConfirmationCode',
  'addPasskey',
  'createEnrollmentToken',
  'triggerBackups',
  'purgeStorage',
  'resendDelivery',
  'resendNotificationDelivery',
  'sendReport',
]

describe('the Location header', () => {
  let service: TestService
  let admin: Client
  let customer: FullScene
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
    customer = await createFullScene(service)
  })
  after(() => service.close())

  it('is declared for every 201 and 202 except objects without a read operation', () => {
    const without = making.filter((one) => one['x-location'] === 'none').map(({ operationId }) => operationId)

    expect(making.length).to.be.greaterThan(15)
    expect(without).to.have.members(nowhere)
    expect(
      making.filter(({ headers }) => !headers?.['Location']).map(({ operationId }) => operationId),
    ).to.have.members(nowhere)
  })

  for (const { operationId, status, 'x-location': template = '' } of making) {
    if (template === 'none') continue
    it(`of ${operationId} can be read by GET`, async () => {
      const operation = readContract().find(({ id }) => id === operationId)!
      const asker = { service, role: 'platform_admin', customer, secret: 'a secret of twelve' } as const

      const answer = await askProperly(asker, operation)
      const location = answer.headers.get('location') ?? ''
      const reader = operation.path.startsWith('/api/scim/') ? await ownProvisioner(asker) : admin
      const read = await reader.get(location)

      expect(answer.status, JSON.stringify(answer.body)).to.equal(Number(status))
      expect(location).to.match(/^\/api\//)
      expect(read.status, location).to.equal(200)
      if (template.includes('{id}')) expect(read.body.id).to.equal(answer.body.id)
    })
  }
})
