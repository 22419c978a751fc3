import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { findShippedDocument } from '../../../../shared/platforms/documents/shipped-documents.ts'
import { readDocument } from '../../../../shared/platforms/documents/read-document.ts'
import type { PlatformDocument } from '../../../../shared/platforms/documents/document.ts'
import { normaliseText } from '../../../../shared/platforms/normalise.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'

const folder = join(import.meta.dirname, '../../../../shared/platforms/documents/shipped')

/** A platform in the manner of Cisco, as a user writes it. */
const small = `coffer: 1
id: acme_switch
name: Acme Switch
vendor: Acme
extends: cisco_like
evidence: { level: modelled }
artifacts:
  startup-config: { commands: [show startup-config], last: ^end$ }
compare:
  ignored: ['^! Last change .*']
facts:
  running-config: ['^hostname (?<hostname>\\S+)']
`

describe('a platform document', () => {
  it('of a Cisco-like device needs at most 25 lines', () => {
    const { platform, errors } = readDocument(small, findShippedDocument)

    expect(errors).to.deep.equal([])
    expect(small.split('\n').length).to.be.at.most(25)
    expect(platform).to.deep.include({ id: 'acme_switch', transports: ['ssh'], preferred: 'ssh' })
    expect(Object.keys(platform?.artifacts ?? {})).to.deep.equal(['running-config', 'startup-config'])
  })

  it('that is built in compiles without errors to the registered platform', () => {
    for (const file of readdirSync(folder)) {
      const { errors, document, platform } = readDocument(readFileSync(join(folder, file), 'utf8'), findShippedDocument)

      expect(errors, file).to.deep.equal([])
      expect(document?.id, file).to.equal(file.replace('.yaml', ''))
      const served = platformById(document?.id ?? '')
      expect(asText(served), file).to.equal(document?.base ? undefined : asText(platform))
    }
  })

  for (const [what, change, code, line, column] of [
    ['an unknown key', ['vendor: Acme', 'vendr: Acme'], 'document_key_unknown', 4, 1],
    ['an unknown key within a flow map', ['last: ^end$', 'lst: ^end$'], 'document_key_unknown', 8, 54],
    ['a key that is given twice', ['vendor: Acme', 'name: Acme'], 'document_key_repeated', 4, 1],
    ['a missing key', ['vendor: Acme\n', ''], 'document_key_missing', 1, 1],
    ['a value of another type', ['vendor: Acme', 'vendor: 5'], 'document_value_invalid', 4, 9],
    ['text that is not YAML', ['vendor: Acme', 'vendor: [Acme'], 'document_yaml_invalid', 5, 1],
    ['an anchor', ['vendor: Acme', 'vendor: &a Acme'], 'document_alias', 4, 12],
    ['a tag', ['vendor: Acme', 'vendor: !!js/function x'], 'document_alias', 4, 9],
    ['lookahead', ["'^! Last change .*'", "'^! (?=Last)'"], 'document_pattern_refused', 10, 13],
    [
      'a menu that asks for a secret',
      ['artifacts:', "ssh: { choices: [{ seen: '^PIN:', number: 1 }] }\nartifacts:"],
      'document_answer_is_secret',
      7,
      18,
    ],
    ['a pattern that is too large', ["'^! Last change .*'", "'(?:a{900}){900}'"], 'document_pattern_refused', 10, 13],
    ['a pattern with other bytes', ["'^! Last change .*'", "'^! à .*'"], 'document_pattern_not_ascii', 10, 13],
    ['a fact without a name', ['(?<hostname>', '(?<host>'], 'document_fact_unknown', 12, 20],
    ['an artifact without an end', [', last: ^end$', ''], 'document_end_unproven', 8, 3],
    ['an unknown document to extend', ['cisco_like', 'cisco_liked'], 'document_extends_unknown', 5, 10],
    ['itself as the document to extend', ['cisco_like', 'acme_switch'], 'document_extends_loop', 5, 10],
    ['a command that changes something', ['show startup-config', 'reload'], 'command_changes_device', 8, 32],
    ['an unknown command', ['show startup-config', 'tell startup-config'], 'command_not_display', 8, 32],
    ['a second command', ['show startup-config', 'show run; reload'], 'command_starts_others', 8, 32],
    ['a filter that writes', ['show startup-config', '"show run | redirect x"'], 'command_starts_others', 8, 32],
    ['a secret', ['show startup-config', 'show x password hunter2'], 'command_contains_secret', 8, 32],
    ['a verb that changes something', ['artifacts:', 'allow: [wr]\nartifacts:'], 'document_verb_denied', 7, 9],
    [
      'an enable command of its own',
      ['artifacts:', 'ssh: { enable: { command: reload } }\nartifacts:'],
      'document_enable_unknown',
      7,
      27,
    ],
    [
      'an answer to the logout that is no answer',
      ['artifacts:', 'ssh: { logout: [quit, reload] }\nartifacts:'],
      'document_logout_unknown',
      7,
      23,
    ],
    [
      'a program of its own that opens the command line',
      ['artifacts:', 'ssh: { system_shell: { prompt: "x", command: sudo su } }\nartifacts:'],
      'document_program_unknown',
      7,
      46,
    ],
    [
      'several characters for full rights beside one without them',
      ['artifacts:', "ssh: { prompt: { user: '>', privileged: '#%' } }\nartifacts:"],
      'document_prompt_ends',
      7,
      41,
    ],
    ['a logout of its own', ['artifacts:', 'ssh: { logout: reload }\nartifacts:'], 'document_logout_unknown', 7, 16],
    [
      'a pattern that matches every line',
      ['artifacts:', "ssh: { errors: ['x*'] }\nartifacts:"],
      'document_pattern_empty',
      7,
      8,
    ],
    [
      'a password',
      ['artifacts:', 'ssh: { login: [{ seen: "Password:", line: hunter2 }] }\nartifacts:'],
      'document_answer_is_secret',
      7,
      16,
    ],
    [
      'the password as an answer to a prompt',
      ['artifacts:', 'ssh: { login: [{ seen: "switch# $", answer: password }] }\nartifacts:'],
      'document_question_unclear',
      7,
      24,
    ],
    [
      'an enable secret for any line',
      ['artifacts:', "ssh: { enable: { command: enable, secret: '.+' } }\nartifacts:"],
      'document_question_unclear',
      7,
      43,
    ],
  ] as const)
    it(`is rejected for ${what}, with line and column`, () => {
      const [from, to] = change
      expect(small).to.contain(from)

      const { errors } = readDocument(small.replace(from, to), findWithItself(small))

      expect(errors.map((error) => [error.reason.code, error.line, error.column])).to.deep.include([code, line, column])
    })

  it('is rejected if it is too large, too deep or has too many patterns', () => {
    const many = parse(small) as PlatformDocument
    many.compare = { volatile: Array.from({ length: 60 }, (_, at) => `^a${at} (.*)`) }
    const lists = { ...many, secrets: many.compare.volatile as string[], ssh: { errors: many.compare.volatile } }
    const patterns = { ...lists, facts: { 'running-config': Array.from({ length: 60 }, () => '(?<model>a)') } }
    const codes = (text: string) => readDocument(text, findShippedDocument).errors.map(({ reason }) => reason.code)

    expect(codes(`${small}# ${'x'.repeat(64 * 1024)}`)).to.deep.equal(['document_too_large'])
    expect(codes(`${small}x: ${'['.repeat(30_000)}`)).to.have.length.within(1, 20)
    expect(codes(`${small}x: ${'['.repeat(20)}${']'.repeat(20)}`)).to.deep.equal(['document_too_deep'])
    expect(codes(JSON.stringify({ ...patterns, allow: [] }))).to.deep.equal([])
    const artifacts = Object.fromEntries(
      Array.from({ length: 4 }, (_, at) => [
        `a-${at}`,
        { commands: ['show x'], last: '^end$', skip: many.compare?.volatile },
      ]),
    )
    expect(codes(JSON.stringify({ ...patterns, artifacts }))).to.deep.equal(['document_too_many_patterns'])
  })

  it('can extend only a short chain of documents', () => {
    const chain = (id: string) => ({ coffer: 1 as const, id, base: true, extends: `${id}x` })

    const { errors } = readDocument(small.replace('cisco_like', 'one'), chain)

    expect(errors.map(({ reason }) => reason.code)).to.deep.equal(['document_extends_too_long'])
  })

  it('replaces a volatile value once in a line, or every time if it says so', () => {
    const rules = (rule: string) => small.replace("ignored: ['^! Last change .*']", `volatile: [${rule}]`)
    const line = Buffer.from('{"key":"a","next":{"key":"b"}}\n')
    const compared = [`'"key":"([^"]*)"'`, `{ pattern: '"key":"([^"]*)"', every: true }`].map((rule) => {
      const { platform } = readDocument(rules(rule), findShippedDocument)
      return normaliseText(platform!, 'running-config', line).toString()
    })

    expect(compared[0]).to.contain('"key":"b"').and.not.contain('"key":"a"')
    expect(compared[1]).to.not.contain('"key":"b"').and.not.contain('"key":"a"')
  })

  it('adds its patterns to the extended ones, replaces other lists, and follows their revision', () => {
    const base = findShippedDocument('cisco_like')!
    const own = small.replace('artifacts:', "ssh: { errors: ['^Bad'], prepare: [no page] }\nartifacts:")

    const { platform } = readDocument(own, (id) => (id === base.id ? { ...base, revision: 4 } : undefined))

    const shell = platform?.ssh?.driver === 'shell' ? platform.ssh : undefined
    expect(shell?.errorPatterns.map(({ source }) => source)).to.include.members(['^Bad', '^(?:%|error:)'])
    expect(shell?.prepare.map(({ command }) => command)).to.deep.equal(['enable', 'no page'])
    expect(platform?.normalise?.revision).to.equal(5)
  })
})

function findWithItself(text: string) {
  return (id: string) => (id === 'acme_switch' ? (parse(text) as PlatformDocument) : findShippedDocument(id))
}

/** A platform as text, with its patterns and without its functions. */
function asText(platform: unknown): string | undefined {
  return JSON.stringify(platform, (_key, value: unknown) => (value instanceof RegExp ? String(value) : value))
}
