import { expect } from 'chai'
import {
  fortiosBehaviour,
  fortiosModel,
  fortiosText,
  withVdoms,
  type FortiosBehaviour,
} from '../../support/fortios-device.ts'
import { splitter } from '../../support/random.ts'
import { collectFromShell } from './simulated-shells.ts'
import type { CollectedRun } from '../../support/collect-over-api.ts'
import type { SshSimulator } from '../../support/ssh-simulator.ts'

const full = 'show full-configuration | grep .'

describe('fwco_fortios over SSH', () => {
  it('reads the whole device byte for byte, with its facts', async () => {
    const device = fortiosBehaviour({ split: splitter(1) })

    const { captured, simulator } = await collect(device)

    expect(captured.texts[0]?.raw.toString('latin1')).to.equal(fortiosText(device, null, 'full'))
    expect(captured.texts[0]?.metadata).to.deep.equal({
      form: 'full-configuration',
      model: 'FortiGate-501E',
      version: '7.4.8,build2795,250523',
      serial: 'FG5H1E0000000000',
      ha: 'a-p, primary',
    })
    expect(typed(simulator)).to.deep.equal(['get system status', full, 'exit'])
  })

  it('reads all virtual domains of a device in one text', async () => {
    const device = withVdoms()

    const { captured } = await collect(device)

    expect(captured.texts[0]?.raw.toString('latin1')).to.equal(fortiosText(device, null, 'full'))
  })

  for (const vdom of ['root', 'dmz', 'DMZ']) {
    it(`reads only the virtual domain ${vdom}, after finding it in the list`, async () => {
      const device = withVdoms()

      const { captured, simulator } = await collect(device, { vdom })

      expect(captured.texts[0]?.raw.toString('latin1')).to.equal(fortiosText(device, vdom, 'full'))
      expect(typed(simulator)).to.deep.equal([
        'get system status',
        'config global',
        'show system vdom-property | grep edit',
        'end',
        'config vdom',
        `edit ${vdom}`,
        full,
        'end',
        'exit',
      ])
    })
  }

  it('reads the global configuration', async () => {
    const device = withVdoms()

    const { captured, simulator } = await collect(device, { vdom: 'global' })

    expect(captured.texts[0]?.raw.toString('latin1')).to.equal(fortiosText(device, 'global', 'full'))
    expect(typed(simulator)).to.deep.equal(['get system status', 'config global', full, 'end', 'exit'])
  })

  for (const vdom of ['Root', 'roo', 'rootx', 'DmZ', 'other']) {
    it(`never creates the missing virtual domain ${vdom}`, async () => {
      const device = withVdoms()
      const before = JSON.stringify(device.vdoms)

      const failure = await failureOf(device, { vdom })

      expect(failure.code).to.equal('options_invalid')
      expect(failure.message).to.contain('root, dmz, DMZ')
      expect(typed(failure.simulator).filter((line) => line.startsWith('edit'))).to.deep.equal([])
      expect(JSON.stringify(device.vdoms)).to.equal(before)
    })
  }

  it('reports a device without virtual domains before entering one', async () => {
    const failure = await failureOf(fortiosBehaviour(), { vdom: 'root' })

    expect(failure.code).to.equal('options_invalid')
    expect(failure).to.have.nested.property('advice.code', 'advice_fortios_without_vdoms')
    expect(typed(failure.simulator)).to.deep.equal(['get system status', 'exit'])
  })

  it('sends nothing more when the device enters another virtual domain than requested', async () => {
    const failure = await failureOf(withVdoms({ entersAnother: 'dmz' }), { vdom: 'root' })

    expect(failure.code).to.equal('device_misbehaved')
    expect(typed(failure.simulator).at(-1)).to.equal('edit root')
  })

  it('sends nothing more when the prompt does not show the context', async () => {
    const failure = await failureOf(withVdoms({ hidesContext: true }), { vdom: 'root' })

    expect(failure.code).to.equal('device_misbehaved')
    expect(typed(failure.simulator).at(-1)).to.equal('config global')
  })

  describe('with an account of one virtual domain', () => {
    const account = { name: 'dmz-backup', mayWrite: true, mayShow: true, vdom: 'dmz' }

    it('reads the domain of the account', async () => {
      const device = withVdoms({ account })

      const { captured, simulator } = await collect(device, { vdom: 'dmz' })

      expect(captured.texts[0]?.raw.toString('latin1')).to.equal(fortiosText(device, 'dmz', 'full'))
      expect(typed(simulator)).to.deep.equal(['get system status', 'config global', full, 'exit'])
    })

    it('rejects another domain', async () => {
      const failure = await failureOf(withVdoms({ account }), { vdom: 'root' })

      expect(failure.code).to.equal('options_invalid')
      expect(failure.message).to.contain('the account sees dmz only')
    })

    it('reports that the account sees only a part', async () => {
      const { captured, log } = await collect(withVdoms({ account }))

      expect(captured.texts[0]?.metadata).to.include({ partial: true })
      expect(log.join('\n')).to.contain('warn log_capture_warning full-configuration: It lacks ')
    })
  })

  it('counts secrets that are masked for a restricted profile', async () => {
    const account = { name: 'reader', mayWrite: false, mayShow: true, vdom: null }

    const { captured, log } = await collect(fortiosBehaviour({ account }))

    expect(captured.texts[0]?.metadata).to.deep.include({ masked: { secrets: 2 } })
    expect(log.join('\n')).to.contain('warn log_capture_warning full-configuration: 2 secrets are masked')
  })

  it('reports a profile without permission to show the configuration', async () => {
    const account = { name: 'reader', mayWrite: false, mayShow: false, vdom: null }

    const failure = await failureOf(fortiosBehaviour({ account }))

    expect(failure.code).to.equal('privilege_insufficient')
    expect(failure.message).to.contain('super_admin').and.contain('cli-show')
  })

  it('reports a profile without permission to list virtual domains, and enters none', async () => {
    const account = { name: 'reader', mayWrite: false, mayShow: false, vdom: null }

    const failure = await failureOf(withVdoms({ account }), { vdom: 'root' })

    expect(failure.code).to.equal('privilege_insufficient')
    expect(typed(failure.simulator).slice(-2)).to.deep.equal(['end', 'exit'])
  })

  for (const model of ['FortiManager-VM64', 'FortiAnalyzer-VM64', 'FortiADC-VM']) {
    it(`distinguishes a ${model} from a FortiGate`, async () => {
      const failure = await failureOf(fortiosBehaviour({ model }))

      expect(failure.code).to.equal('platform_unsupported')
      expect(failure.message).to.contain(model)
      expect(typed(failure.simulator)).to.deep.equal(['get system status', 'exit'])
    })
  }

  it('accepts the post-login banner with its key', async () => {
    const postLoginBanner = 'Authorised staff only\n# # #\nFW-1 # is watched'

    const { captured, simulator } = await collect(fortiosBehaviour({ postLoginBanner, split: splitter(5, 7) }))

    expect(captured.texts).to.have.length(1)
    expect(simulator.commandsSeen[0]).to.equal('a')
  })

  it('types nothing at a prompt for a new password', async () => {
    const question = 'You are forced to change your password. Please input a new password.\nNew Password:'

    const failure = await failureOf(fortiosBehaviour({ question }))

    expect(failure.code).to.equal('auth_failed')
    expect(failure.simulator.commandsSeen).to.deep.equal([])
  })

  for (const vdom of [undefined, 'root', 'global', 'other']) {
    it(`leaves the device’s pager setting unchanged, with the virtual domain ${vdom ?? 'not given'}`, async () => {
      const device = withVdoms()
      const before = JSON.stringify([device.console, device.vdoms, device.global])

      await collect(device, vdom === undefined ? {} : { vdom }).catch(() => undefined)

      expect(JSON.stringify([device.console, device.vdoms, device.global])).to.equal(before)
    })
  }

  it('recognises the prompt after a cluster failover, and with a truncated name', async () => {
    const device = withVdoms({
      hostname: 'a-very-long-name-of-a-firewall',
      cutNameTo: 12,
      role: { from: 4, text: '(Secondary)' },
    })

    const { captured } = await collect(device, { vdom: 'dmz' })

    expect(captured.texts).to.have.length(1)
  })

  describe('when reading all defaults takes too long', () => {
    const cut = { command: full, bytes: 900, then: 'silence' as const }

    it('is read without defaults over a second connection, noted on the version', async () => {
      const device = withVdoms({ cut })

      const { captured, log, simulator } = await collect(device, { vdom: 'dmz' }, { idleMs: 600 })

      expect(captured.texts[0]?.raw.toString('latin1')).to.equal(fortiosText(device, 'dmz', 'brief'))
      expect(captured.texts[0]?.metadata).to.include({ form: 'show' })
      expect(log.join('\n')).to.contain('Reading what differs from the defaults.')
      expect(simulator.sessions).to.equal(2)
    })

    it('is not read again after a lost connection', async () => {
      const failure = await failureOf(withVdoms({ cut: { ...cut, then: 'hang up' } }))

      expect(failure.code).to.equal('connection_lost')
      expect(failure.simulator.sessions).to.equal(1)
    })
  })

  it('reads five megabytes', async () => {
    const policies = Array.from(
      { length: 40_000 },
      (_, at) =>
        `    edit ${at}\n        set name "policy ${at} of many of them"\n        set action accept\n        set logtraffic disable\n    next\n`,
    )
    const global = `config system admin\nend\nconfig firewall policy\n${policies.join('')}end\n`

    const { captured } = await collect(fortiosBehaviour({ global }))

    expect(captured.texts[0]?.raw.length).to.be.greaterThan(4_500_000)
  })
})

type Ended = Error & { code?: string; simulator: SshSimulator }

function collect(
  device: FortiosBehaviour,
  options: Record<string, unknown> = {},
  limits: Parameters<typeof collectFromShell>[2] = {},
): Promise<CollectedRun & { simulator: SshSimulator }> {
  return collectFromShell(
    { platform: 'fwco_fortios', options },
    { faults: device, model: () => fortiosModel(device) },
    limits,
  )
}

async function failureOf(...run: Parameters<typeof collect>): Promise<Ended> {
  try {
    await collect(...run)
  } catch (failure) {
    return failure as Ended
  }
  throw new Error('it should have failed')
}

function typed({ commandsSeen }: SshSimulator): string[] {
  return commandsSeen.filter((line) => line !== '')
}
