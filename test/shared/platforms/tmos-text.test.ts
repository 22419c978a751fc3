import { expect } from 'chai'
import { ArtifactUnavailable } from '../../../shared/platforms/requests.ts'
import { createTmosInspector } from '../../../shared/platforms/tmos-text.ts'
import { unitScf } from '../../support/bigip-unit.ts'

describe('a TMOS configuration', () => {
  it('is complete only after an object', () => {
    const scf = unitScf()
    const lines = scf.split('\n')
    let cuts = 0
    for (let end = 1; end < lines.length; end++) {
      if (!/^\s+\}$/.test(lines[end - 1] ?? '')) continue
      cuts += 1
      expect(codeOf(lines.slice(0, end).join('\n')), `${end}`).to.equal('output_truncated')
    }
    expect(cuts).to.be.greaterThan(100)
    expect(codeOf(scf)).to.equal(undefined)
  })

  for (const [what, text] of Object.entries({
    'a multi-line value with braces and quotation marks': 'sys a b {\n    c "} \\" {\n}\n{ {\n"\n}\n',
    'escaped braces in a value': 'sys a b {\n    c \\{\n}\n',
    'an encrypted value with special characters': 'sys snmp {\n    auth-password-encrypted J"{IY{\n}\n',
    'a rule with an unmatched quotation mark, and unbalanced braces in a comment':
      'ltm rule /Common/r {\n# don"t {\nwhen X {\n    log "}"; log "{"\n}\n}\nltm virtual v {\n    a b\n}\n',
    'a brace too many in a comment of the last rule':
      'ltm rule /Common/r {\nwhen X {\n    # if { a\n    log "b"\n}\n}\n',
    'a brace too few in a comment of the last rule':
      'ltm rule /Common/r {\nwhen X {\n    # } else\n    log "b"\n}\n}\n',
    'value lines in the last rule that resemble comments':
      'ltm rule /Common/r {\nwhen X {\n    HTTP::respond 200 content "\n#main {\n  color: red\n}\n"\n}\n}\n',
    'a comment at the beginning': '# {\nsys a b { }\n',
  })) {
    it(`may contain ${what}`, () => {
      expect(codeOf(text)).to.equal(undefined)
    })
  }

  for (const [what, text] of Object.entries({
    'inside an object': 'sys a b {\n    c {\n        d e\n    }\n',
    'after a brace of a rule': 'ltm rule /Common/r {\nwhen X {\n    if { a } {\n    }\n}\n',
    'after a brace of a rule with a brace too few in a comment':
      'ltm rule /Common/r {\nwhen X {\n    # } else\n    log "b"\n',
    'after a brace of a rule with a brace too many in a comment':
      'ltm rule /Common/r {\nwhen X {\n    # if { a\n    log "b"\n}\n',
    'after a brace in a multi-line value': 'sys a b {\n    c "{\n}\n',
    'before its beginning': '    }\n}\nsys a b { }\n',
  })) {
    it(`that is cut ${what} is incomplete`, () => {
      expect(codeOf(text)).to.equal('output_truncated')
    })
  }
})

/** Why it is refused, with its bytes in pieces. */
function codeOf(text: string): string | undefined {
  const inspector = createTmosInspector()
  const bytes = Buffer.from(text)
  try {
    for (let at = 0; at < bytes.length; at += 700) inspector.push(bytes.subarray(at, at + 700))
    inspector.end()
    return undefined
  } catch (error) {
    if (error instanceof ArtifactUnavailable && error.why.kind === 'failed') return error.why.code
    throw error
  }
}
