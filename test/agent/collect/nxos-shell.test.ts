import { expect } from 'chai'
import { generatedConfig } from '../../support/ios-device.ts'
import { nxosBehaviour, nxosModel, type NxosBehaviour } from '../../support/nxos-device.ts'
import { enableSecret } from '../../support/open-simulator.ts'
import { splitter } from '../../support/random.ts'
import { collectFromShell } from './simulated-shells.ts'
import type { SshSimulator } from '../../support/ssh-simulator.ts'

describe('netco_nxos over SSH', () => {
  it('reads all three texts byte for byte, without echo, prompt and surrounding blank lines', async () => {
    const { runningConfig, startupConfig, version } = nxosBehaviour()

    const { captured, simulator } = await collect({})

    const texts = Object.fromEntries(captured.texts.map(({ key, raw }) => [key, raw.toString('latin1')]))
    expect(texts).to.deep.equal({
      'running-config': `${runningConfig.trim()}\n`,
      'startup-config': `${startupConfig?.trim()}\n`,
      version: `${version.trim()}\n`,
    })
    expect(simulator.commandsSeen).to.deep.equal([
      '',
      'terminal length 0',
      'terminal width 511',
      'terminal no monitor',
      'show running-config',
      'show startup-config',
      'show version',
      'exit',
    ])
  })

  for (const [how, pagerWipe] of Object.entries({
    blanks: '\r          \r',
    'an erased line': '\r\x1b[K',
    'an erased line after reverse video': '\r\x1b[m\x1b[K\r',
  })) {
    it(`turns pages where the pager remains on, erased by ${how}`, async () => {
      const { captured } = await collect({ pageLines: 23, pagerStuck: true, pagerWipe, split: splitter(4, 80) })

      expect(captured.texts[0]?.raw.toString('latin1')).to.equal(`${nxosBehaviour().runningConfig.trim()}\n`)
    })
  }

  it('recognises the prompt on the last page, whatever the page size', async () => {
    const runningConfig = nxosBehaviour().runningConfig.split('\n').slice(0, 60).join('\n')
    for (let pageLines = 15; pageLines <= 60; pageLines++) {
      const { captured } = await collect(
        { runningConfig, startupConfig: null, pageLines, pagerStuck: true, pagerWipe: '\r\x1b[K' },
        false,
        ['running-config'],
      )

      expect(captured.texts[0]?.raw.toString('latin1'), `${pageLines} lines`).to.equal(`${runningConfig.trim()}\n`)
    }
  })

  it('rejects a text with a pager mark in it', async () => {
    const failure = await failureOf({ pageLines: 23, pagerStuck: true, pagerWipe: '' })

    expect(failure.code).to.equal('output_disturbed')
  })

  it('recognises the prompt when the switch enters maintenance mode', async () => {
    const { captured } = await collect({ maintenanceFrom: 5 })

    expect(captured.texts).to.have.length(3)
  })

  it('enables privileges where the switch requires it', async () => {
    const { captured, simulator } = await collect({ enableSecret }, true)

    expect(captured.texts).to.have.length(3)
    expect(simulator.commandsSeen.slice(0, 3)).to.deep.equal(['', 'enable', enableSecret])
  })

  for (const landsIn of ['[admin@guestshell ~]$ ', 'bash-4.4$ ', 'NX-1-tcl# ']) {
    it(`leaves ${landsIn.trim()} once, if the account starts there`, async () => {
      const { captured, simulator } = await collect({ landsIn })

      expect(captured.texts).to.have.length(3)
      expect(simulator.commandsSeen.slice(0, 4)).to.deep.equal(['', 'exit', '', 'terminal length 0'])
    })
  }

  it('reports the missing rights of an account', async () => {
    const failure = await failureOf({ role: 'network-operator' })

    expect(failure.code).to.equal('privilege_insufficient')
    expect(failure).to.have.nested.property('advice.code', 'advice_nxos_rights')
  })

  it('reads a configuration of a megabyte', async () => {
    const runningConfig = `!Command: show running-config\n\n${generatedConfig(1_000_000, 2).split('\n').slice(6).join('\n')}`

    const { captured } = await collect({ runningConfig })

    expect(captured.texts[0]?.raw.length).to.equal(runningConfig.length)
  })
})

function collect(changes: Partial<NxosBehaviour>, enable = false, artifacts?: string[]) {
  const behaviour = nxosBehaviour(changes)
  const device = { faults: behaviour, model: () => nxosModel(behaviour) }
  return collectFromShell({ platform: 'netco_nxos', options: artifacts ? { artifacts } : {}, enable }, device)
}

async function failureOf(changes: Partial<NxosBehaviour>): Promise<Error & { code?: string; simulator: SshSimulator }> {
  try {
    await collect(changes)
  } catch (failure) {
    return failure as Error & { code?: string; simulator: SshSimulator }
  }
  throw new Error('it should have failed')
}
