import { expect } from 'chai'
import type { CollectDependencies } from '../../../agent/collect/device-collector.ts'
import { testConnection } from '../../../agent/collect/connection-test.ts'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { apiDeps } from '../../support/collect-over-api.ts'
import { targetOf, testLimits } from '../../support/open-simulator.ts'
import type { CollectedRun } from '../../support/collect-over-api.ts'
import { sshOrder } from '../../support/ssh-captures.ts'
import { splitter } from '../../support/random.ts'
import type { ShellFaults } from '../../support/shell-device.ts'
import { collectFromShell, type SimulatedShell, simulatedShells } from './simulated-shells.ts'
import { startShellSimulator, type SshSimulator } from '../../support/ssh-simulator.ts'

for (const shell of simulatedShells) {
  describe(`the command line of ${shell.platform}`, () => {
    let healthy: Map<string, Buffer>
    let lines: string[]

    before(async () => {
      const run = await collect(shell, {})
      healthy = textsOf(run)
      lines = run.simulator.commandsSeen
    })

    it('receives one line at a time, each after the previous prompt', async () => {
      const { simulator } = await collect(shell, { latencyMs: 5 })

      expect(simulator.turns).to.equal(simulator.commandsSeen.length + simulator.endMarks)
      expect(simulator.sessions).to.equal(1)
    })

    it('runs the steps of a backup in a connection test, without reading artifacts', async () => {
      const { platform, options = {} } = shell
      const { faults, model } = shell.device()
      const simulator = await startShellSimulator(model, faults)
      const open: CollectDependencies['openSsh'] = (target, signal) =>
        openSsh({ ...targetOf(simulator), trust: target.trust, onStep: target.onStep }, signal)
      const steps: string[] = []

      const dependencies = apiDeps([], {
        openSsh: open,
        checkFingerprint: () => Promise.resolve('approved'),
        shellLimits: testLimits,
      })
      await testConnection(sshOrder({ platform, options }), dependencies, ({ step }) => steps.push(step))
      await simulator.close()

      expect(steps).to.include.members(['connect', 'login', 'prompt'])
      expect(simulator.commandsSeen).to.not.include(shell.longest)
      expect(lines.slice(0, 2)).to.deep.equal(simulator.commandsSeen.slice(0, 2))
    })

    it('returns the same texts however the network splits them', async () => {
      for (const seed of [1, 2, 3]) {
        const run = await collect(shell, { split: splitter(seed, 60) })

        expect(textsOf(run), `seed ${seed}`).to.deep.equal(healthy)
      }
    })

    for (const echo of ['wrapped', 'redrawn'] as const) {
      it(`recognises a ${echo} echo`, async () => {
        expect(textsOf(await collect(shell, { echo }))).to.deep.equal(healthy)
      })
    }

    it('yields no version without an echo, as a prompt alone proves nothing', async () => {
      const failure = await failureOf(shell, { echo: 'none' }, { promptMs: 200, idleMs: 200 })

      expect(failure.code).to.equal('prompt_timeout')
      expect(failure).to.have.nested.property('step.code', 'step_confirming_prompt')
    })

    it('receives another newline if the first was lost', async () => {
      const run = await collect(shell, { swallowFirstNewline: true }, { promptMs: 1_600 })

      expect(textsOf(run)).to.deep.equal(healthy)
    })

    it('accepts a banner full of lines that look like prompts', async () => {
      const banner = '### EXAMPLE ###\n### ###\n<tip>\nswitch#\nother>\n#\n# # #\nfw $\nalmost#\n'

      for (const seed of [1, 2]) {
        expect(textsOf(await collect(shell, { banner, split: splitter(seed, 9) }))).to.deep.equal(healthy)
      }
    })

    for (const then of shell.endsByPromptOnly ? (['hang up'] as const) : (['hang up', 'prompt'] as const)) {
      it(`yields no version that is cut at any kilobyte and followed by: ${then}`, async () => {
        const length = Math.max(...[...healthy.values()].map((text) => text.length))
        const step = Math.max(1024, Math.floor(length / 30))

        for (let bytes = 0; bytes < length - 4; bytes += step) {
          const failure = await failureOf(shell, { cut: { command: shell.longest, bytes, then } })

          const codes = then === 'hang up' ? ['connection_lost'] : ['output_truncated', 'privilege_insufficient']
          expect(failure.code, `${bytes}: ${failure.message}`).to.be.oneOf(codes)
          expect(quotedIn(failure, healthy), failure.message).to.deep.equal([])
        }
      })
    }

    it('yields no partial version when it stops responding', async () => {
      const cut = { command: shell.longest, bytes: 2_000, then: 'silence' as const }

      const ended = await endOf(shell, { cut }, { idleMs: 500, totalMs: 8_000 })

      if (shell.fallsBack) expect(ended.texts, 'another form of it').to.not.deep.equal(healthy)
      else expect(ended.failure?.code).to.equal('output_truncated')
    })

    for (const [does, code] of [
      ['hangs up', 'connection_lost'],
      ['falls silent', 'prompt_timeout'],
    ] as const) {
      it(`fails clearly at any line where it ${does}, unless all was read`, async () => {
        for (let line = 1; line < lines.length; line++) {
          const faults = code === 'connection_lost' ? { hangUpAtLine: line } : { silentFromLine: line }

          const ended = await endOf(shell, faults, code === 'connection_lost' ? {} : { promptMs: 60, idleMs: 60 })

          const where = `line ${line}, ${lines[line - 1]}`
          if (ended.failure) expect(ended.failure.code, `${where}: ${ended.failure.message}`).to.equal(code)
          else expect(ended.texts, where).to.deep.equal(healthy)
          if (line <= lines.indexOf(shell.longest) + 1) expect(ended.failure, where).to.not.equal(undefined)
        }
      })
    }

    it('yields no version with a log line in it', async () => {
      const syslogLine = { command: shell.longest, times: 9, at: 'middle' as const }

      const failure = await failureOf(shell, { syslogLine })

      expect(failure.code).to.equal('output_disturbed')
    })
  })
}

/** Returns the lines of the device's texts, which may be secret, that a run's report contains. */
function quotedIn({ message, log }: Ended, texts: Map<string, Buffer>): string[] {
  const output = [message, ...log].join('\n')
  const lines = [...texts.values()].flatMap((text) => text.toString('latin1').split('\n'))
  return lines.map((line) => line.trim()).filter((line) => line.length > 30 && output.includes(line))
}

type Ended = Error & { code?: string; log: string[]; simulator: SshSimulator }

function collect(
  shell: SimulatedShell,
  faults: Partial<ShellFaults>,
  limits: Parameters<typeof collectFromShell>[2] = {},
) {
  const { platform, options = {} } = shell
  return collectFromShell({ platform, options }, shell.device(faults), limits)
}

async function endOf(...run: Parameters<typeof collect>): Promise<{ failure?: Ended; texts?: Map<string, Buffer> }> {
  try {
    return { texts: textsOf(await collect(...run)) }
  } catch (failure) {
    return { failure: failure as Ended }
  }
}

async function failureOf(...run: Parameters<typeof collect>): Promise<Ended> {
  try {
    await collect(...run)
  } catch (failure) {
    return failure as Ended
  }
  throw new Error('it should have failed')
}

function textsOf({ captured }: CollectedRun): Map<string, Buffer> {
  return new Map(captured.texts.map(({ key, raw }) => [key, raw]))
}
