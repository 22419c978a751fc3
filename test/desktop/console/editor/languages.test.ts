import { StreamLanguage, type StreamParser } from '@codemirror/language'
import { highlightTree, tagHighlighter, tags } from '@lezer/highlight'
import { expect } from 'chai'
import { braces } from '../../../../desktop/console/editor/languages/braces.ts'
import { fortios } from '../../../../desktop/console/editor/languages/fortios.ts'
import { indented } from '../../../../desktop/console/editor/languages/indented.ts'
import { json } from '../../../../desktop/console/editor/languages/json.ts'
import { languageOf } from '../../../../desktop/console/editor/languages/language-of.ts'
import { settings } from '../../../../desktop/console/editor/languages/settings.ts'

describe('syntax highlighting of configurations', () => {
  const names = tagHighlighter(
    (['keyword', 'operatorKeyword', 'string', 'number', 'comment', 'propertyName', 'meta', 'punctuation'] as const).map(
      (name) => ({ tag: tags[name], class: name }),
    ),
  )

  function coloured<State>(parser: StreamParser<State>, text: string): string[] {
    const found: string[] = []
    highlightTree(StreamLanguage.define(parser).parser.parse(text), names, (from, to, name) => {
      if (name !== 'punctuation') found.push(`${name}: ${text.slice(from, to)}`)
    })
    return found
  }

  it('marks commands, negations, addresses, remarks and free text in IOS', () => {
    const text =
      '! saved\ninterface Gi0/1\n description to "core" no 5\n ip address 10.0.0.1 255.255.255.0\n no shutdown\n'

    expect(coloured(indented, text)).to.deep.equal([
      'comment: ! saved',
      'keyword: interface',
      'keyword: description',
      'string: to "core" no 5',
      'keyword: ip',
      'number: 10.0.0.1',
      'number: 255.255.255.0',
      'operatorKeyword: no',
      'keyword: shutdown',
    ])
  })

  it('continues after any banner in IOS', () => {
    const text = 'banner motd ^C\n! no entry\nhostname x\n^C\nhostname y\n'

    expect(coloured(indented, text)).to.deep.equal([
      'keyword: banner',
      'string:  motd ^C',
      'string: ! no entry',
      'string: hostname x',
      'string: ^C',
      'keyword: hostname',
    ])
  })

  it('marks blocks, names and multi-line values in FortiOS', () => {
    const text = 'config system global\n    set alias "a\nset b"\n    unset hostname\nend\n'

    expect(coloured(fortios, text)).to.deep.equal([
      'keyword: config',
      'keyword: set',
      'propertyName: alias',
      'string: "a',
      'string: set b"',
      'operatorKeyword: unset',
      'propertyName: hostname',
      'keyword: end',
    ])
  })

  it('marks braces and set commands in Junos', () => {
    expect(coloured(braces, '/* a\n b */\nsystem {\n    inactive: host-name "x";\n}\n')).to.deep.equal([
      'comment: /* a',
      'comment:  b */',
      'keyword: system',
      'operatorKeyword: inactive:',
      'keyword: host-name',
      'string: "x"',
    ])
    expect(coloured(braces, 'set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24\n')).to.deep.equal([
      'keyword: set',
      'number: 0',
      'number: 192.0.2.1/24',
    ])
  })

  it('marks tmsh objects, JSON names and values, and settings below /etc', () => {
    expect(coloured(braces, 'ltm pool /Common/x {\n    monitor none\n}\n')).to.deep.equal([
      'keyword: ltm',
      'keyword: monitor',
    ])
    expect(coloured(json, '{ "a": "b:", "n": -1.5e3, "t": true, "v": "<volatile>" }')).to.deep.equal([
      'propertyName: "a"',
      'string: "b:"',
      'propertyName: "n"',
      'number: -1.5e3',
      'propertyName: "t"',
      'keyword: true',
      'propertyName: "v"',
      'meta: "<volatile>"',
    ])
    expect(coloured(settings, '[main]\nport = 22 # default\nPermitRootLogin no\n')).to.deep.equal([
      'keyword: [main]',
      'propertyName: port',
      'number: 22',
      'comment: # default',
      'keyword: PermitRootLogin',
    ])
  })

  it('terminates on any text, including one line of 2 MB', () => {
    for (const parser of [indented, fortios, braces, json, settings] as StreamParser<unknown>[]) {
      expect(() => coloured(parser, `"${'x{["\\\u0000'.repeat(1_000)}\n\\`)).to.not.throw()
    }
  })

  it('is chosen by a text’s beginning, or else by its platform', () => {
    expect(languageOf('<config/>', { platform: 'pafw_panos' })).to.equal('xml')
    expect(languageOf('{ "a": 1 }', { platform: 'routeco_junos' })).to.equal('json')
    expect(languageOf('system { host-name x; }', { platform: 'routeco_junos' })).to.equal('braces')
    expect(languageOf('hostname x\n', { platform: 'netco_nxos' })).to.equal('indented')
    expect(languageOf('#config-version=FGT\n', {})).to.equal('fortios')
    expect(languageOf('Port 22\n', { platform: 'linux_server', fileName: 'sshd_config' })).to.equal('settings')
    expect(languageOf('hello', {})).to.equal('none')
  })
})
