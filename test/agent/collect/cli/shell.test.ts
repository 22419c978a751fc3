import { expect } from 'chai'
import { generatedConfig, iosBehaviour } from '../../../support/ios-device.ts'
import { collectFrom, enableSecret } from '../../../support/open-simulator.ts'
import { failureOf } from '../../../support/failure-of.ts'
import { splitter } from '../../../support/random.ts'

describe('shell collection', () => {
  it('reads all four artifacts byte for byte, without echo, prompt and headers', async () => {
    const { harvest } = await collectFrom({ split: splitter(1) })

    const texts = Object.fromEntries(harvest.texts.map(({ key, raw }) => [key, raw.toString('latin1')]))
    const { runningConfig, version, inventory } = iosBehaviour()
    const stored = runningConfig.replace(/^Building configuration\.\.\.\n\nCurrent configuration.*\n/, '')
    expect(texts['running-config']).to.equal(stored)
    expect(texts['startup-config']).to.equal(stored)
    expect(texts['version']).to.equal(`${version.trimEnd()}\n`)
    expect(texts['inventory']).to.equal(
      `${inventory.trim().replace(/[ ]+$/, '')}${/ +$/.exec(inventory.trimEnd()) ?? ''}\n`,
    )
    expect(harvest.absent).to.deep.equal([])
    expect(harvest.failed).to.deep.equal([])
  })

  it('types one line at a time after the previous prompt, without delays', async () => {
    const latencyMs = 40

    const startedAt = performance.now()
    const { simulator } = await collectFrom({ latencyMs })
    const tookMs = performance.now() - startedAt

    expect(simulator.commandsSeen).to.deep.equal([
      '',
      'terminal length 0',
      'terminal width 0',
      'show running-config',
      'show startup-config',
      'show inventory',
      'show version',
      'exit',
    ])
    expect(simulator.turns).to.equal(simulator.commandsSeen.length + simulator.endMarks)
    expect(simulator.endMarks, 'one at the first prompt, one for each text').to.equal(1 + 4)
    expect(tookMs).to.be.greaterThan(simulator.turns * latencyMs) // confirms the simulated latency
  })

  it('enables privileges with the enable secret once', async () => {
    const { harvest, simulator } = await collectFrom({ enableSecret, split: splitter(2) }, { enableSecret })

    expect(harvest.texts).to.have.length(4)
    expect(simulator.commandsSeen.slice(0, 4)).to.deep.equal(['', 'enable', enableSecret, 'terminal length 0'])
  })

  it('answers an enable command that asks for the user name first', async () => {
    const { simulator } = await collectFrom({ enableSecret, enableAsksName: true }, { enableSecret })

    expect(simulator.commandsSeen.slice(1, 4)).to.deep.equal(['enable', 'backup', enableSecret])
  })

  it('stays in user EXEC without an enable secret, and reads version and inventory', async () => {
    const { harvest, log } = await collectFrom({ enableSecret }, { keys: ['inventory', 'version'] })

    expect(harvest.texts.map(({ key }) => key)).to.deep.equal(['inventory', 'version'])
    expect(log.filter((line) => line.startsWith('warn log_privileges_missing '))).to.have.length(1)
  })

  it('reports that startup-config is absent, and keeps the rest', async () => {
    const { harvest } = await collectFrom({ startupConfig: null })

    expect(harvest.absent).to.deep.equal([
      {
        key: 'startup-config',
        transport: 'ssh',
        reason: { code: 'artifact_not_on_device', params: { seen: '%% startup-config is not present' } },
      },
    ])
    expect(harvest.failed).to.deep.equal([])
    expect(harvest.texts).to.have.length(3)
  })

  it('stores the author of the last change as the device reports it', async () => {
    const runningConfig = generatedConfig(3_000, 7)

    const { harvest } = await collectFrom({ runningConfig }, { keys: ['running-config'] })

    expect(harvest.texts[0]?.metadata).to.deep.equal({ author: 'admin' })
  })

  it('turns pages where the command policy forbids disabling the pager', async () => {
    const denied = 'Command authorization failed.\n'
    const answers = { 'terminal length 0': denied, 'terminal width 0': denied }
    const runningConfig = generatedConfig(20_000, 3)

    const { harvest } = await collectFrom(
      { pageLines: 24, answers, runningConfig, split: splitter(3, 90) },
      { keys: ['running-config'] },
    )

    expect(harvest.texts[0]?.raw.toString()).to.equal(runningConfig.split('\n').slice(3).join('\n'))
  })

  it('drops the lines of exec prompt timestamp', async () => {
    const { harvest } = await collectFrom({ timestamps: true, split: splitter(4) })

    const texts = harvest.texts.map(({ raw }) => raw.toString('latin1')).join('')
    expect(harvest.texts).to.have.length(4)
    expect(texts).to.not.match(/Load for five secs|Time source is/)
  })

  for (const echo of ['wrapped', 'scrolled', 'redrawn'] as const) {
    it(`recognises a ${echo} echo`, async () => {
      const { harvest } = await collectFrom({ echo, split: splitter(5) }, { keys: ['running-config', 'version'] })

      expect(harvest.texts[0]?.raw.toString('latin1')).to.match(/^!\n! Last configuration change/)
      expect(harvest.texts[1]?.raw.toString('latin1')).to.match(/^Cisco IOS XE Software/)
    })
  }

  it('recognises the prompt when its mode or cluster state changes', async () => {
    const { harvest } = await collectFrom({ promptVariant: { after: 3, text: '(config-sync)' } })

    expect(harvest.texts).to.have.length(4)
  })

  it('accepts a banner full of lines that look like prompts', async () => {
    const banner = '### EXAMPLE ###\n### ###\n<tip>\nswitch#\nother>\n#\n# # #\n/////#\nalmost#\n'

    for (let seed = 0; seed < 12; seed++) {
      const { harvest, simulator } = await collectFrom({ banner, split: splitter(seed, 9) }, { keys: ['version'] })

      expect(harvest.texts, `seed ${seed}`).to.have.length(1)
      expect(simulator.commandsSeen.filter((line) => line === '')).to.have.length(1)
    }
  })

  it('sends a key to a greeting that waits for one', async () => {
    const { harvest } = await collectFrom({ pressReturn: true }, { keys: ['version'] })

    expect(harvest.texts).to.have.length(1)
  })

  it('sends another newline if the first was lost', async () => {
    const { harvest } = await collectFrom(
      { swallowFirstNewline: true },
      { keys: ['version', 'inventory'], limits: { promptMs: 400 } },
    )

    expect(harvest.texts).to.have.length(2)
  })

  it('reads past a configuration line that equals the prompt, wherever the network splits it', async () => {
    const runningConfig = iosBehaviour().runningConfig.replace(
      'control-plane',
      'banner motd ^C\nexitgw#\nno entry\n^C\ncontrol-plane',
    )
    const stored = runningConfig.split('\n').slice(3).join('\n')
    const cutAfterPrompt = (said: Buffer) => {
      const at = said.indexOf('exitgw#\r\nno entry') + 'exitgw#'.length
      return at < 8 ? [said] : [said.subarray(0, at), said.subarray(at)]
    }

    const { harvest } = await collectFrom(
      { runningConfig, split: cutAfterPrompt },
      { keys: ['running-config', 'version'] },
    )

    expect(harvest.texts[0]?.raw.toString('latin1')).to.equal(stored)
    expect(harvest.texts[1]?.raw.toString('latin1')).to.match(/^Cisco IOS XE Software/)
  })

  it('falls back to other commands when the first is rejected', async () => {
    const refusal = "          ^\n% Invalid input detected at '^' marker.\n"
    const runningConfig = generatedConfig(4_000, 9)
    const answers = {
      'show running-config': refusal,
      'show running-config view full': refusal,
      'more system:running-config': runningConfig,
    }

    const { harvest } = await collectFrom({ answers }, { keys: ['running-config'] })

    expect(harvest.texts[0]?.raw.toString()).to.equal(runningConfig.split('\n').slice(3).join('\n'))
  })

  it('reads a configuration of five megabytes', async () => {
    const runningConfig = generatedConfig(5_000_000, 11)

    const { harvest } = await collectFrom({ runningConfig }, { keys: ['running-config'] })

    expect(harvest.texts[0]?.raw.length).to.equal(runningConfig.split('\n').slice(3).join('\n').length)
  })

  it('fails with the first rejection if no artifact can be read', async () => {
    const answers = { 'show inventory': '% Incomplete command.\n', 'show version': '% Ambiguous command:  "sh"\n' }

    const failure = await failureOf(collectFrom({ answers }, { keys: ['inventory', 'version'] }))

    expect(failure.code).to.equal('command_refused')
    expect(failure.message).to.contain('reading inventory').and.contain('% Incomplete command.')
  })
})
