import { expect } from 'chai'
import contract from '../../../shared/contract/openapi.json' with { type: 'json' }
import { platform, type Platform } from '../../../shared/platforms/platform.ts'
import { builtInPlatforms, platformById, platforms } from '../../../shared/platforms/registry.ts'

describe('the platform registry', () => {
  it('has unique identifiers', () => {
    const ids = platforms.map(({ id }) => id)

    expect(new Set(ids).size).to.equal(ids.length)
    for (const known of platforms) expect(platformById(known.id)).to.equal(known)
    expect(platformById('no_such_platform')).to.equal(undefined)
  })

  it('contains the platforms of the contract', () => {
    const { description } = contract.components.schemas.PlatformId
    const named = description.match(/[a-z]+_[a-z]+/g)

    expect(builtInPlatforms.map(({ id }) => id)).to.have.members(named ?? [])
    expect(platforms.slice(0, builtInPlatforms.length)).to.deep.equal(builtInPlatforms)
  })

  it('has the transports, preferred transport and artifacts of the contract', () => {
    const both = ['api', 'ssh']
    const forms = ['configuration-conf', 'configuration-set', 'configuration-xml']

    const table = (builtInPlatforms as readonly Platform[]).map(({ id, transports, preferred, artifacts }) => {
      const keys = Object.keys(artifacts).filter((key) => key !== 'master-key') // by an option alone
      return [id, transports.toSorted(), preferred, keys.toSorted()]
    })

    expect(table.sort()).to.deep.equal([
      ['fwco_fortios', both, 'api', ['full-configuration']],
      ['lbco_bigip', both, 'api', ['scf', 'ucs']],
      ['linux_server', ['ssh'], 'ssh', ['filetree']],
      ['netco_iosxe', both, 'ssh', ['inventory', 'running-config', 'startup-config', 'version']],
      ['netco_meraki', ['api'], 'api', ['appliance', 'network', 'switch', 'wireless']],
      ['netco_nxos', both, 'ssh', ['running-config', 'startup-config', 'version']],
      ['pafw_panorama', ['api'], 'api', ['candidate-config', 'running-config']],
      ['pafw_panos', both, 'api', ['candidate-config', 'device-state', 'running-config']],
      ['routeco_junos', both, 'api', forms],
    ])
  })

  it('lists netco_iosxe startup-config over SSH only, as RESTCONF cannot request it', () => {
    const known = platformById('netco_iosxe') as Platform

    expect(known.artifacts['startup-config']?.transports).to.deep.equal(['ssh'])
    expect(known.api && 'artifacts' in known.api && Object.keys(known.api.artifacts)).to.not.include('startup-config')
  })

  it('has archives and trees where the contract does, and text elsewhere', () => {
    const blobs = (builtInPlatforms as readonly Platform[]).flatMap(({ id, artifacts }) =>
      Object.entries(artifacts).flatMap(([key, { kind, transports }]) =>
        kind === 'blob' ? [`${id} ${key} ${transports.toSorted().join(' ')}`] : [],
      ),
    )

    expect(blobs.sort()).to.deep.equal([
      'lbco_bigip ucs api ssh',
      'linux_server filetree ssh',
      'pafw_panos device-state api',
    ])
  })

  for (const known of builtInPlatforms as readonly Platform[]) {
    it(`has options of ${known.id} that reject unknown ones and include the common ones`, () => {
      expect(known.options.additionalProperties).to.equal(false)
      expect(Object.keys(known.options.properties)).to.include.members(['artifacts', 'ssh_port', 'legacy_algorithms'])
    })

    it(`has a transport for each artifact of ${known.id}`, () => {
      for (const artifact of Object.values(known.artifacts)) expect(artifact.transports).to.not.deep.equal([])
    })

    it(`has texts of ${known.id} only with comparison rules`, () => {
      const hasTexts = Object.values(known.artifacts).some(({ kind }) => kind === 'text')

      expect(known.normalise !== undefined).to.equal(hasTexts)
    })
  }

  it('rejects platforms that contradict themselves', () => {
    const sound: Platform = {
      id: 'example',
      name: 'Example',
      transports: ['ssh'],
      preferred: 'ssh',
      artifacts: {},
      options: { type: 'object', additionalProperties: false, properties: {} },
    }

    expect(() => platform(sound)).to.not.throw()
    expect(() => platform({ ...sound, preferred: 'api' })).to.throw('prefers a path it has not')
    expect(() => platform({ ...sound, artifacts: { a: { kind: 'text', transports: ['api'] } } })).to.throw(
      'a is read by api',
    )
  })
})
