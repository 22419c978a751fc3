import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { importDefinition } from '../../../../shared/platforms/definitions/import-definition.ts'
import type { ReportEntry } from '../../../../shared/platforms/definitions/draft.ts'
import { findShippedDocument } from '../../../../shared/platforms/documents/shipped-documents.ts'
import { readDocument } from '../../../../shared/platforms/documents/read-document.ts'

const folder = join(import.meta.dirname, '../../../fixtures/definitions/scrapli')
const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))

function convert(text: string) {
  const imported = importDefinition('scrapli', text, { id: 'acme_switch', name: 'Acme Switch', vendor: 'Acme' })
  if (!('source' in imported)) throw new Error(JSON.stringify(imported.errors))
  const { source, report } = imported
  return { source, report, read: readDocument(source, findShippedDocument) }
}

const convertFile = (file: string) => convert(readFileSync(join(folder, file), 'utf8'))
const summary = ({ line, part, text, reason }: ReportEntry) => `${line} ${part} ${text}: ${reason.code}`

describe('a scrapli definition', () => {
  it('becomes a draft without errors, for each of the 44 definitions', () => {
    expect(files).to.have.length(44)
    for (const file of files) expect(convertFile(file).read.errors, file).to.deep.equal([])
  })

  it('loses nothing in 36 of the 44, and exactly these parts in the others', () => {
    const lost = Object.fromEntries(
      files.flatMap((file) => {
        const parts = convertFile(file).report.filter(({ outcome }) => outcome === 'lost')
        return parts.length > 0 ? [[file.replace('.yaml', ''), parts.map(summary)]] : []
      }),
    )

    expect(lost).to.deep.equal({
      cisco_ftd: ['38 on_close enter_mode: privileged_exec: definition_mode_unknown'],
      cumulus_linux: ['25 on_close enter_mode: root: definition_mode_required'],
      datacom_dmswitch: [
        '22 on_open enter_mode: configuration: definition_mode_required',
        '24 on_open send_input: no terminal paging: definition_mode_required',
      ],
      dlink_os: [
        '6 prompt ^[a-z0-9.\\-_@()/:]{1,63}:(user|oper|puser|3|4|6)#$: definition_rights_indistinct',
        '8 transition privileged_exec: definition_enable_refused',
        '38 on_open send_input: enable clipaging: definition_command_refused',
        '43 on_close write: disable clipaging: definition_logout_refused',
      ],
      fortinet_fortios: [
        '3 mode privileged_exec: definition_mode_unknown',
        '8 on_open enter_mode: privileged_exec: definition_mode_unknown',
        '10 on_open send_input: config system console: definition_command_refused',
        '12 on_open send_input: set output standard: definition_command_refused',
        '14 on_open send_input: end: definition_command_refused',
        '17 on_close enter_mode: privileged_exec: definition_mode_unknown',
      ],
      huawei_vrp: ['41 on_open write: screen-width 255\\ny\\n\\n: definition_answers_ahead'],
      ruckus_unleashed: ['8 transition privileged_exec: definition_enable_refused'],
      versa_flexvnf: ['3 mode privileged_exec: definition_mode_unknown'],
    })
  })

  it('reports each mode, failure indicator and instruction with its line', () => {
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8')
      const { report } = convertFile(file)

      const count = (pattern: RegExp) => text.split('\n').filter((line) => pattern.test(line)).length
      const parts = (...kinds: string[]) => report.filter(({ part }) => kinds.includes(part)).length
      expect(parts('failure_indicator'), file).to.equal(indicatorsIn(text))
      expect(parts('mode'), file).to.equal(count(/^ {2}- name: /) + 1)
      expect(parts('on_open', 'on_close'), file).to.equal(count(/^ {2}- (?:enter_mode|write|send_\w+):/))
      for (const { line, text: shown, part } of report)
        if (part === 'failure_indicator')
          expect(text.split('\n')[(line ?? 0) - 1]?.replaceAll("''", "'"), file).to.include(shown)
    }
  })

  it('enters no mode for configuration, and sends only commands that a document may send', () => {
    const sent = files.flatMap((file) => {
      const { ssh, artifacts } = convertFile(file).read.extended!
      const commands = Object.values(artifacts ?? {}).flatMap((artifact) => artifact?.commands ?? [])
      return [...(ssh?.prepare ?? []), ...[ssh?.logout ?? []].flat(), ssh?.system_shell?.command ?? '', ...commands]
    })

    expect(
      sent.filter((command) => /^(?:conf|edit|system-view|bash|start|sudo|tclsh|debug)/.test(command)),
    ).to.deep.equal(['config paging disable'])
  })

  for (const [file, shown, others] of [
    ['arista_eos', ['leaf-1>', 'Leaf-1(s1)#'], ['[admin@leaf-1 ~]$', 'leaf-1']],
    ['cisco_aireos', ['(Cisco Controller) >'], ['(Cisco Controller) config>']],
    ['huawei_vrp', ['<HUAWEI-1>', 'HRP_M<fw-1>'], ['[HUAWEI-1]']],
    ['juniper_junos', ['admin@mx-1>'], ['admin@mx-1%']],
    ['mikrotik_routeros', ['[admin@MikroTik] >', '[admin@MikroTik] /ip>'], ['MikroTik>']],
    ['nokia_srlinux', ['A:leaf1#'], ['bash-4.2$']],
    ['alcatel_aos', ['OS6860>', 'OS6860#', 'OS6860|'], ['OS6860$']],
  ] as const)
    it(`recognises the prompts of ${file}, and no others`, () => {
      const ssh = convertFile(`${file}.yaml`).read.platform?.ssh
      const prompt = ssh && 'prompt' in ssh ? ssh.prompt : /x/

      expect([...shown, ...others].filter((line) => prompt.test(line))).to.deep.equal([...shown])
    })

  it('keeps the rights, the line above the prompt, the system shell and the answers to the logout', () => {
    const ssh = (file: string) => convertFile(`${file}.yaml`).read.extended!.ssh

    expect(ssh('arista_eos')?.prompt).to.deep.include({ user: '>', privileged: '#' })
    expect(ssh('arista_eos')?.enable).to.deep.equal({ command: 'enable', secret: '(?i)^Password:\\s?$' })
    expect(ssh('juniper_junos')?.lead).to.equal('^{\\w+(:(\\w+){0,1}\\d){0,1}}$')
    expect(ssh('ipinfusion_ocnos')?.system_shell).to.deep.equal({
      prompt: '^\\S+@\\S+\\:\\S+[\\#\\?]\\s*$',
      command: 'cmlsh',
    })
    expect(ssh('huawei_smartax')?.logout).to.deep.equal(['quit', 'y'])
    expect(ssh('aethra_atosnt')?.logout).to.equal('\u0004')
    expect(ssh('cisco_aireos')?.login?.map(({ answer }) => answer)).to.deep.equal(['username', 'password'])
  })
})

/** Counts the items of the list of failure indicators. */
function indicatorsIn(text: string): number {
  const list = /^failure_indicators:\n((?: {2}.*\n)*)/m.exec(text)?.[1] ?? ''
  return list.split('\n').filter((line) => line.startsWith('  - ')).length
}
