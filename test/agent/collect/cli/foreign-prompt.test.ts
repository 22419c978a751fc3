import { message } from '../../../../shared/messages/message.ts'
import { expect } from 'chai'
import { openShellOn } from '../../../../agent/collect/cli/shell.ts'
import { testConnection, wordsForExaminer } from '../../../../agent/collect/connection-test.ts'
import type { CollectDependencies } from '../../../../agent/collect/device-collector.ts'
import { openSsh } from '../../../../agent/sessions/ssh.ts'
import type { DeviceFailure } from '../../../../agent/device-failure.ts'
import type { Platform } from '../../../../shared/platforms/platform.ts'
import { builtInPlatforms, platformById } from '../../../../shared/platforms/registry.ts'
import { apiDeps } from '../../../support/collect-over-api.ts'
import { targetOf } from '../../../support/open-simulator.ts'
import { failureOf } from '../../../support/failure-of.ts'
import type { ShellWire } from '../../../support/shell-device.ts'
import { sshOrder } from '../../../support/ssh-captures.ts'
import { startSshSimulator } from '../../../support/ssh-simulator.ts'

const { signal } = new AbortController()
/** Documents use the same code, so one of each family is enough. */
const known: readonly Platform[] = [...builtInPlatforms, platformById('arista_eos')!, platformById('hpe_comware')!]
const shells = known.filter(({ ssh }) => ssh && 'prompt' in ssh)

describe('a device of another platform', () => {
  /** Runs a collection on a shell that greets and shows its prompt after each line. */
  async function failureOn(platformId: string, greeting: string, prompt: string | (() => string)) {
    const typed: string[] = []
    const shown = typeof prompt === 'string' ? () => prompt : prompt
    const simulator = await startSshSimulator({
      shell(wire: ShellWire) {
        wire.write(Buffer.from(`${greeting}${shown()}`))
        return {
          take(data) {
            typed.push(data.toString('latin1'))
            wire.write(Buffer.from(`\r\n${shown()}`))
          },
          stop: () => undefined,
        }
      },
    })
    const platform = shells.find(({ id }) => id === platformId)
    if (!platform) throw new Error(platformId)
    const since = performance.now()
    const session = await openSsh(targetOf(simulator), signal)
    const dependencies = { log: () => undefined, now: () => new Date() }
    const failure = await failureOf(
      openShellOn(session, platform, { username: 'backup', secrets: ['s3cret-word'] }, dependencies),
    )
    const seconds = (performance.now() - since) / 1000
    await session.close()
    await simulator.close()
    return { failure, seconds, typed }
  }

  const bash = 'hopslin@vm:~$ '
  for (const { id } of shells.filter((one) => one.id !== 'routeco_junos')) {
    it(`is recognised on ${id} by a shell prompt, before the prompt timeout`, async () => {
      const { failure, seconds, typed } = await failureOn(id, 'Linux vm 6.1\r\n', bash)

      expect(failure).to.include({ code: 'protocol_error' })
      expect(failure.message).to.contain('the prompt of a Linux or BSD shell: “hopslin@vm:~$”')
      expect(failure).to.have.nested.property('advice.code', 'advice_check_platform')
      expect(seconds).to.be.lessThan(30)
      expect(typed.join('')).to.match(/^[\r\n]+$/) // only newlines
    })
  }

  for (const [prompt, seen] of [
    ['[lldpcli] $ ', 'another prompt: “[lldpcli] $”'],
    ['1) Status\r\n2) Reboot\r\nEnter your choice: ', 'a menu: “Enter your choice:”'],
    ['~ $ ', 'the prompt of a Linux or BSD shell: “~ $”'],
  ] as const) {
    it(`is recognised by ${seen}`, async () => {
      const { failure } = await failureOn('netco_iosxe', '', prompt)

      expect(failure.message).to.contain(seen)
    })
  }

  it('receives no input when it asks for a login again', async () => {
    const { failure, typed } = await failureOn('netco_iosxe', 'Console server\r\n', 'Username: ')

    expect(failure.message).to.contain('the question “Username:”').and.contain('console server')
    expect(typed).to.deep.equal([])
  })

  it('is not suspected at one of the platform’s own questions, which gets no newline', async () => {
    const events: string[] = []
    const simulator = await startSshSimulator({
      shell(wire) {
        wire.write(Buffer.from("Authorised use only\r\n(Press 'a' to accept):"))
        return {
          take(data) {
            events.push(data.toString('latin1'))
            if (events.length > 1) return wire.hangUp()
            setTimeout(() => {
              events.push('its prompt')
              wire.write(Buffer.from('\r\nFGT # '))
            }, 4_000)
          },
          stop: () => undefined,
        }
      },
    })
    const platform = shells.find(({ id }) => id === 'fwco_fortios')
    if (!platform) throw new Error('fwco_fortios')

    const session = await openSsh(targetOf(simulator), signal)
    await failureOf(
      openShellOn(
        session,
        platform,
        { username: 'backup', secrets: [] },
        { log: () => undefined, now: () => new Date() },
      ),
    )

    await session.close()
    await simulator.close()
    expect(events).to.deep.equal(['a', 'its prompt', '\n'])
  })

  it('is described by its last lines, without control characters and secrets', async () => {
    const lines = [
      'too far up',
      'username adm password 0 Hunter2-Planted',
      'snmp-server community Hunter2-Planted RO',
      'enable secret 9 $9$abcdefgh$ijklmnop',
      `the word s3cret-word ${'x'.repeat(300)}`,
      '\u001b[31mred\u0007',
    ]

    const { failure } = await failureOn('netco_iosxe', `${lines.join('\r\n')}\r\n`, bash)

    const shown = wordsForExaminer(failure as DeviceFailure)
    expect(failure.message).to.not.contain('community')
    expect(shown).to.contain('The device sent last: ').and.contain('red ⏎ hopslin@vm:~$')
    for (const hidden of ['Hunter2', '$9$', 's3cret-word', '\u001b', '\u0007', 'too far up'])
      expect(shown).to.not.contain(hidden)
    expect((failure as DeviceFailure).lastLines?.every((line) => line.length <= 140)).to.equal(true)
  })

  it('reports the real elapsed time in a connection test', async () => {
    const simulator = await startSshSimulator({
      shell(wire) {
        wire.write(Buffer.from(bash))
        return { take: () => wire.write(Buffer.from(`\r\n${bash}`)), stop: () => undefined }
      },
    })
    const open: CollectDependencies['openSsh'] = (target, signalOf) =>
      openSsh({ ...targetOf(simulator), trust: target.trust, onStep: target.onStep }, signalOf)
    const dependencies = apiDeps([], { openSsh: open, checkFingerprint: () => Promise.resolve('approved') })
    let failedMs = 0

    await failureOf(
      testConnection(
        sshOrder({ platform: 'netco_iosxe', options: {} }),
        dependencies,
        undefined,
        (ms) => (failedMs = ms),
      ),
    )

    await simulator.close()
    expect(failedMs).to.be.greaterThan(1_900)
  })

  for (const [prompt, answer] of [
    ['bash-5.2#', 'bash: terminal: command not found'],
    ['router#', 'sh: 1: terminal: not found'],
    ['router#', 'zsh: command not found: terminal'],
    ['router#', 'terminal: Command not found.'],
  ] as const) {
    it(`is recognised by a shell’s response to a command: ${answer}`, async () => {
      const { failure } = await shellThatSays(prompt, answer, 'netco_iosxe')

      expect(failure).to.deep.include({
        code: 'protocol_error',
        step: message('step_preparing_session', { command: 'terminal length 0' }),
      })
      expect(failure.message).to.contain('a Linux or BSD shell')
    })
  }

  it('is recognised if the session ends after leaving a system shell', async () => {
    const { failure } = await shellThatSays('bash-5.2#', '', 'netco_nxos')

    expect(failure).to.deep.include({
      code: 'protocol_error',
      step: message('step_leaving_system_shell', { command: 'exit' }),
    })
    expect(failure.message).to.contain('a Linux or BSD shell, and the end of the session behind it')
  })

  it('is recognised by another CLI’s response, though its prompt resembles a FortiGate’s', async () => {
    const { failure } = await shellThatSays('vm#', '% Unknown command: get system status', 'fwco_fortios')

    expect(failure).to.deep.include({
      code: 'protocol_error',
      step: message('step_identifying_device', { command: 'get system status' }),
    })
    expect(failure.message).to.contain('the platform of the device')
  })

  /** A shell that echoes, gives each command the same answer, and ends at `exit`. */
  async function shellThatSays(prompt: string, answer: string, platformId: string) {
    const simulator = await startSshSimulator({
      shell(wire) {
        wire.write(Buffer.from(`${prompt} `))
        return {
          take(data) {
            const typed = data.toString('latin1').trim()
            wire.write(Buffer.from(`${typed}\r\n${typed === '' || typed.startsWith('!') ? '' : `${answer}\r\n`}`))
            if (typed === 'exit') return wire.hangUp()
            wire.write(Buffer.from(`${prompt} `))
          },
          stop: () => undefined,
        }
      },
    })
    const platform = shells.find(({ id }) => id === platformId) as Platform
    const session = await openSsh(targetOf(simulator), signal)
    const dependencies = { log: () => undefined, now: () => new Date() }
    const failure = await failureOf(openShellOn(session, platform, { username: 'backup', secrets: [] }, dependencies))
    await session.close()
    await simulator.close()
    return { failure }
  }

  it('accepts zero bytes before its first prompt', async () => {
    let prompt = '\0\0\0exitgw#'
    const simulator = await startSshSimulator({
      shell(wire) {
        wire.write(Buffer.from(prompt))
        return {
          take(data) {
            prompt = 'exitgw#'
            wire.write(Buffer.from(`${data.toString('latin1')}\n${prompt}`))
          },
          stop: () => undefined,
        }
      },
    })
    const platform = shells.find(({ id }) => id === 'netco_iosxe')
    if (!platform) throw new Error('netco_iosxe')
    const since = performance.now()

    const session = await openSsh(targetOf(simulator), signal)
    const path = await openShellOn(
      session,
      platform,
      { username: 'backup', secrets: [] },
      { log: () => undefined, now: () => new Date() },
    )

    await path.close()
    await session.close()
    await simulator.close()
    expect(performance.now() - since).to.be.lessThan(25_000) // previously a timeout of 90 s
  })
})
