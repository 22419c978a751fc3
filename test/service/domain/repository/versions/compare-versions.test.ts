import { expect } from 'chai'
import { compareVersions } from '../../../../../service/domain/repository/versions/diff-versions.ts'
import type { Device } from '../../../../../service/store/models/device.ts'
import type { Version } from '../../../../../service/store/models/version.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type TestRepository, startTestRepository } from '../../../../support/repository.ts'
import { type Scene, createScene } from '../../../../support/scene/scene.ts'

/** Returns a running configuration whose first line changes without an edit. */
function config(lines: string[], changedAt: string): string {
  return [`! Last configuration change at ${changedAt} by admin`, ...lines, 'end', ''].join('\n')
}

describe('the comparison of any two versions', () => {
  let test: TestRepository
  let tenant: Scene
  let north: Version
  let south: Version
  let southDevice: Device

  before(async () => {
    test = await startTestRepository()
    tenant = await createScene(test.dependencies)
    const northDevice = await tenant.hasDevice({ name: 'north' })
    southDevice = await tenant.hasDevice({ name: 'south' })
    north = await tenant.hasText(northDevice, config(['hostname north', 'vlan 1'], '10:00:00'))
    south = await tenant.hasText(southDevice, config(['hostname south', 'vlan 1'], '11:00:00'))
  })
  after(() => test.close())

  const compare = (from: Version, to: Version, options = {}, limits = {}) =>
    compareVersions(tenant.reading(limits), { from: from.id, to: to.id, context: 0, ...options })

  it('compares configurations of two devices without their volatile lines, and names both', async () => {
    const difference = await compare(north, south)

    const [before, after, ...lines] = difference.text.trimEnd().split('\n')
    expect(before).to.match(/^--- north running-config \d{4}-/)
    expect(after).to.match(/^\+\+\+ south running-config \d{4}-/)
    expect(lines.filter((line) => !line.startsWith('@@'))).to.deep.equal(['-hostname north', '+hostname south'])
  })

  it('compares raw texts on request', async () => {
    const difference = await compare(north, south, { text: 'raw' })

    expect(difference).to.include({ added: 2, removed: 2 })
  })

  it('normalises each text by the rules of its own platform', async () => {
    const junos = await tenant.hasDevice({ name: 'east', platform: 'routeco_junos' })
    const east = await tenant.hasText(
      junos,
      '## Last commit: 2025-01-01 10:00:00 UTC by admin\nsystem {\n    host-name east;\n}\n',
      { key: 'configuration-conf' },
    )

    const { text } = await compare(east, north)

    expect(text).to.contain('-    host-name east;').and.contain('+hostname north')
    expect(text).not.to.contain('Last commit')
    expect(text).not.to.contain('Last configuration change')
  })

  it('is recorded as a reading of both configurations, and once for versions of one', async () => {
    const newer = await tenant.hasText(southDevice, config(['hostname south', 'vlan 2'], '12:00:00'))
    const records = () =>
      tenant.inTransaction(({ trx }) => trx('audit').where({ action: 'config.diff' }).orderBy('id').select())
    const before = (await records()).length

    await compare(north, south)
    const both = (await records()).slice(before)
    await compare(south, newer)

    const [again, ...others] = (await records()).slice(before + both.length)
    expect(both.map(({ object_id: id }) => id)).to.have.members([north.artifactId, south.artifactId])
    expect([again!.object_id, others]).to.deep.equal([south.artifactId, []])
    const ofSouth = both.find(({ object_id: id }) => id === south.artifactId)
    expect(ofSouth!.device_id).to.equal(southDevice.id)
    expect(ofSouth!.detail).to.include({ from: north.id, to: south.id })
  })

  it('is refused for another tenant’s version, a tree, and texts above the limit', async () => {
    const foreign = await createScene(test.dependencies)
    const theirs = await foreign.hasText(await foreign.hasDevice(), 'hostname theirs\n')
    const refusal = async (work: Promise<unknown>) => ((await failureOf(work)) as { code?: string }).code

    const { version: tree } = await tenant.hasTree(await tenant.hasDevice({ platform: 'linux_server' }), [['etc', {}]])

    expect(await refusal(compare(north, theirs))).to.equal('not_found')
    expect(await refusal(compare(north, tree))).to.equal('is_tree')
    expect(await failureOf(compare(north, tree))).to.have.nested.property('params.operation', 'compare_any')
    expect(await refusal(compare(north, south, {}, { diffFileBytes: 10 }))).to.equal('too_large')
  })
})
