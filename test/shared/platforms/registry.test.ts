import { expect } from 'chai'
import { platform, type Platform } from '../../../shared/platforms/platform.ts'
import { platformById, platforms } from '../../../shared/platforms/registry.ts'

describe('the platforms', () => {
  it('have identifiers of their own, by which they are found', () => {
    const ids = platforms.map(({ id }) => id)

    expect(new Set(ids).size).to.equal(ids.length)
    for (const known of platforms) expect(platformById(known.id)).to.equal(known)
    expect(platformById('no_such_platform')).to.equal(undefined)
  })

  for (const known of platforms as readonly Platform[]) {
    it(`of which ${known.id} has options that refuse what they do not know, and what all have`, () => {
      expect(known.options.additionalProperties).to.equal(false)
      expect(Object.keys(known.options.properties)).to.include.members(['artifacts', 'ssh_port', 'legacy_algorithms'])
    })

    it(`of which ${known.id} can read each artifact by some path`, () => {
      for (const artifact of Object.values(known.artifacts)) expect(artifact.transports).to.not.deep.equal([])
    })

    it(`of which ${known.id} has texts only if it can compare them`, () => {
      const hasTexts = Object.values(known.artifacts).some(({ kind }) => kind === 'text')

      expect(known.normalise !== undefined).to.equal(hasTexts)
    })
  }

  it('are refused when they contradict themselves', () => {
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
