import type { Recording } from '../../agent/sessions/replay.ts'
import { iosBehaviour, iosModel, type IosBehaviour } from './ios-device.ts'
import { shellDevice } from './shell-device.ts'
import { recordedShell, startSshSimulator, type SshServerOptions } from './ssh-simulator.ts'

export interface IosSimulatorOptions extends Partial<IosBehaviour>, SshServerOptions {
  /** Replays this instead of the model. */
  recording?: Recording
}

export type IosSimulator = Awaited<ReturnType<typeof startIosSimulator>>

/** Starts an IOS device on a loopback port. */
export async function startIosSimulator(options: IosSimulatorOptions = {}) {
  const { recording } = options
  const behaviour = iosBehaviour(options)
  const simulator = await startSshSimulator(
    {
      shell: recording
        ? recordedShell(recording, { split: behaviour.split })
        : (wire, seen) => shellDevice(iosModel(behaviour), behaviour, wire, seen),
      exec(command, stream) {
        // IOS runs one command, also ends refused ones with status 0, and closes the channel.
        stream.write(command === 'show version' ? behaviour.version : `Line has invalid autocommand "${command}"\r\n`)
        stream.exit(0)
        stream.end()
      },
    },
    options,
  )
  return Object.assign(simulator, {
    setRunningConfig: (text: string) => void (behaviour.runningConfig = text),
    set: (changes: Partial<IosBehaviour>) => void Object.assign(behaviour, changes),
  })
}
