import { expect } from 'chai'
import { platformById } from '../../../shared/platforms/registry.ts'
import { createStoredTextProof } from '../../../shared/platforms/stored-text-proof.ts'
import { type CollectedText, collectedTexts } from './collected-texts.ts'

describe('the proof of a stored text', () => {
  let texts: CollectedText[]
  before(async () => {
    texts = await collectedTexts()
  })

  /** Returns what a text lacks; undefined without a proof. */
  function lackedBy({ platform, key, transport, options }: CollectedText, stored: Uint8Array) {
    const proof = createStoredTextProof(platformById(platform)!, key, transport, options)
    for (let from = 0; from < stored.length; from += 4096) proof?.push(stored.subarray(from, from + 4096))
    return proof?.end()
  }

  it('accepts every text of every capture', () => {
    const rejected = texts.flatMap((text) => {
      const lacks = lackedBy(text, text.raw)
      return lacks ? [`${text.path} ${text.key}: ${lacks.code}`] : []
    })

    expect(rejected).to.deep.equal([])
  })

  it('exists for the configuration of every command-line platform', () => {
    const proven = new Set(texts.filter((text) => lackedBy(text, text.raw) === null).map(({ platform }) => platform))

    expect([...proven]).to.include.members(['netco_iosxe', 'netco_nxos', 'routeco_junos', 'fwco_fortios', 'pafw_panos'])
  })

  it('rejects a running configuration of IOS XE without its end', () => {
    const configs = texts.filter(({ platform, key }) => platform === 'netco_iosxe' && key === 'running-config')
    const cut = configs
      .filter(({ transport }) => transport === 'ssh')
      .map((text) => lackedBy(text, withoutLast(text.raw)))

    expect(cut).to.have.length.above(0)
    for (const lacks of cut) expect(lacks?.code).to.equal('expected_last_line')
  })

  it('rejects a Junos configuration with an open brace', () => {
    const [config] = texts.filter(({ platform, key }) => platform === 'routeco_junos' && key === 'configuration-conf')

    expect(lackedBy(config!, withoutLast(config!.raw))).to.not.equal(null)
  })
})

function withoutLast(raw: Buffer): Buffer {
  const lines = raw.toString('latin1').trimEnd().split('\n')
  return Buffer.from(`${lines.slice(0, -1).join('\n')}\n`, 'latin1')
}
