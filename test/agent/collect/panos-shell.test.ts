import { expect } from 'chai'
import { panosBehaviour, panosModel, type PanosBehaviour } from '../../support/panos-device.ts'
import { seeded, splitter } from '../../support/random.ts'
import { collectFromShell } from './simulated-shells.ts'
import type { SshSimulator } from '../../support/ssh-simulator.ts'

describe('pafw_panos over SSH', () => {
  it('reads the exact configuration without entering configuration mode', async () => {
    const { captured, simulator } = await collect({})

    expect(captured.texts.map(({ key, raw }) => [key, raw.toString('latin1')])).to.deep.equal([
      ['running-config', panosBehaviour().runningConfig],
    ])
    expect([captured.absent, captured.failed]).to.deep.equal([[], []])
    expect(simulator.commandsSeen).to.deep.equal([
      '',
      'set cli scripting-mode on',
      'set cli pager off',
      'set cli terminal width 500',
      'set cli op-command-xml-output on',
      'show system info',
      'show config running',
      'exit',
    ])
  })

  it('does not mistake a redrawn line for the end of output, wherever packets are divided', async () => {
    for (const seed of [1, 2, 3, 4]) {
      const { captured } = await collect({ split: splitter(seed, 12), latencyMs: 1 })

      expect(captured.texts, `seed ${seed}`).to.have.length(1)
    }
  })

  it('supports a release that redraws every line', async () => {
    const random = seeded(5)
    for (let round = 0; round < 3; round++) {
      const split = splitter(Math.floor(random() * 1_000), 40)
      const { captured, simulator } = await collect({ hasScriptingMode: false, split })

      expect(captured.texts[0]?.raw.toString('latin1')).to.equal(panosBehaviour().runningConfig)
      expect(simulator.turns).to.equal(simulator.commandsSeen.length + simulator.endMarks)
    }
  })

  it('recognises the prompt through any HA state change', async () => {
    const states = ['active', 'active', 'suspended', 'passive', 'active-primary', 'non-functional', 'initial']

    const { captured } = await collect({ states })

    expect(captured.texts).to.have.length(1)
  })

  it('turns pages where the pager remains on', async () => {
    const { captured } = await collect({ isPagerStuck: true, split: splitter(4, 80) })

    expect(captured.texts[0]?.raw.toString('latin1')).to.equal(panosBehaviour().runningConfig)
  })

  it('accepts a prompt inside a text as text', async () => {
    const { runningConfig } = panosBehaviour()
    const motd = '<message>\nadmin@PA-VM&gt; show\nadmin@PA-VM> \nadmin@PA-VM> show config running\n</message>'
    const withPrompt = runningConfig.replace('</devices>', `</devices>\n${motd}`)

    const { captured } = await collect({ runningConfig: withPrompt, split: splitter(9, 30) })

    expect(captured.texts[0]?.raw.toString('latin1')).to.equal(withPrompt)
  })

  for (const [what, prompt] of [
    ['a session in configuration mode, whose `show` prints the candidate', 'admin@PA-VM# '],
    ['a prompt for a new password', 'Enter old password : '],
  ] as const) {
    it(`types nothing at ${what}`, async () => {
      const model = () => ({ ...panosModel(panosBehaviour()), prompt: () => prompt })

      const failure = await collectFromShell(capture, { faults: panosBehaviour(), model }, { promptMs: 60 }).catch(
        (error: unknown) => error as Error & { code: string; simulator: SshSimulator },
      )

      expect(failure).to.include({ code: 'protocol_error' })
      expect((failure as Error).message).to.contain(prompt.trim())
      expect(failure.simulator.commandsSeen.filter((line) => line !== '')).to.deep.equal([])
    })
  }

  it('reads a configuration of five megabytes', async () => {
    const { runningConfig } = panosBehaviour()
    const entries = '        <entry name="n"><ip-netmask>192.0.2.1</ip-netmask></entry>\n'.repeat(75_000)
    const long = runningConfig.replace('</config>', `<extra>\n${entries}</extra>\n</config>`)

    const { captured } = await collect({ runningConfig: long }, { totalMs: 60_000 })

    expect(long.length).to.be.greaterThan(5_000_000)
    expect(captured.texts[0]?.raw.length).to.equal(long.length)
  })
})

const capture = { platform: 'pafw_panos', options: {} }

function collect(changes: Partial<PanosBehaviour>, limits: Parameters<typeof collectFromShell>[2] = {}) {
  const behaviour = panosBehaviour(changes)
  const device = { faults: behaviour, model: () => panosModel(behaviour) }
  return collectFromShell(capture, device, limits)
}
