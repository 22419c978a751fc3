import { expect } from 'chai'
import { createFortiosInspector } from '../../../shared/platforms/fortios-text.ts'
import { ArtifactUnavailable } from '../../../shared/platforms/requests.ts'
import { splitter } from '../../support/random.ts'
import { fixture } from '../../support/recordings.ts'

const whole = fixture('fwco_fortios/lab-validation/fortios_first_basic__d2_fw/show.txt').toString('latin1')

describe('the FortiOS completeness check', () => {
  it('accepts a complete configuration, however it is split', () => {
    for (let seed = 0; seed < 5; seed++) {
      expect(inspected(whole, seed)).to.deep.equal({ metadata: {}, warnings: [] })
    }
  })

  it('detects each missing `end` and `config`', () => {
    const lines = whole.split('\n')
    const places = lines.flatMap((line, at) => (/^\s*(?:config|end)\b/.test(line) ? [at] : []))
    const some = places.filter((_, at) => at % 97 === 0)
    for (const gone of some) {
      const rest = lines.filter((_, at) => at !== gone).join('\n')

      expect(refusal(rest), `line ${gone + 1}`).to.include({ code: 'output_truncated' })
    }
  })

  it('ignores keywords inside quoted multi-line values', () => {
    const quoted = `${whole}config system x\n    set buffer "first \\" line\nend\nconfig\n"\nend\n`

    expect(inspected(quoted, 1).warnings).to.deep.equal([])
    expect(refusal(`${whole}config system x\n    set buffer "open\nend\n`)).to.include({ code: 'output_truncated' })
  })

  it('counts masked values, but not look-alikes', () => {
    const masked = whole.replace(/set hostname .*/, 'set password ENC FortinetPasswordMask\n    set psksecret "******"')
    const remark = whole.replace(/set hostname .*/, 'set comment "see FortinetPasswordMask in the manual"')

    expect(inspected(masked, 1).metadata).to.deep.equal({ masked: { secrets: 2 } })
    expect(inspected(remark, 1).metadata).to.deep.equal({})
  })

  it('reports that the account sees only a part', () => {
    expect(inspected(whole.replace('config system admin\n', 'config system console\n'), 1).metadata).to.deep.equal({
      partial: true,
    })
  })

  for (const [domain, code] of [
    ['0:vd_name=customer-a', undefined],
    ['0:vd_name=Customer-A', 'options_invalid'],
    ['0:vd_name=root', 'options_invalid'],
    ['1', 'options_invalid'],
    [undefined, 'options_invalid'],
  ] as const) {
    it(`for customer-a ${code ? 'rejects' : 'accepts'} a text of ${domain ?? 'no domain'}`, () => {
      const text = whole.replace(/^#global_vdom=.*\n/m, domain === undefined ? '' : `#global_vdom=${domain}\n`)

      if (code) expect(refusal(text, 'customer-a')).to.include({ code })
      else expect(inspected(text, 3, 'customer-a').metadata).to.deep.equal({})
    })
  }
})

function inspected(text: string, seed: number, vdom?: string) {
  const inspector = createFortiosInspector(vdom)
  for (const piece of splitter(seed, 5000)(Buffer.from(text, 'latin1'))) inspector.push(piece)
  return inspector.end()
}

function refusal(text: string, vdom?: string) {
  try {
    inspected(text, 1, vdom)
  } catch (error) {
    if (error instanceof ArtifactUnavailable) return error.why
    throw error
  }
  throw new Error('it should have been refused')
}
