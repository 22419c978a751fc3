import { expect } from 'chai'
import { type ManualClock, manualClock } from '../../support/fake-clock.ts'
import { type JunosDevice, createJunosDevice } from '../../support/junos-device.ts'
import { runOnJunos } from './junos-restore.ts'
import { type JunosSimulatorOptions, startJunosSimulator } from '../../support/junos-simulator.ts'
import type { SshSimulator } from '../../support/ssh-simulator.ts'

const minute = 60_000

const running = `version 22.4R3;
system {
    host-name r1;
    root-authentication {
        encrypted-password "$6$before$running"; ## SECRET-DATA
    }
    name-server {
        192.0.2.1;
    }
}
`
const wanted = running.replace('192.0.2.1', '192.0.2.53').replace('$6$before$running', '$6$after$wanted')
const stored = `## Last commit: 2026-01-01 00:00:00 UTC by root\n${wanted}`

describe('a restore to Junos that is rejected', () => {
  let clock: ManualClock
  let device: JunosDevice
  let simulator: SshSimulator | undefined

  beforeEach(() => {
    clock = manualClock()
    device = createJunosDevice({ text: running, clock })
  })
  afterEach(async () => {
    await simulator?.close()
    simulator = undefined
  })

  async function on(options: JunosSimulatorOptions = {}): Promise<SshSimulator> {
    await simulator?.close()
    return (simulator = await startJunosSimulator(device, options))
  }
  const runRestore = async (options?: JunosSimulatorOptions, more: Partial<Parameters<typeof runOnJunos>[1]> = {}) =>
    runOnJunos(await on(options), { kind: 'restore', text: stored, ...more })
  const follow = async (kind: 'restore_confirm' | 'restore_check', options?: JunosSimulatorOptions) =>
    (await runOnJunos(await on(options), { kind, text: stored })).findings
  /**
   * Checks that the restore left nothing on the device: no change, candidate, user in the configuration mode or file.
   */
  function expectUntouched(before = running) {
    expect(device.active).to.equal(before)
    expect(device.candidate).to.equal(before)
    expect(device.editors).to.deep.equal([])
    expect([...device.files.keys()]).to.deep.equal([])
    expect(device.rollbackAt).to.equal(undefined)
  }

  describe('before the commit', () => {
    const cases: {
      what: string
      code: string
      prepare?: () => void
      options?: JunosSimulatorOptions
      text?: string
    }[] = [
      {
        what: 'another user has exclusive access',
        code: 'restore_busy',
        prepare: () => device.edit('alice', true),
      },
      {
        what: 'another user is in configuration mode',
        code: 'restore_busy',
        prepare: () => device.edit('alice', false),
      },
      {
        what: 'the device cannot load the text',
        code: 'restore_refused',
        text: `${stored}interfaces {\n    ge-0/0/0 {\n        description "$9$secret-in-it\n    }\n}\n`,
      },
      { what: 'SCP is denied', code: 'command_refused', options: { scp: { refuses: 'scp: permission denied' } } },
      {
        what: 'the disk alters bytes',
        code: 'restore_damaged',
        options: { scp: { alters: (bytes) => bytes.subarray(0, -1) } },
      },
      {
        what: 'the account may not configure',
        code: 'privilege_insufficient',
        options: { faults: { answers: { 'configure exclusive': 'error: permission denied: configure\n' } } },
      },
      {
        what: 'the account may not see the history',
        code: 'privilege_insufficient',
        options: { faults: { answers: { 'show system commit | no-more': 'error: permission denied: commit\n' } } },
      },
    ]
    for (const { what, code, prepare, options, text } of cases) {
      it(`fails with ${code} and changes nothing when ${what}`, async () => {
        prepare?.()
        const others = device.editors.length

        const { findings, log, hasCommitted } = await runRestore(options, text === undefined ? {} : { text })

        expect(findings).to.include({ outcome: 'failed', error_code: code })
        expect(hasCommitted).to.equal(false)
        expect(JSON.stringify([findings, log])).not.to.contain('$9$secret')
        expect([device.active, device.candidate, device.commits.length]).to.deep.equal([running, running, 1])
        expect([device.editors.length, device.files.size]).to.deep.equal([others, 0])
      })
    }

    it('names the user who blocks it', async () => {
      device.edit('alice', true)

      const { findings } = await runRestore()

      expect(findings?.report.error).to.contain('alice')
    })

    it('leaves another user’s uncommitted changes alone', async () => {
      device.leaveUncommitted(running.replace('192.0.2.1', '192.0.2.9'))

      const { findings } = await runRestore()

      expect(findings?.error_code).to.equal('restore_busy')
      expect(device.candidate).to.contain('192.0.2.9')
      expect(device.files.size).to.equal(0)
    })

    it('rolls the candidate back when the device’s check fails', async () => {
      device = createJunosDevice({
        text: running,
        clock,
        objection: (text) => (text.includes('192.0.2.53') ? `'name-server' of "$9$hidden" is no good` : undefined),
      })

      const { findings } = await runRestore()

      expect(findings).to.include({ outcome: 'failed', error_code: 'restore_refused' })
      expect(findings?.report.error).to.contain('error:').and.not.contain('$9$hidden')
      expectUntouched()
    })

    it('leaves another user’s unconfirmed commit alone', async () => {
      const theirs = device.edit('alice', true)
      if ('refused' in theirs) throw new Error(theirs.refused)
      theirs.editor.load(running.replace('192.0.2.1', '192.0.2.7'), 'theirs')
      theirs.editor.commit({ confirmedMinutes: 5 })
      theirs.editor.leave()

      const { findings } = await runRestore()
      const confirmed = await follow('restore_confirm')
      const seen = await follow('restore_check')

      expect(findings).to.include({ outcome: 'failed', error_code: 'restore_busy' })
      expect(confirmed).to.include({ outcome: 'failed', error_code: 'restore_busy' })
      expect(seen?.restore).to.deep.equal({ state: 'not_committed' })
      clock.advance(5 * minute)
      expectUntouched()
    })

    it('does not connect if the received content is not the version', async () => {
      const { findings } = await runRestore({}, { payload: () => Promise.resolve(Buffer.from(stored.slice(0, -2))) })

      expect(findings).to.include({ outcome: 'failed', error_code: 'restore_damaged' })
      expect(simulator?.loginsSeen).to.deep.equal([])
    })
  })
})
