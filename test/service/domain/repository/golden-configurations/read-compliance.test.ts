import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { createGolden } from '../../../../../service/domain/repository/golden-configurations/create-golden.ts'
import {
  type ComplianceLimits,
  usualComplianceLimits,
} from '../../../../../service/domain/repository/golden-configurations/compare-with-golden.ts'
import { readCompliance } from '../../../../../service/domain/repository/golden-configurations/read-compliance.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'
import { type TestService, startTestService } from '../../../../support/service.ts'

const choice = { kinds: ['golden', 'common'], maxLines: 100, maxOutliers: 20 } as const
const text = 'ntp server 10.0.0.1\n'

describe('the comparison of devices', () => {
  let service: TestService
  let tenant: Scene
  let goldenId: string

  before(async () => {
    service = await startTestService()
    tenant = await createScene(service.dependencies)
    for (const name of ['a', 'b', 'c', 'd']) {
      const version = await tenant.hasText(await tenant.hasDevice({ name, tags: ['edge'] }), text)
      if (name === 'a') goldenId = await hasGolden(version.id)
    }
  })
  after(() => service?.close())

  const hasGolden = async (versionId: string) => {
    const input = { name: 'Edge', tag: 'edge', versionId, declaredDifferences: [], note: null }
    return (await tenant.inTransaction((context) => createGolden(context, input))).golden.id
  }
  const read = async (limits: Partial<ComplianceLimits>, contentLimits = {}) => {
    const reading = tenant.reading(contentLimits)
    const { comparison } = await readCompliance(reading, goldenId, choice, { ...usualComplianceLimits, ...limits })
    const { stopped, total, devices } = comparison
    return { stopped, total, devices: devices.map(({ name, missing, reason }) => [name, missing, reason?.code]) }
  }
  const compared = (name: string) => [name, 0, undefined]
  const left = (name: string) => [name, null, 'not_compared_not_examined']

  it('is complete within the limits', async () => {
    const found = await read({})

    expect(found).to.deep.include({ stopped: null, total: 4, devices: ['a', 'b', 'c', 'd'].map(compared) })
  })

  it('ends at the limit of devices, of bytes and of time, and names the devices that are left', async () => {
    const devices = await read({ devices: 3 })
    const bytes = await read({ bytes: 2 * text.length })
    const time = await read({ timeMs: 0 })

    expect([devices.stopped, devices.total, devices.devices.length]).to.deep.equal([
      message('compliance_limit_devices', { limit: 3 }),
      ...[4, 3],
    ])
    expect(bytes.stopped).to.deep.equal(message('compliance_limit_bytes', { limit: 2 * text.length }))
    expect(bytes.devices).to.deep.equal([compared('a'), compared('b'), left('c'), left('d')])
    expect(time.stopped).to.deep.equal(message('compliance_limit_time', { limit: 0 }))
    expect(time.devices).to.deep.equal(['a', 'b', 'c', 'd'].map(left))
  })

  it('leaves out a text above the comparison limit', async () => {
    const long = await tenant.hasDevice({ name: 'e', tags: ['edge'] })
    await tenant.hasText(long, text.repeat(10))

    const { devices, stopped } = await read({}, { diffFileBytes: 2 * text.length })

    expect([stopped, devices.at(-1)]).to.deep.equal([null, ['e', null, 'not_compared_too_large']])
  })
})
