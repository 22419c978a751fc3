import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { importDefinition } from '../../../../shared/platforms/definitions/import-definition.ts'
import { findShippedDocument } from '../../../../shared/platforms/documents/shipped-documents.ts'
import { readDocument } from '../../../../shared/platforms/documents/read-document.ts'

const folder = join(import.meta.dirname, '../../../fixtures/definitions/oxidized')
const files = readdirSync(folder).filter((file) => file.endsWith('.rb'))
const names = { id: 'acme_switch', name: 'Acme Switch', vendor: 'Acme' }

function convert(text: string) {
  const imported = importDefinition('oxidized', text, names)
  if (!('source' in imported)) throw new Error(JSON.stringify(imported.errors))
  const read = readDocument(imported.source, findShippedDocument)
  const lost = imported.report.filter(({ outcome }) => outcome === 'lost')
  return { ...imported, ...read, lost: lost.map(({ line, reason }) => `${line} ${reason.code}`) }
}

const convertFile = (name: string) => convert(readFileSync(join(folder, `${name}.rb`), 'utf8'))
const model = (...body: string[]) => ['class AcmeOS < Oxidized::Model', ...body, 'end', ''].join('\n')

describe('an Oxidized model', () => {
  it('becomes a draft without errors, for each of 18 models', () => {
    expect(files).to.have.length(18)
    for (const file of files) expect(convertFile(file.replace('.rb', '')).errors, file).to.deep.equal([])
  })

  it('loses nothing if it is simple, and reports each line that is lost in the others', () => {
    const lost = Object.fromEntries(
      files.flatMap((file) => {
        const name = file.replace('.rb', '')
        const parts = convertFile(name).lost
        return parts.length > 0 ? [[name, parts]] : []
      }),
    )

    const notRead = (...lines: number[]) => lines.map((line) => `${line} definition_code_not_read`)
    expect(lost).to.deep.equal({
      addpack: ['17 definition_pattern_refused'],
      airos: [...notRead(10, 14), '17 definition_command_refused', ...notRead(25)],
      aosw: [
        ...notRead(55, 60, 61, 66, 67, 72, 73, 78, 79, 87),
        '103 definition_command_refused',
        ...notRead(108, 117),
      ],
      awplus: [...notRead(18, 19), '40 definition_command_refused'],
      comware: ['6 definition_prompt_unsplit', ...notRead(49), '70 definition_command_refused', ...notRead(84)],
      fortiwlc: notRead(7, 8),
      ironware: notRead(21, 35, 43, 68, 69),
      isam: ['19 definition_command_refused', '21 definition_command_refused'],
      netonix: ['10 definition_command_refused', '13 definition_command_refused'],
      rgos: notRead(16),
      smartax: ['16 definition_command_refused'],
    })
  })

  it('keeps prompt, commands, pager, login, rights and the end of the session', () => {
    const { extended: edgeSwitch } = convertFile('edgeswitch')
    const { extended: datacom } = convertFile('datacom')
    const { extended: quanta } = convertFile('quantaos')

    expect(edgeSwitch?.ssh?.prompt).to.deep.equal({ host: '\\(.*\\)\\s', privileged: '#', user: '>' })
    expect(edgeSwitch?.ssh?.enable).to.deep.equal({ command: 'enable', secret: '^[pP]assword:' })
    expect(edgeSwitch?.ssh?.prepare).to.deep.equal(['terminal length 0'])
    expect(edgeSwitch?.ssh?.logout).to.deep.equal(['quit', 'n'])
    expect(edgeSwitch?.compare?.ignored).to.deep.equal(
      ['System Up Time.*', 'Current SNTP Synchronized Time.*'].map((pattern) => ({
        pattern: `^.*(?:${pattern}).*`,
        artifacts: ['running-config'],
      })),
    )
    expect(datacom?.ssh?.pager).to.deep.equal({ mark: '^--More--\\s+$' })
    expect(datacom?.ssh?.login).to.deep.equal([{ seen: '^Password:\\s$', answer: 'password' }])
    expect(Object.keys(datacom?.artifacts ?? {})).to.deep.equal(['firmware', 'system', 'running-config'])
    expect(quanta?.ssh?.logout).to.deep.equal(['quit', 'n'])
  })

  it('masks what a secret replaces, and compares without values that differ each time', () => {
    const { extended } = convert(
      model(
        'prompt /^acme#$/',
        'cmd :secret do |cfg|',
        "  cfg.gsub! /^(snmp (community|user)) \\S+ (ro|rw)/, '\\\\1 <hidden> \\\\3'",
        "  cfg.gsub! /key (\\S+)/i, 'key <hidden>'",
        '  cfg',
        'end',
        "cmd 'show version' do |cfg|",
        "  cfg.gsub! /^(uptime is ).*/, '\\\\1<removed>'",
        '  comment cfg',
        'end',
      ),
    )

    const [community, key] = (extended?.secrets ?? []).map((source) => new RegExp(source.replace('(?i)', '')))
    expect(community?.exec('snmp community public ro')?.slice(1)).to.deep.equal([' public '])
    expect(key?.exec('key s3cret')?.slice(1)).to.deep.equal(['s3cret'])
    expect(extended?.compare?.volatile).to.deep.equal([{ pattern: '^(?:uptime is )(.*)', artifacts: ['version'] }])
  })

  it('masks the whole match if the replacement repeats none of it, whatever its groups are', () => {
    const { extended } = convert(
      model(
        'prompt /^acme#$/',
        'cmd :secret do |cfg|',
        "  cfg.gsub! /(password|secret) \\S+/, '<hidden>'",
        '  cfg',
        'end',
      ),
    )

    expect(extended?.secrets).to.deep.equal(['((?:password|secret) \\S+)'])
  })

  it('hides no change of a secret that a command removes from its output', () => {
    const { extended } = convert(
      model(
        'prompt /^acme#$/',
        "cmd 'show run' do |cfg|",
        "  cfg.gsub! /secret (\\S+)/, 'x'",
        "  cfg.gsub! /^password .*/, ''",
        '  cfg.lines.reject { |line| line.match(/^snmp community/) }.join',
        'end',
      ),
    )

    expect(extended?.compare?.volatile ?? []).to.deep.equal([])
    expect(extended?.compare?.ignored ?? []).to.deep.equal([])
    expect(extended?.secrets).to.deep.equal(['(secret (?:\\S+))', '(^password .*)', '(^snmp community.*)'])
  })

  it('never runs code, and reports it with its line', () => {
    const { lost, source } = convert(
      model(
        'system("touch /tmp/owned")',
        'prompt /#{`id`}#/',
        "cmd 'reload'",
        'cmd vars(:command)',
        "cmd 'show run' do |cfg|",
        '  if cfg.empty? then exec("id") end',
        '  cfg.each_line.map { |line| eval(line) }.join',
        'end',
        'cfg :ssh do',
        "  post_login { send 'configure' }",
        "  pre_logout 'reload'",
        'end',
      ),
    )

    expect(lost).to.deep.equal([
      '2 definition_code_not_read',
      '3 definition_code_not_read',
      '4 definition_command_refused',
      '5 definition_code_not_read',
      '7 definition_code_not_read',
      '8 definition_code_not_read',
      '11 definition_code_not_read',
      '12 definition_logout_refused',
    ])
    expect(source).to.not.match(/touch|reload|configure|eval|exec/)
  })

  for (const [what, text, code, line, column] of [
    ['no class', "comment '! '\n", 'document_no_oxidized_model', 1, 1],
    ['a class of something else', 'class Acme < Object\nend\n', 'document_no_oxidized_model', 1, 1],
    ['a text without its end', model("comment '! "), 'document_ruby_unreadable', 2, 9],
    ['a pattern without its end', model('prompt /^[#'), 'document_ruby_unreadable', 2, 8],
    ['a block without its end', model('cmd :all do |cfg|'), 'document_ruby_unreadable', 1, 1],
    ['a text of several lines', model('x = <<~EOS', "it's", 'EOS'), 'document_ruby_unreadable', 2, 5],
    ['blocks that are nested too deep', 'if a\n'.repeat(1_000), 'document_ruby_unreadable', 31, 1],
    ['too many bytes', `#${' '.repeat(70_000)}`, 'document_too_large', 1, 1],
  ] as const)
    it(`is refused with line and column if it has ${what}`, () => {
      const { errors } = importDefinition('oxidized', text, names)

      expect(errors.map((error) => [error.reason.code, error.line, error.column])).to.deep.equal([[code, line, column]])
    })

  it('of hostile code is read in bounded time', () => {
    for (const piece of [
      '#\n',
      'cmd do |',
      '\n',
      'a,\n',
      '((((',
      "cmd 'show a' do |c|\nend\n",
      'prompt /((((/\n',
      '"#{',
    ])
      importDefinition('oxidized', piece.repeat(65_000 / piece.length), names)
    const nested = importDefinition('oxidized', model(`prompt /${'('.repeat(400)}#${')'.repeat(400)}/`), names)

    expect(
      'source' in nested && nested.report.some(({ part, outcome }) => part === 'prompt' && outcome === 'lost'),
    ).to.equal(true)
  }).timeout(120_000)
})
