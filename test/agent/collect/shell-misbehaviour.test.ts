import { expect } from 'chai'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { generatedConfig, iosBehaviour, iosModel, type IosBehaviour } from '../../support/ios-device.ts'
import { startIosSimulator, type IosSimulator } from '../../support/ios-simulator.ts'
import {
  type FailedRun,
  collectFrom,
  collectOver,
  enableSecret,
  loginSecret,
  targetOf,
} from '../../support/open-simulator.ts'
import { failureOf } from '../../support/failure-of.ts'
import { splitter } from '../../support/random.ts'
import { shellDevice, type ShellDevice, type ShellWire } from '../../support/shell-device.ts'
import { startSshSimulator } from '../../support/ssh-simulator.ts'
import { pacedWire } from '../../support/paced-shell.ts'

const caret = "               ^\n% Invalid input detected at '^' marker.\n"
const everyReading = [
  'show running-config',
  'show running-config view full',
  'more system:running-config',
  'write terminal',
  'show startup-config',
  'more nvram:startup-config',
  'show inventory',
  'show version',
]

describe('a device that misbehaves', () => {
  describe('within the running-config', () => {
    const runningConfig = generatedConfig(24_000, 5)
    let simulator: IosSimulator

    before(async () => {
      simulator = await startIosSimulator({ runningConfig, split: splitter(8) })
    })

    after(() => simulator.close())

    for (const then of ['hang up', 'prompt'] as const) {
      it(`yields no version when it is cut at any kilobyte and followed by: ${then}`, async () => {
        const codes = new Set<string | undefined>()

        for (let bytes = 0; bytes < runningConfig.length; bytes += 1024) {
          const failure = await runCutAt(simulator, bytes, then)
          codes.add(failure.code)
        }

        expect([...codes]).to.deep.equal([then === 'hang up' ? 'connection_lost' : 'output_truncated'])
      })
    }

    it('yields no version when the last line is cut at any byte', async () => {
      const end = runningConfig.length - 'end\n'.length

      for (let bytes = end; bytes < end + 3; bytes++) {
        const failure = await runCutAt(simulator, bytes, 'prompt')

        expect(failure.code).to.equal('output_truncated')
      }
    })

    it('yields no version when it stops responding', async () => {
      const failure = await runCutAt(simulator, 9 * 1024, 'silence')

      expect(failure.code).to.equal('output_truncated')
      expect(failure.message).to.contain('reading running-config with show running-config')
    })
  })

  it('fails clearly at any line where it disconnects', async () => {
    for (let line = 1; line <= 6; line++) {
      const failure = await failureOf(collectFrom({ hangUpAtLine: line, enableSecret }, { enableSecret }))

      expect(failure.code, `line ${line}`).to.equal('connection_lost')
      expect(failure, `line ${line}`).to.have.nested.property('step.code')
    }
  })

  it('fails clearly at any line where it stops responding', async () => {
    for (let line = 0; line <= 6; line++) {
      const silent = { silentFromLine: line, enableSecret }
      const failure = await failureOf(collectFrom(silent, { enableSecret, limits: { promptMs: 80, idleMs: 80 } }))

      expect(failure.code, `line ${line}`).to.equal('prompt_timeout')
    }
  })

  it('is awaited when it is slow', async () => {
    const { harvest } = await collectFrom(
      { latencyMs: 150 },
      { keys: ['version'], limits: { promptMs: 2_000, idleMs: 2_000 } },
    )

    expect(harvest.texts).to.have.length(1)
  })

  it('fails when its output never ends', async () => {
    const limits = { totalMs: 5_000 } // long enough for the commands before, on a busy machine
    const simulator = await startIosSimulator({
      pageLines: 1,
      pagerStuck: true,
      latencyMs: 20,
      runningConfig: generatedConfig(9_000, 1),
    })
    const session = await openSsh(targetOf(simulator), new AbortController().signal)

    const failure = await failureOf(collectOver(session, { keys: ['running-config'], limits }))

    await session.close()
    await simulator.close()
    expect(failure.code).to.equal('output_truncated')
  })

  it('fails when its output exceeds the limit', async () => {
    const runningConfig = generatedConfig(300_000, 2)

    const failure = await failureOf(collectFrom({ runningConfig }, { limits: { maxBytes: 100_000 } }))

    expect(failure.code).to.equal('output_too_large')
    expect(failure.message).to.contain('of at most 100000')
  })

  describe('with a pager', () => {
    const runningConfig = generatedConfig(12_000, 4)

    it('that cannot be turned off is paged, however the bytes arrive', async () => {
      for (const seed of [1, 2, 3]) {
        const { harvest } = await collectFrom(
          { pageLines: 24, pagerStuck: true, runningConfig, split: splitter(seed, 60) },
          { keys: ['running-config', 'version'] },
        )

        expect(harvest.texts[0]?.raw.toString()).to.equal(runningConfig.split('\n').slice(3).join('\n'))
      }
    })

    it('that leaves its mark in the text yields no version', async () => {
      const failure = await failureOf(
        collectFrom({ pageLines: 24, pagerStuck: true, pagerWipe: '', runningConfig }, { keys: ['running-config'] }),
      )

      expect(failure.code).to.equal('output_disturbed')
      expect(failure.message).to.contain('--More--')
    })
  })

  describe('that logs into the session', () => {
    it('receives the command once more', async () => {
      const syslogLine = { command: 'show running-config', times: 1, at: 'middle' as const }

      const { harvest, simulator, log } = await collectFrom({ syslogLine }, { keys: ['running-config'] })

      expect(harvest.texts[0]?.raw.toString()).to.not.contain('%SYS-5-CONFIG_I')
      expect(simulator.commandsSeen.filter((line) => line === 'show running-config')).to.have.length(2)
      expect(log.join('\n')).to.contain('warn log_command_repeated show running-config: other output')
    })

    it('yields no version when it does so again', async () => {
      const syslogLine = { command: 'show running-config', times: 2, at: 'middle' as const }

      const failure = await failureOf<FailedRun>(collectFrom({ syslogLine }, { keys: ['running-config'] }))

      expect(failure.code).to.equal('output_disturbed')
      expect(failure.simulator.commandsSeen.filter((line) => line === 'show running-config')).to.have.length(2)
    })

    it('after the prompt is asked for the prompt again, and the output is kept', async () => {
      const syslogLine = { command: 'show running-config', times: 1, at: 'prompt' as const }

      const { harvest } = await collectFrom({ syslogLine, split: splitter(6) }, { keys: ['running-config', 'version'] })

      expect(harvest.texts.map(({ key }) => key)).to.deep.equal(['running-config', 'version'])
      expect(harvest.texts.map(({ raw }) => raw.toString('latin1')).join('')).to.not.contain('%SYS-5-CONFIG_I')
    })
  })

  for (const [where, banner] of Object.entries({
    'once, split across packets': ['Welcome to\r\nexitgw#', '\r\nend of the message\r\n'],
    'as the last line': ['Welcome to\r\nexitgw#', '\r\n'],
    'twice, in separate packets': ['exitgw#', '\r\nexitgw#', '\r\nWelcome\r\n'],
    'followed by a command': ['exitgw#\r\nexitgw#', '\r\nexitgw#show running-config\r\nend\r\nexitgw#', '\r\n'],
  })) {
    it(`whose greeting contains its prompt ${where} returns every text whole`, async () => {
      const behaviour = iosBehaviour()
      const plain = await collectFrom({})

      const simulator = await startSshSimulator({ shell: pacedShell(banner, behaviour) })
      const session = await openSsh(targetOf(simulator), new AbortController().signal)
      const { harvest } = await collectOver(session)
      await session.close()
      await simulator.close()

      expect(harvest.texts.map(({ raw }) => raw)).to.deep.equal(plain.harvest.texts.map(({ raw }) => raw))
    })
  }

  it('that shows its prompt in a banner after a line `end` returns the text whole', async () => {
    const { runningConfig } = iosBehaviour()
    const banner = 'banner motd ^C\nend\nexitgw#\nexitgw#\nend\nexitgw#\n^C\nline vty'
    const tricky = runningConfig.replace('line vty', banner)
    const split = (said: Buffer) =>
      said
        .toString('latin1')
        .split(/(?<=exitgw#)/)
        .map((part) => Buffer.from(part, 'latin1'))

    const { harvest } = await collectFrom({ runningConfig: tricky, split }, { keys: ['running-config'] })

    expect(harvest.texts[0]?.raw.toString('latin1')).to.equal(tricky.split('\n').slice(3).join('\n'))
  })

  describe('with another enable secret', () => {
    it('receives the secret once: nothing is typed at the second question', async () => {
      const failure = await failureOf<FailedRun>(collectFrom({ enableSecret: 'another' }, { enableSecret }))

      expect(failure.code).to.equal('enable_failed')
      expect(failure.simulator.commandsSeen).to.deep.equal(['', 'enable', enableSecret])
    })

    it('that rejects with a message is quoted without the secret', async () => {
      const answers = { enable: `% Error in authentication. ${enableSecret}\n` }

      const failure = await failureOf(collectFrom({ enableSecret, answers }, { enableSecret }))

      expect(failure.code).to.equal('enable_failed')
      expect(failure.message).to.contain('% Error in authentication. …').and.not.contain(enableSecret)
      expect(failure).to.have.nested.property('advice.code', 'advice_enable_failed')
    })

    for (const words of ['% No password set', '% Bad secrets', '% Access denied', caret, '% Unknown command\n']) {
      it(`that responds ${JSON.stringify(words)} fails as enable_failed`, async () => {
        const run = collectFrom({ enableSecret, answers: { enable: words } }, { enableSecret })
        const failure = await failureOf<FailedRun>(run)

        expect(failure.code).to.equal('enable_failed')
        expect(failure.simulator.commandsSeen).to.deep.equal(['', 'enable', 'exit'])
      })
    }
  })

  describe('that rejects', () => {
    it('the running-config fails the run, whatever else was read', async () => {
      const failure = await failureOf(collectFrom({ answers: refusing(everyReading.slice(0, 4), caret) }))

      expect(failure.code).to.equal('command_refused')
      expect(failure.message).to.contain("% Invalid input detected at '^' marker.")
    })

    it('the running-config in user EXEC is reported as missing privileges', async () => {
      const failure = await failureOf(collectFrom({ enableSecret }))

      expect(failure.code).to.equal('privilege_insufficient')
    })

    it('a command by its command policy is reported as missing privileges', async () => {
      const denied = 'Command authorization failed.\n\n'

      const failure = await failureOf(collectFrom({ answers: refusing(everyReading.slice(0, 4), denied) }))

      expect(failure.code).to.equal('privilege_insufficient')
      expect(failure.message).to.contain('Command authorization failed.')
    })

    it('one of the other artifacts yields the rest, with the rejection listed', async () => {
      const { harvest } = await collectFrom({ answers: { 'show inventory': caret } })

      expect(harvest.texts).to.have.length(3)
      expect(harvest.failed).to.have.length(1)
      expect(harvest.failed[0]).to.include({ key: 'inventory', transport: 'ssh', code: 'command_refused' })
    })

    it('a command because it is busy receives it once more, and then the rejection is reported', async () => {
      const busy = '%% Non-Volatile memory is in use\n'

      const { harvest, simulator, log } = await collectFrom({ answers: { 'show startup-config': busy } })

      expect(harvest.failed[0]).to.include({ key: 'startup-config', code: 'device_busy' })
      expect(simulator.commandsSeen.filter((line) => line === 'show startup-config')).to.have.length(2)
      expect(log.join('\n')).to.contain('warn log_command_repeated show startup-config: the device is busy')
    })

    for (const words of [
      '% Incomplete command.\n',
      '% Ambiguous command:  "show"\n',
      'Translating "show"...domain server (255.255.255.255)\n\n% Unknown command or computer name, or unable to find computer address\n',
      '%Error opening nvram:/startup-config (No such file or directory)\n',
      'Line has invalid autocommand "show version"\n',
    ]) {
      it(`with the message ${JSON.stringify(words)} is reported as a refused command`, async () => {
        const failure = await failureOf(collectFrom({ answers: { 'show version': words } }, { keys: ['version'] }))

        expect(failure.code).to.equal('command_refused')
      })
    }
  })

  it('that shows an almost empty running-config to a restricted account yields no version', async () => {
    const failure = await failureOf(collectFrom({ lowPrivilege: true }))

    expect(failure.code).to.equal('privilege_insufficient')
    expect(failure.message).to.contain('complete but almost empty')
  })

  it('that sends a NUL byte inside a text yields no version', async () => {
    const version = iosBehaviour().version.replace('ROM: IOS-XE ROMMON', 'ROM: IOS-XE\0ROMMON')

    const failure = await failureOf(collectFrom({ version }, { keys: ['version'] }))

    expect(failure.code).to.equal('output_disturbed')
  })

  it('may have percent signs, prompts and log patterns in its configuration', async () => {
    const odd = [
      'event manager applet watch',
      ' event syslog pattern "%SYS-5-CONFIG_I: Configured"',
      ' action 1.0 cli command "show running-config"',
      'banner exec ^C',
      '% Invalid input detected is what you will see',
      'exitgw(config)# is our prompt',
      '^C',
    ]
    const runningConfig = iosBehaviour().runningConfig.replace('control-plane', `${odd.join('\n')}\ncontrol-plane`)

    const { harvest } = await collectFrom({ runningConfig, split: splitter(12, 40) }, { keys: ['running-config'] })

    expect(harvest.texts[0]?.raw.toString('latin1')).to.contain(odd.join('\n'))
  })

  it('receives nothing more when the run is aborted', async () => {
    const simulator = await startIosSimulator({ latencyMs: 30 })
    const abort = new AbortController()
    const session = await openSsh(targetOf(simulator), abort.signal)
    const lost = new Error('the lease is lost')

    const run = failureOf(collectOver(session, { limits: { promptMs: 5_000, idleMs: 5_000 } }))
    while (simulator.commandsSeen.length < 2) await new Promise((resolve) => setImmediate(resolve))
    abort.abort(lost)
    const failure = await run

    const seen = [...simulator.commandsSeen]
    await session.close()
    await simulator.close()
    expect(failure).to.equal(lost)
    expect(seen).to.have.length(2)
    expect(simulator.commandsSeen).to.deep.equal(seen)
  })

  it('has no secret of the run logged', async () => {
    const version = `${iosBehaviour().version}\n${loginSecret} ${enableSecret}\n`

    const { log } = await collectFrom({ enableSecret, version }, { enableSecret })

    expect(log.join('\n')).to.not.contain(loginSecret).and.not.contain(enableSecret)
  })
})

async function runCutAt(simulator: IosSimulator, bytes: number, then: 'hang up' | 'prompt' | 'silence') {
  const cut: IosBehaviour['cut'] = { command: 'show running-config', bytes, then }
  const limits = then === 'silence' ? { idleMs: 200 } : {}
  simulator.set({ cut })
  const session = await openSsh(targetOf(simulator), new AbortController().signal)
  try {
    return await failureOf(collectOver(session, { keys: ['running-config'], limits }))
  } finally {
    await session.close()
  }
}

function refusing(commands: string[], words: string): Record<string, string> {
  return Object.fromEntries(commands.map((command) => [command, words]))
}

/** Returns an IOS device whose greeting arrives in these packets, with the prompt in the last one. */
function pacedShell(greeting: readonly string[], behaviour: IosBehaviour) {
  return (wire: ShellWire, seen: (line: string) => void): ShellDevice => {
    const paced = pacedWire(wire)
    for (const piece of greeting) paced.write(Buffer.from(piece, 'latin1'))
    return shellDevice(iosModel(behaviour), behaviour, paced, seen)
  }
}
