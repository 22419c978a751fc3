import { expect } from 'chai'
import { commandGroups, mayExplore, pagerOffCommands } from '../../../../agent/dry-run/explore/known-commands.ts'
import type { DryRunEnd } from '../../../../agent/dry-run/run-dry-run.ts'
import { meridianModel, meridianSecret } from '../../../support/meridian-device.ts'
import { iosBehaviour, iosModel } from '../../../support/ios-device.ts'
import type { ShellModel } from '../../../support/shell-device.ts'
import { openDevice, readDocumentDevices } from '../../collect/document-devices.ts'
import { explore, proposedSource, session, tryOn } from './explored-device.ts'

/** Recorded devices whose configuration a common display command shows. */
const recorded = [
  ...['allied_telesis_awplus', 'arista_eos', 'cisco_aireos', 'cisco_asa', 'cisco_ios', 'cisco_iosxr', 'dell_os9'],
  ...['citrix_netscaler', 'extreme_netiron', 'hpe_comware', 'huawei_vrp', 'motorola_rfs', 'nokia_sros'],
]

describe('the exploration of a device without a document', () => {
  for (const device of readDocumentDevices().filter(({ platform }) => recorded.includes(platform)))
    it(`proposes a document for ${device.platform} that stores its configuration and refuses every cut`, async () => {
      const source = proposedSource(await explore(() => openDevice(device)))

      const { failure, report } = await tryOn(() => openDevice(device), source)

      expect(failure, source).to.equal(null)
      const config = report.artifacts.find(({ key }) => key === 'running-config')
      expect(config, source).to.include({ outcome: 'accepted' })
      expect(config?.cuts, source).to.include({ accepted: 0 })
    })

  it('names the line of the device that is the evidence of each rule', async () => {
    const end = await explore(() => session(meridianModel()))

    expect(rulesOf(end)).to.deep.include.members([
      ['ssh.prompt', { host: '[\\w.-]+', privileged: '#' }, 'prompt_repeated', null, 'core-7#'],
    ])
  })

  it('proposes the pager with its key, and the command that turns it off', async () => {
    const end = await explore(() => session(meridianModel()))

    expect(rulesOf(end)).to.deep.include.members([
      [
        'ssh.pager',
        { mark: '^-- press space \\(\\d+%\\) --$' },
        'page_continued',
        'show version',
        '-- press space (12%) --',
      ],
      ['ssh.prepare', ['no page'], 'pager_off', 'no page', null],
    ])
  })

  it('proposes the texts of errors without the words of the command', async () => {
    const end = await explore(() => session(meridianModel()))

    expect(rulesOf(end).filter(([path]) => path === 'ssh.errors')).to.deep.equal([
      [
        'ssh.errors',
        ['^\\s*Cannot understand ".*"'],
        'command_rejected',
        'show coffer',
        'Cannot understand "show coffer"',
      ],
    ])
  })

  it('masks secrets in transcripts and evidence, and proposes a pattern for them', async () => {
    const end = await explore(() => session(meridianModel()))

    expect(JSON.stringify(end.report)).not.to.include(meridianSecret)
    const [found] = rulesOf(end).filter(([path]) => path === 'secrets')
    expect(found?.slice(2)).to.deep.equal(['contains_secret', 'show config', 'user admin password <secret>'])
  })

  it('sends no command that is not on an allow list, and no configuration mode', async () => {
    const sent: string[] = []
    await explore(() => session(meridianModel(), sent))

    const commands = sent.filter((line) => line.trim() !== '')
    expect(commands.filter((command) => !mayExplore(command))).to.deep.equal([])
    expect(commands.at(-1)).to.equal('exit')
    expect(mayExplore('configure terminal')).to.equal(false)
    for (const command of [
      ...pagerOffCommands,
      ...commandGroups.flatMap(({ commands: all }) => all.map(([, one]) => one)),
    ])
      expect(mayExplore(command), command).to.equal(true)
  })

  it('answers requests for a key, a user name and a password before the prompt', async () => {
    let state = 0
    const model: ShellModel = {
      ...meridianModel(),
      greeting: () => ({ text: 'Press any key to continue', waitsFor: '\r' }),
      prompt: () => ['User name: ', 'Password: ', 'core-7# '][state] ?? 'core-7# ',
      obey(command) {
        if (state === 2) return meridianModel().obey(command)
        state += 1
        return ''
      },
    }
    const end = await explore(() => session(model))

    const questions = rulesOf(end).filter(([path]) => path === 'ssh.login')
    expect(questions.map(([, value, , , shown]) => [value, shown])).to.deep.equal([
      [[{ seen: '^Press any key to continue\\s?$', key: '\r' }], 'Press any key to continue'],
      [[{ seen: '^User name:\\s?$', answer: 'username' }], 'User name:'],
      [[{ seen: '^Password:\\s?$', answer: 'password' }], 'Password:'],
    ])
  })

  it('enters privileged mode with the enable secret of the credential', async () => {
    const behaviour = iosBehaviour({ enableSecret: 'enable-Secret2', pageLines: 24 })
    const open = () => session(iosModel(behaviour))
    const account = { enableSecret: 'enable-Secret2' }

    const end = await explore(open, account)
    const source = proposedSource(end)
    const { report, failure } = await tryOn(open, source, account)

    expect(failure, source).to.equal(null)
    expect(source).to.include("enable: { command: enable, secret: '^Password:\\s?$' }")
    expect(source).to.include('prepare: [ terminal length 0 ]')
    expect(report.artifacts.map(({ key, outcome }) => [key, outcome])).to.deep.include(['running-config', 'accepted'])
    expect(JSON.stringify(end.report)).not.to.include('enable-Secret2')
  })

  it('fails and shows the question if the device asks for a decision before its prompt', async () => {
    const model: ShellModel = { ...meridianModel(), prompt: () => 'Accept the terms of use [yes/no]? ' }
    const end = await explore(() => session(model))

    expect(end.failure).to.include({ code: 'prompt_timeout', seen: 'Accept the terms of use [yes/no]?' })
    expect(end.report.proposal).to.equal(null)
    expect(end.report.exchanges[0]?.transcript).to.include('Accept the terms of use')
  })

  it('ends with what it found if a command opens a question', async () => {
    const model: ShellModel = {
      ...meridianModel(),
      obey: (command) =>
        command === 'show config' ? { asks: 'Which part [1-4]: ', then: () => '' } : meridianModel().obey(command),
    }
    const end = await explore(() => session(model))

    const paths = rulesOf(end).map(([path]) => path)
    expect(paths).to.include('artifacts.version').and.not.include('artifacts.running-config')
    expect(end.report.exchanges.at(-1)).to.include({ command: 'show config', outcome: 'refused' })
  })
})

function rulesOf({ report }: DryRunEnd): [string, unknown, string, string | null, string | null][] {
  return (report.proposal ?? []).map(({ path, value, reason, command, shown }) => [
    path,
    JSON.parse(value),
    reason,
    command,
    shown,
  ])
}
