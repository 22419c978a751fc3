import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { JobAborted } from '../../../agent/job-aborted.ts'
import { type ManualClock, manualClock } from '../../support/fake-clock.ts'
import { type JunosDevice, createJunosDevice } from '../../support/junos-device.ts'
import { restoreId, runOnJunos } from './junos-restore.ts'
import { type JunosSimulatorOptions, startJunosSimulator } from '../../support/junos-simulator.ts'
import type { SshSimulator } from '../../support/ssh-simulator.ts'

const minute = 60_000
const upload = `/var/tmp/coffer-restore-${restoreId}.conf`

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

describe('a restore to Junos', () => {
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

  describe('that succeeds', () => {
    it('replaces the configuration with a commit that rolls back unless confirmed', async () => {
      const { findings, log, hasCommitted } = await runRestore()
      const after = device.active

      clock.advance(10 * minute)

      expect(findings).to.deep.include({ outcome: 'restore', transport: 'ssh', artifacts: [] })
      expect(findings?.restore).to.deep.equal({ state: 'pending', committed_at: '2026-01-10T12:00:00.000Z' })
      expect(hasCommitted).to.equal(true)
      expect(after).to.contain('192.0.2.53').and.not.contain('192.0.2.1;')
      expect(log.join('\n')).to.contain('2 lines added, 2 lines removed, in system').and.not.contain('name-server')
      expectUntouched()
    })

    it('sends only commands that do not affect other users, in this order', async () => {
      await runRestore()

      const typed = simulator!.commandsSeen.filter((line) => line !== '' && !line.startsWith('set cli'))
      expect(typed).to.deep.equal([
        'show system commit | no-more',
        `scp -t ${upload}`,
        `file checksum sha-256 ${upload}`,
        'configure exclusive',
        `load override ${upload}`,
        `run file delete ${upload}`,
        'show | compare | no-more',
        'commit check',
        `commit confirmed 10 comment "coffer restore ${restoreId}"`,
        'exit',
        'exit',
      ])
    })

    it('is confirmed on a device that does not show the pending commit', async () => {
      await runRestore()

      const confirmed = await follow('restore_confirm', { account: { tellsOfPending: false } })
      clock.advance(60 * minute)

      expect(confirmed?.restore).to.deep.equal({ state: 'confirmed' })
      expect(device.active).to.contain('192.0.2.53')
      expect(device.rollbackAt).to.equal(undefined)
    })

    it('is confirmed without the service’s text, but not reported as confirmed without comparison', async () => {
      await runRestore()
      const payload = () => Promise.reject(new Error('the object store is away'))

      const { findings } = await runOnJunos(await on(), { kind: 'restore_confirm', text: stored, payload })
      clock.advance(60 * minute)
      const seen = await follow('restore_check')

      expect(findings?.restore).to.deep.equal({ state: 'unknown' })
      expect(findings?.report.error).to.contain('the object store is away')
      expect(device.active).to.contain('192.0.2.53')
      expect(seen?.restore?.state).to.equal('in_force')
    })

    for (const moment of ['configure exclusive', 'commit']) {
      it(`is not reported as confirmed if it expires at ‘${moment}’`, async () => {
        await runRestore()
        const watched = await on()
        const push = watched.commandsSeen.push.bind(watched.commandsSeen)
        watched.commandsSeen.push = (...lines: string[]) => {
          if (lines.includes(moment)) clock.advance(11 * minute)
          return push(...lines)
        }

        const { findings } = await runOnJunos(watched, { kind: 'restore_confirm', text: stored })

        expect(findings?.restore?.state).to.equal('rolled_back')
        expect(device.active).to.equal(running)
      })
    }

    it('is permanent once confirmed on another connection', async () => {
      await runRestore()

      const confirmed = await follow('restore_confirm')
      clock.advance(60 * minute)

      expect(confirmed?.restore).to.deep.equal({ state: 'confirmed' })
      expect(device.active).to.contain('192.0.2.53')
      expect(device.rollbackAt).to.equal(undefined)
      expect(device.editors).to.deep.equal([])
    })

    it('changes nothing on a device that already has the configuration', async () => {
      const { findings, hasCommitted } = await runRestore({}, { text: running })

      expect(findings?.restore).to.deep.equal({ state: 'unchanged' })
      expect(hasCommitted).to.equal(false)
      expect(device.commits).to.have.lengthOf(1)
      expectUntouched()
    })

    it('continues when it changes the host name and thus the prompt', async () => {
      const renamed = wanted.replace('host-name r1', 'host-name core-7')

      const { findings } = await runRestore({}, { text: renamed })

      expect(findings?.restore?.state).to.equal('pending')
      expect(findings?.report.warnings).to.deep.equal([])
      expect(device.hostname).to.equal('core-7')
    })

    for (const landsIn of ['csh', 'sh'] as const) {
      it(`finds the command line from root’s ${landsIn}, on one of two routing engines`, async () => {
        const account = { user: 'root', landsIn, role: '{master:0}' }

        const { findings } = await runRestore({ account, username: 'root' }, { username: 'root' })

        expect(findings?.restore?.state).to.equal('pending')
      })
    }
  })

  describe('whose session is lost', () => {
    /** Number of lines sent before the commit is requested. */
    const lines = 26

    it('changes nothing before the commit, and is rolled back by the device after it', async function () {
      const ends = new Set<string>()
      for (let line = 1; line <= lines; line++) {
        clock = manualClock()
        device = createJunosDevice({ text: running, clock })

        const { findings, hasCommitted } = await runRestore({ faults: { hangUpAtLine: line } })
        const seen = await follow('restore_check')
        const state = findings?.restore?.state ?? findings?.outcome ?? ''
        ends.add(`${state} ${seen?.restore?.state}`)
        const isCommitted = device.commits.length > 1

        expect(hasCommitted || !isCommitted, `committed in silence at ${line}`).to.equal(true)
        expect(device.files.size, `files after line ${line}`).to.equal(0)
        expect(seen?.restore?.state, `line ${line}`).to.equal(isCommitted ? 'pending' : 'not_committed')
        clock.advance(10 * minute)
        expectUntouched()
      }
      expect([...ends]).to.include.members(['failed not_committed', 'unknown not_committed', 'pending pending'])
    })

    it('has its upload removed over another connection', async () => {
      const typedBeforeTheLoad = 10

      const { findings } = await runRestore({ faults: { hangUpAtLine: typedBeforeTheLoad + 1 } })

      expect(simulator?.commandsSeen).to.include(`load override ${upload}`)
      expect(findings?.outcome).to.equal('failed')
      expectUntouched()
    })

    for (const [words, bytes, state] of [
      ['before the device said anything', 0, 'unknown'],
      ['behind its first words', 40, 'unknown'],
      ['behind its last word', 160, 'pending'],
    ] as const) {
      it(`during the commit, ${words}, is ${state}, and the next check finds it pending`, async () => {
        const command = `commit confirmed 10 comment "coffer restore ${restoreId}"`

        const { findings } = await runRestore({ faults: { cut: { command, bytes, then: 'hang up' } } })
        const seen = await follow('restore_check')

        expect(findings?.restore?.state).to.equal(state)
        expect(seen?.restore).to.deep.equal({ state: 'pending', minutes_left: 10 })
        expect(device.rollbackAt).not.to.equal(undefined)
      })
    }

    it('during the confirmation is unknown, until the next check determines the outcome', async () => {
      await runRestore()

      const confirmed = await follow('restore_confirm', {
        faults: { cut: { command: 'commit', bytes: 0, then: 'hang up' } },
      })
      const seen = await follow('restore_check')

      expect(confirmed?.restore?.state).to.equal('unknown')
      expect(seen?.restore).to.deep.equal({ state: 'in_force', may_change: true })
    })
  })

  describe('that is aborted', () => {
    const steps = ['connecting', 'uploaded', 'configure exclusive', 'load override', 'show | compare', 'commit check']
    for (const step of steps) {
      it(`by a user at ${step} leaves the device unchanged`, async () => {
        const { findings, hasCommitted } = await stoppedAt(step, 'cancelled')

        expect(findings?.outcome).to.equal('cancelled')
        expect(hasCommitted).to.equal(false)
        expectUntouched()
      })
    }

    it('by a lost lease ends without a result and changes nothing', async () => {
      const { findings } = await stoppedAt('commit check', 'lost')
      await simulator?.close()
      simulator = undefined

      expect(findings).to.equal(undefined)
      expect([device.active, device.candidate]).to.deep.equal([running, running])
    })

    for (const reason of ['cancelled', 'lost', 'deadline'] as const) {
      it(`(${reason}) after the commit began finishes and reports so`, async () => {
        const stop = new AbortController()

        const { findings } = await runRestore(
          {},
          { signal: stop.signal, onCommitting: () => stop.abort(new JobAborted(reason)) },
        )

        expect(findings?.restore?.state).to.equal('pending')
        expect(device.active).to.contain('192.0.2.53')
      })
    }

    /** Stops the job when its log, or the device, reaches this step. */
    async function stoppedAt(step: string, reason: 'cancelled' | 'lost') {
      const stop = new AbortController()
      const onLog = (line: string) => line.includes(step) && stop.abort(new JobAborted(reason))
      const port = await on()
      const watched = { ...port, port: port.port }
      const seen = port.commandsSeen
      const push = seen.push.bind(seen)
      seen.push = (...lines: string[]) => {
        lines.forEach((line) => onLog(line.startsWith('file checksum') ? 'uploaded' : line))
        return push(...lines)
      }
      return runOnJunos(watched, { kind: 'restore', text: stored, signal: stop.signal, onLog })
    }
  })

  describe('in a check', () => {
    it('is confirmed when a user confirmed it on the device', async () => {
      await runRestore()
      const admin = device.edit('alice', false)
      if (!('editor' in admin)) throw new Error(admin.refused)
      admin.editor.commit()
      admin.editor.leave()

      expect((await follow('restore_check'))?.restore).to.deep.equal({ state: 'in_force', may_change: true })
      expect((await follow('restore_confirm'))?.restore).to.deep.equal({ state: 'confirmed' })
    })

    it('is rolled back after its window', async () => {
      await runRestore()
      clock.advance(10 * minute)

      const confirmed = await follow('restore_confirm')
      const seen = await follow('restore_check')

      expect([confirmed?.restore?.state, seen?.restore?.state]).to.deep.equal(['rolled_back', 'rolled_back'])
      expectUntouched()
    })

    it('may still roll back where the device does not show the pending commit', async () => {
      await runRestore()

      const seen = await follow('restore_check', { account: { tellsOfPending: false } })

      expect(seen?.restore).to.deep.equal({ state: 'in_force', may_change: true })
    })

    it('is rolled back even if the history does not show it', async () => {
      device = createJunosDevice({ text: running, clock, goesBackInSilence: true })
      await runRestore()
      clock.advance(10 * minute)

      const seen = await follow('restore_check')
      const confirmed = await follow('restore_confirm')

      expect([seen?.restore?.state, confirmed?.restore?.state]).to.deep.equal(['rolled_back', 'rolled_back'])
      expect(seen?.report.warning_messages).to.deep.equal([message('warning_restore_history_without_rollback')])
      expect(device.active).to.equal(running)
    })

    it('may still be committed while the lost session holds the candidate', async () => {
      const lost = device.edit('backup', true)
      if ('refused' in lost) throw new Error(lost.refused)
      lost.editor.load(wanted, 'upload')

      const during = await follow('restore_check')
      lost.editor.commit({ confirmedMinutes: 10, comment: `coffer restore ${restoreId}` })
      lost.editor.leave()
      const after = await follow('restore_check')

      expect(during?.restore).to.deep.equal({ state: 'not_committed', may_change: true })
      expect(after?.restore).to.deep.equal({ state: 'pending', minutes_left: 10 })
    })

    it('is evaluated again when the commit ends just before the candidate is released', async () => {
      const lost = device.edit('backup', true)
      if ('refused' in lost) throw new Error(lost.refused)
      lost.editor.load(wanted, 'upload')
      const watched = await on()
      const push = watched.commandsSeen.push.bind(watched.commandsSeen)
      watched.commandsSeen.push = (...lines: string[]) => {
        if (lines.includes('configure exclusive')) {
          lost.editor.commit({ confirmedMinutes: 10, comment: `coffer restore ${restoreId}` })
          lost.editor.leave()
        }
        return push(...lines)
      }

      const { findings } = await runOnJunos(watched, { kind: 'restore_check', text: stored })

      expect(findings?.restore?.state).to.equal('pending')
    })

    it('reports the remaining minutes of the device', async () => {
      await runRestore()
      clock.advance(3.5 * minute)

      expect((await follow('restore_check'))?.restore).to.deep.equal({ state: 'pending', minutes_left: 7 })
    })

    it('is determined from the active configuration if the history has no comments', async () => {
      await runRestore()
      const silent = {
        faults: { answers: { 'show system commit | no-more': '0   2026-01-10 12:00:00 UTC by backup via cli\n' } },
      }

      const pending = await follow('restore_check', silent)
      clock.advance(10 * minute)
      const over = await follow('restore_check', silent)

      expect(pending?.restore).to.deep.equal({ state: 'pending', minutes_left: 10 })
      expect(over?.restore).to.deep.equal({ state: 'not_committed' })
    })
  })

  it('logs no secret of the configuration', async () => {
    const { log } = await runRestore()

    expect(log.join('\n')).not.to.match(/\$6\$/)
    expect(log.join('\n')).not.to.contain('login-Secret1')
  })
})
