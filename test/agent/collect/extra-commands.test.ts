import { expect } from 'chai'
import { readsConfiguration } from '../../../agent/procedures/fwco_fortios-shell.ts'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { message } from '../../../shared/messages/message.ts'
import { collectJob } from '../../support/collect-over-api.ts'
import { iosBehaviour, iosModel } from '../../support/ios-device.ts'
import { targetOf, testLimits } from '../../support/open-simulator.ts'
import { shellDevice } from '../../support/shell-device.ts'
import { sshOrder } from '../../support/ssh-captures.ts'
import { startSshSimulator } from '../../support/ssh-simulator.ts'

const minute = 60_000

describe('extra commands of a device', () => {
  it('are not sent after ten minutes in total, and do not affect the configuration', async () => {
    const time = { ms: 0 }
    const device = iosBehaviour({ answers: { 'show a': 'a\n', 'show b': 'b\n', 'show c': 'c\n', 'show d': 'd\n' } })
    const model = () => {
      const { obey, ...rest } = iosModel(device)
      return {
        ...rest,
        obey(command: string) {
          // The configuration takes longer than all extra commands may.
          time.ms += command === 'show running-config' ? 20 * minute : 0
          return obey(command)
        },
      }
    }
    const simulator = await startSshSimulator({ shell: (wire, seen) => shellDevice(model(), device, wire, seen) })
    const order = sshOrder({ platform: 'netco_iosxe', options: { artifacts: ['running-config'] } })
    const commands = ['a', 'b', 'c', 'd'].map((name) => ({
      ...{ key: `extra-${name}`, command: `show ${name}`, minLines: 1, contains: null },
    }))

    const { captured } = await collectJob(
      { ...order, device: { ...order.device, commands } },
      {
        openSsh: (target, signal) => openSsh({ ...targetOf(simulator), trust: target.trust }, signal),
        checkFingerprint: () => Promise.resolve('approved'),
        shellLimits: testLimits,
        now: () => new Date((time.ms += 2 * minute)),
      },
    )
    await simulator.close()

    expect(captured.texts.map(({ key }) => key)).to.deep.equal(['running-config', 'extra-a', 'extra-b'])
    expect(captured.failed.map(({ key, code }) => `${key} ${code}`)).to.deep.equal([
      'extra-c extra_commands_timeout',
      'extra-d extra_commands_timeout',
    ])
    expect(simulator.commandsSeen).to.include('show b').and.not.include('show c')
  })

  it('have their own time limit on a FortiGate if they equal the command of its configuration', () => {
    const command = 'show full-configuration | grep .'
    const isOf = (artifact: string) =>
      readsConfiguration(command, message('step_reading_with_command', { artifact, command }))

    expect([isOf('full-configuration'), isOf('extra-all')]).to.deep.equal([true, false])
  })
})
