import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import {
  createJunosConfInspector,
  createJunosSetInspector,
  createJunosXmlInspector,
} from '../../../shared/platforms/junos-text.ts'
import { ArtifactUnavailable, type TextInspector } from '../../../shared/platforms/requests.ts'
import { fixture } from '../../support/recordings.ts'

const firefly = fixture('routeco_junos/py-junos-eznc/firefly/show-configuration.xml')
  .toString('latin1')
  .replace(/^[\s\S]*?(?=## Last)|<\/[\s\S]*$/g, '')

describe('a Junos configuration', () => {
  it('with braces is complete only after a top-level stanza', () => {
    for (let end = 0; end < firefly.length - 1; end++) {
      const part = firefly.slice(0, end)
      const { code } = look(createJunosConfInspector(), part, 512)
      if (code === undefined) expect(part.trimEnd(), `${end}`).to.match(/\n\}$/)
      else expect(code).to.be.oneOf(['output_truncated', 'privilege_insufficient'])
    }
    expect(look(createJunosConfInspector(), firefly)).to.deep.equal({ metadata: {}, warnings: [] })
  })

  it('may have braces, comment marks and quotation marks in texts and comments', () => {
    const text =
      'version 1;\n/* { "\n   } */\nsystem {\n    root-authentication { }\n    /* don\'t " { */\n    login {\n        message "} \\" ## { /* SECRET-DATA */ \\\\";\n' +
      '        announcement "two\nlines } of it";\n    } ## {\n    url http://x/*;\n    name a##b;\n}\n'

    expect(look(createJunosConfInspector(), text)).to.deep.equal({ metadata: {}, warnings: [] })
  })

  for (const [what, text] of Object.entries({
    'an open quotation mark': 'a {\n    b "c;\n}\n',
    'an open comment': 'a {\n    b c;\n}\n/* }\n',
    'a brace too many': 'a {\n    b c;\n}\n}\n',
    'a brace too few': 'a {\n    b {\n        c;\n    }\n',
    'no closing brace': 'a {\n    b c;\n}\nd e;\n',
    'no content': '\n\n',
    'a missing version line': `b {\n    c;\n}\n${firefly.slice(firefly.indexOf('system {'))}`,
  })) {
    it(`with ${what} is truncated`, () => {
      expect(look(createJunosConfInspector(), text)).to.include({ code: 'output_truncated' })
    })
  }

  it('has hidden and omitted parts counted', () => {
    const hidden =
      'version 1;\na {\n    b /* SECRET-DATA */; ## SECRET-DATA\n    c "/* SECRET-DATA */";\n}\nd { /* ACCESS-DENIED */ };\n' +
      'e {\n    /* ACCESS-DENIED */\n};\nf { /* OMITTED */ };\ng {\n    apply-flags omit;\n}\n' +
      'h {\n    apply-flags omit;\n    i j;\n}\n'

    const { metadata } = look(createJunosConfInspector(), hidden)

    expect(metadata).to.deep.include({ masked: { secrets: 1 }, denied: { stanzas: 2 }, omitted: { stanzas: 2 } })
    expect(metadata).to.include({ restorable: false })
  })

  for (const [form, look1, whole] of [
    ['with braces', createJunosConfInspector, firefly],
    ['in the set form', createJunosSetInspector, 'set version 22.4R3\nset system root-authentication a\nset b c\n'],
    ['in a group of the set form', createJunosSetInspector, 'set groups g system root-authentication a\nset b c\n'],
    ['in XML', createJunosXmlInspector, '<version>1</version>\n<root-authentication>\n<a>b</a>\n'],
  ] as const) {
    it(`${form} is not restorable without root, as the account sees only a part`, () => {
      const part = whole.replace('root-authentication', 'another-statement')

      expect(look(look1(), whole)).to.deep.equal({ metadata: {}, warnings: [] })
      const { metadata, warnings } = look(look1(), part)
      expect(metadata).to.include({ partial: true, restorable: false })
      const reasons = [message('junos_root_authentication_missing')]
      expect(metadata?.['not_restorable_because']).to.deep.equal(reasons)
      expect(warnings).to.deep.equal([message('warning_junos_not_restorable', { reasons })])
    })
  }

  it('with uncommitted edits is not restorable, in each form that shows them', () => {
    const conf = firefly.replace(/^## Last commit:/, '## Last changed:')
    const xml = '<configuration junos:changed-seconds="1">\n<root-authentication>\n<a>b</a>\n'

    for (const { metadata, warnings } of [
      look(createJunosConfInspector(), conf),
      look(createJunosXmlInspector(), xml),
    ]) {
      expect(metadata).to.include({ edited: true, restorable: false })
      expect(warnings?.[0]?.code).to.equal('warning_junos_uncommitted')
    }
    expect(look(createJunosXmlInspector(), xml.replace('changed', 'commit'))).to.deep.equal({
      metadata: {},
      warnings: [],
    })
  })

  it('with braces contains only statements', () => {
    const intruded = 'a {\n    b c;\nSystem going down at 12:00\n    d e;\n}\n'

    expect(look(createJunosConfInspector(), intruded)).to.deep.include({
      code: 'output_disturbed',
      seen: 'line 3, which is none',
    })
    expect(look(createJunosConfInspector(), `welcome to r1\n${firefly}`)).to.include({ seen: 'line 1, which is none' })
  })

  it('in the set form contains only commands, also with multi-line values', () => {
    const good = 'set version 22.4R3\nset system root-authentication c\nset a b "one\ntwo"\ndeactivate a b\nprotect a\n'

    expect(look(createJunosSetInspector(), good)).to.deep.equal({ metadata: {}, warnings: [] })
    expect(look(createJunosSetInspector(), 'set version 22\nset a "b\n')).to.include({ code: 'output_truncated' })
    const strange = look(createJunosSetInspector(), 'set version 22\nsecret-Password9 is what somebody typed\n')
    expect(strange).to.include({ code: 'output_disturbed' })
    expect(strange.seen).to.equal('line 2, which is none') // it may be anything
  })

  it('with nothing visible but the release was read with too few permissions', () => {
    for (const [inspector, text] of [
      [createJunosConfInspector(), 'version 22.4R3;\nsystem { /* ACCESS-DENIED */ };\n'],
      [createJunosSetInspector(), 'set version 22.4R3\n'],
      [createJunosXmlInspector(), '<configuration a="b">\n    <version>22.4R3</version>\n</configuration>\n'],
    ] as const) {
      expect(look(inspector, text)).to.include({ code: 'privilege_insufficient' })
    }
  })
})

function look(inspector: TextInspector, text: string, bytes = 5) {
  try {
    for (let from = 0; from < text.length; from += bytes)
      inspector.push(Buffer.from(text.slice(from, from + bytes), 'latin1'))
    return inspector.end() as ReturnType<TextInspector['end']> & { code?: string; seen?: string }
  } catch (error) {
    if (!(error instanceof ArtifactUnavailable) || error.why.kind !== 'failed') throw error
    const { code, seen } = error.why
    return { code, seen, metadata: {}, warnings: [] }
  }
}
