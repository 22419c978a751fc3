import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { GoldenConfiguration } from '../../../service/store/models/golden-configuration.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'

const [older, newer] = ['k2jVCHfmVBnwGaSR/+MAAA==', 'zzzVCHfmVBnwGaSR/+MAAA==']

describe('a secret artifact', () => {
  let service: TestService
  let customer: Customer
  let tenant: Scene
  let operator: Client
  let versions: Version[]

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    tenant = await createScene(service.dependencies, customer)
    const device = await tenant.hasDevice({ platform: 'lbco_bigip' })
    await tenant.hasText(device, '#TMSH-VERSION: 15.1.8\nsys a { }\n', { key: 'scf' })
    versions = [
      await tenant.hasText(device, `${older}\n`, { key: 'master-key', capturedAt: new Date('2025-01-01T00:00:00Z') }),
      await tenant.hasText(device, `${newer}\n`, { key: 'master-key', capturedAt: new Date('2025-01-02T00:00:00Z') }),
    ]
  })
  after(() => service.close())

  it('can be downloaded with permission, but is never shown', async () => {
    const content = `/api/artifacts/versions/${versions[0]?.id}/content`

    const shown = await operator.get(content)
    const preview = await operator.get(`${content}?max_lines=1`)
    const saved = await operator.get(`${content}?download=true`)
    const forbidden = await (await customer.as('tenant_readonly')).get(`${content}?download=true`)

    for (const { status, body } of [shown, preview]) {
      expect(status).to.equal(409)
      expect(body.code).to.equal('is_secret')
      expect(JSON.stringify(body)).to.not.contain('VCHf')
    }
    expect(saved.bytes.toString()).to.equal(`${older}\n`)
    expect(forbidden.status).to.equal(403)
  })

  it('cannot be compared', async () => {
    const [from, to] = versions.map(({ id }) => id)
    const diff = await operator.get(`/api/artifacts/${versions[0]?.artifactId}/diff?from=${from}&to=${to}`)

    expect(diff.status).to.equal(409)
    expect(diff.body.code).to.equal('is_secret')
  })

  it('cannot be compared with a golden configuration that was added before it was secret', async () => {
    const id = randomUUID()
    const by = { createdAt: new Date(), createdBy: 'admin', updatedAt: new Date(), updatedBy: 'admin' }
    await tenant.inTransaction(({ trx, tenantId }) =>
      GoldenConfiguration.query(trx)
        .insert({
          ...{ id, tenantId, name: 'Keys', tag: 'keys', platform: 'lbco_bigip', key: 'master-key' },
          ...{ versionId: versions[0]!.id, declaredDifferences: [], note: null, ...by },
        })
        .execute(),
    )

    const compliance = await operator.get(`/api/golden-configurations/${id}/compliance`)

    expect([compliance.status, compliance.body.code]).to.deep.equal([409, 'is_secret'])
  })

  it('has no normalised text, not even for download', async () => {
    const content = `/api/artifacts/versions/${versions[0]?.id}/content?normalised=true`

    for (const answer of [await operator.get(content), await operator.get(`${content}&download=true`)]) {
      expect(answer.status).to.equal(409)
      expect(answer.body.code).to.equal('is_secret')
    }
  })

  it('is not searchable', async () => {
    const found = async (pattern: string) => {
      const answer = await operator.post('/api/search', { pattern })
      return answer.bytes.toString()
    }

    expect(await found('VCHfmVBnwGaSR')).to.not.contain('master-key')
    expect(await found('sys a')).to.contain('scf')
  })

  it('is listed by its dates only', async () => {
    const listed = must(await operator.get(`/api/artifacts/${versions[0]?.artifactId}/versions`), 200)

    expect(listed).to.have.length(2)
    expect(JSON.stringify(listed)).to.not.contain('VCHf')
  })
})
