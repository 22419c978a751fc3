import { expect } from 'chai'
import type { Captured } from '../../../agent/collect/captured.ts'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { normaliseText } from '../../../shared/platforms/normalise.ts'
import type { DriverLimits } from '../../../shared/platforms/platform.ts'
import { routecoJunos } from '../../../shared/platforms/routeco_junos.ts'
import { failureOf } from '../../support/failure-of.ts'
import { createJunosDevice, type JunosDevice } from '../../support/junos-device.ts'
import { startJunosSimulator, type JunosSimulatorOptions } from '../../support/junos-simulator.ts'
import { collectOverNetconf } from '../../support/netconf-captures.ts'
import { targetOf, testLimits } from '../../support/open-simulator.ts'
import { splitter } from '../../support/random.ts'
import { fixture } from '../../support/recordings.ts'
import { collectOverSsh } from '../../support/ssh-captures.ts'
import { startSshSimulator } from '../../support/ssh-simulator.ts'

const loaded = fixture('routeco_junos/lab-validation/junos_evpn_type5__node1-1/input_configuration.cfg')
const keys = ['configuration-conf', 'configuration-set', 'configuration-xml']

describe('a Junos device', () => {
  let device: JunosDevice

  beforeEach(() => {
    const clock = { now: () => new Date(86_400_000), after: () => () => undefined }
    device = createJunosDevice({ text: loaded.toString('latin1'), clock })
  })

  it('returns all three forms without a terminal, in any role', async () => {
    const { captured, typed } = await overSsh(device, {
      account: { role: '{master:0}' },
      faults: { split: splitter(5) },
    })

    expect(textsOf(captured)).to.deep.equal([device.show('conf'), device.show('set'), xmlOf(device)])
    expect(typed).to.deep.equal([
      'show version | no-more',
      'show configuration | display omit | no-more',
      'show configuration | display set | no-more',
      'show configuration | display xml | no-more',
    ])
  })

  for (const role of ['{master:member1-re0}', '{secondary-hold:node0}', '{ineligible:node1}']) {
    it(`returns the same forms with the prompt prefix ${role}, with and without a terminal`, async () => {
      const plain = await overSsh(device)

      for (const without of [[], ['exec']] as const) {
        const { captured } = await overSsh(device, { account: { role }, without: [...without] })
        expect(textsOf(captured)).to.deep.equal(textsOf(plain.captured))
      }
    })
  }

  for (const landsIn of ['csh', 'sh'] as const) {
    it(`returns the same forms to a root account that starts in ${landsIn}, with and without a terminal`, async () => {
      const plain = await overSsh(device)

      const asRoot = await overSsh(device, { account: { landsIn } })
      const inDialogue = await overSsh(device, { account: { landsIn, role: '{master}' }, without: ['exec'] })

      expect(textsOf(asRoot.captured)).to.deep.equal(textsOf(plain.captured))
      expect(textsOf(inDialogue.captured)).to.deep.equal(textsOf(plain.captured))
      expect(asRoot.typed.slice(1).every((command) => /^cli -c "show .* \| no-more"$/.test(command))).to.equal(true)
      expect(inDialogue.typed.filter((line) => line !== '').slice(0, 2)).to.deep.equal([
        'cli',
        'set cli complete-on-space off',
      ])
      expect(inDialogue.typed.slice(-2)).to.deep.equal(['exit', 'exit'])
    })
  }

  it('returns the same forms to a class without `set cli`', async () => {
    const plain = await overSsh(device)

    const { captured } = await overSsh(device, { account: { mayNotSetCli: true }, without: ['exec'] })

    expect(textsOf(captured)).to.deep.equal(textsOf(plain.captured))
  })

  it('of an old release is read without `display omit`', async () => {
    const { captured } = await overSsh(device, { account: { knowsOmit: false } })

    expect(textsOf(captured)).to.deep.equal([device.show('conf'), device.show('set'), xmlOf(device)])
  })

  it('stores the committed configuration, never the candidate, which stays unchanged', async () => {
    const edited = device.active.replace('host-name', 'domain-search other;\n    host-name')
    device.leaveUncommitted(`${edited}\nsnmp {\n    location "somewhere else";\n}\n`)
    const before = [device.candidate, device.active]

    const runs = [await overSsh(device), await overSsh(device, { without: ['exec'] }), await overNetconf(device)]

    for (const { captured, typed } of runs) {
      expect(captured.texts.map(({ key }) => key)).to.deep.equal(keys)
      for (const text of textsOf(captured)) expect(text).to.not.contain('somewhere else')
      expect(typed.join('\n')).to.not.match(/\b(?:configure|edit|commit|lock|candidate)\b/)
    }
    expect([device.candidate, device.active, device.commits.length]).to.deep.equal([...before, 1])
  })

  it('compares equal over both transports', async () => {
    const [ssh, api] = [await overSsh(device), await overNetconf(device)]

    for (const [at, key] of keys.entries()) {
      const compared = ([ssh, api] as const).map(({ captured }) => {
        return normaliseText(routecoJunos, key, captured.texts[at]?.raw ?? Buffer.alloc(0)).toString('latin1')
      })
      expect(compared[0], key).to.equal(compared[1])
    }
  })

  it('reports secrets and stanzas hidden from the account in each form', async () => {
    const account = { view: { secret: false, denied: ['interfaces'] } }
    device = createJunosDevice({
      text: `${loaded}\nsystem {\n    root-authentication {\n        encrypted-password "$6$x";\n    }\n}\n`,
    })

    for (const { captured, log } of [await overSsh(device, { account }), await overNetconf(device, { account })]) {
      const known = Object.fromEntries(captured.texts.map(({ key, metadata }) => [key, metadata]))
      expect(known['configuration-conf']).to.include({ restorable: false })
      expect(known['configuration-conf']).to.deep.include({ masked: { secrets: 1 }, denied: { stanzas: 1 } })
      expect(known['configuration-set']).to.deep.include({ masked: { secrets: 1 }, restorable: false })
      expect(known['configuration-xml']).to.deep.include({ masked: { secrets: 1 }, restorable: false })
      expect(log.join('\n')).to.contain('It can never be restored')
      expect(log.join('\n')).to.not.contain('$6$')
    }
  })

  for (const then of ['hang up', 'prompt', 'silence'] as const) {
    it(`yields no version of a form cut at any kilobyte and followed by: ${then}`, async () => {
      const forms = {
        'configuration-conf': 'display omit',
        'configuration-set': 'display set',
        'configuration-xml': 'display xml',
      }
      const whole = await overSsh(device)
      for (const [at, [key, pipe]] of Object.entries(forms).entries()) {
        // Only the end of the command ends the set form.
        if (then === 'prompt' && key === 'configuration-set') continue
        const command = `show configuration | ${pipe} | no-more`
        const length = whole.captured.texts[at]?.raw.length ?? 0
        for (let bytes = 1; bytes < length - 2; bytes += then === 'silence' ? 4_000 : 1_024) {
          const limits = then === 'silence' ? { promptMs: 8_000, idleMs: 60 } : {}
          const run = await overSsh(device, { faults: { cut: { command, bytes, then } } }, limits, [key]).catch(codeOf)

          expect(run, `${key} at ${bytes}`).to.be.oneOf(['output_truncated', 'privilege_insufficient'])
        }
      }
    })
  }

  for (const [said, code] of [
    ['error: command is not valid on the srx300\n', 'command_refused'],
    ['                     ^\nunknown command.\n', 'command_refused'],
    ['error: permission denied: configuration\n', 'privilege_insufficient'],
    ['error: configuration database locked by:\n  ann terminal p0 (pid 4681)\n', 'device_busy'],
    ['error: could not connect to fpc0\n', 'request_failed'],
    ['error: the chassis subsystem is not responding\n', 'request_failed'],
    ['system {\n    a b;\n}\nResource deadlock avoided\n', 'request_failed'],
    ['version 22.4R3;4\nsystem {\n    a b;\n}\n', 'request_failed'],
    ['system {\n    a b;\nMessage from syslogd@r1 at Nov 21 12:00:00  ...\n    c d;\n}\n', 'output_disturbed'],
    ['system {\n    a b;\n---(more 12%)---\n    c d;\n}\n', 'output_disturbed'],
    ['system {\n    a b;\0\n}\n', 'output_disturbed'],
    ['', 'output_truncated'],
  ] as const) {
    it(`that responds ${JSON.stringify(said.slice(0, 60))} yields no version, but a specific failure`, async () => {
      const answers = Object.fromEntries(
        ['display omit | no-more', 'no-more'].map((pipe) => [`show configuration | ${pipe}`, said]),
      )

      for (const without of [[], ['exec']] as const) {
        const run = await overSsh(device, { without, faults: { answers } }, {}, ['configuration-conf']).catch(codeOf)

        expect(run, String(without)).to.equal(code)
      }
    })
  }

  it('accepts `warning:` before its output', async () => {
    const warned = `warning: dot1x subsystem not running - not needed by configuration.\n${device.show('conf')}`
    const answers = { 'show configuration | display omit | no-more': warned }

    const { captured } = await overSsh(device, { faults: { answers } })

    expect(textsOf(captured)[0]).to.equal(device.show('conf'))
  })

  it('is distinguished from a server whose shell does not know `cli`', async () => {
    const simulator = await startSshSimulator({
      shell: (wire, seen) => {
        const say = (text: string) => wire.write(Buffer.from(text.replaceAll('\n', '\r\n')))
        say('Linux lnx 6.1\n$ ')
        return {
          take(data) {
            const line = data.toString().trim()
            seen(line)
            say(line === '' ? '\n$ ' : `${line}\n-sh: ${line}: not found\n$ `)
          },
          stop: () => undefined,
        }
      },
    })

    const failure = await failureOf(runOverSsh(simulator))
    await simulator.close()

    expect(failure).to.include({ code: 'protocol_error' })
    expect(failure.message).to.contain('the command line of this platform').and.to.contain('cli: not found')
    expect(simulator.commandsSeen).to.not.include('show configuration | display omit | no-more')
  })

  it('fails clearly when it offers neither commands nor a shell', async () => {
    const failure = await failureOf(overSsh(device, { without: ['exec', 'shell'] }))

    expect(failure).to.include({ code: 'connection_lost' })
  })
})

async function overSsh(
  device: JunosDevice,
  options: JunosSimulatorOptions = {},
  limits: Partial<DriverLimits> = {},
  artifacts?: string[],
) {
  const simulator = await startJunosSimulator(device, options)
  try {
    return { ...(await runOverSsh(simulator, limits, artifacts)), typed: simulator.commandsSeen }
  } finally {
    await simulator.close()
  }
}

function runOverSsh(simulator: { port: number }, limits: Partial<DriverLimits> = {}, artifacts?: string[]) {
  return collectOverSsh(
    (target, signal) => openSsh({ ...targetOf(simulator), trust: target.trust }, signal),
    { platform: 'routeco_junos', options: artifacts ? { artifacts } : {} },
    { shellLimits: { ...testLimits, ...limits } },
  )
}

function codeOf(failure: unknown): string | undefined {
  return (failure as { code?: string }).code
}

async function overNetconf(device: JunosDevice, options: JunosSimulatorOptions = {}) {
  const typed: string[] = []
  const simulator = await startJunosSimulator(device, {
    ...options,
    netconf: { seen: (said) => void typed.push(said) },
  })
  try {
    return { ...(await collectOverNetconf(simulator)), typed }
  } finally {
    await simulator.close()
  }
}

function textsOf({ texts }: Captured): string[] {
  return texts.map(({ raw }) => raw.toString('latin1'))
}

/** As in the answer, which is indented. */
function xmlOf(device: JunosDevice): string {
  return device.show('xml').replace(/\n(?=.)/g, '\n    ')
}
