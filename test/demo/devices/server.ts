import type { ServerChannel } from 'ssh2'
import { serverCommand } from '../../../agent/rsync/server-command.ts'
import type { LabDevice } from '../lab-device.ts'
import type { SystemContext } from '../story.ts'
import { sendByRsync, type SentFile } from './rsync-sender.ts'

type Described = Omit<LabDevice, 'platform' | 'path' | 'serve' | 'login'>

/** The files of a server in a night, by absolute path. `changedAgo`: days before the end of the history. */
export type Files = Record<string, { text: string; target?: string; mode?: number; changedAgo: number }>

/** Returns a Linux server over SSH, whose rsync sends files from memory. It runs no other command. */
export function serverDevice(described: Described, filesOf: (moment: SystemContext) => Files): LabDevice {
  return {
    ...described,
    platform: 'linux_server',
    path: 'ssh',
    login: 'network',
    serve(moment) {
      const endSeconds = Math.floor(moment.end.getTime() / 1000)
      const files = new Map<string, SentFile>()
      for (const [path, { changedAgo, ...file }] of Object.entries(filesOf(moment))) {
        files.set(path, { ...file, seconds: endSeconds - changedAgo * 86_400 })
      }
      return { exec: (command, stream) => obey(command, stream, files) }
    },
  }
}

const rsyncCommand = serverCommand({ program: 'rsync', sudo: false })

function obey(command: string, stream: ServerChannel, files: ReadonlyMap<string, SentFile>): void {
  if (command === rsyncCommand) return sendByRsync(stream, files)
  const said = { true: '', 'printf OK': 'OK' }[command]
  if (said === undefined) stream.stderr.write('this account runs rsync and nothing else\n')
  else stream.write(said)
  stream.exit(said === undefined ? 1 : 0)
  stream.end()
}
