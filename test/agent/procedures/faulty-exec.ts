import type { ServerChannel } from 'ssh2'

/** How a command's channel fails. */
export interface ExecFault {
  /** The affected commands. */
  command: RegExp
  /** Number of output bytes before the fault. */
  bytes: number
  /** `ends`: ends like a complete answer, with status 0; `hangs up`: without a status. */
  then: 'ends' | 'hangs up' | 'falls silent'
}

/** Returns a device's exec handler in which some commands fail. */
export function faultyExec(
  exec: (command: string, stream: ServerChannel) => void,
  fault: ExecFault,
): (command: string, stream: ServerChannel) => void {
  return (command, stream) => exec(command, fault.command.test(command) ? broken(stream, fault) : stream)
}

function broken(stream: ServerChannel, { bytes, then }: ExecFault): ServerChannel {
  let left = bytes
  let isOver = false
  const over = () => {
    isOver = true
    if (then === 'falls silent') return
    if (then === 'ends') stream.exit(0)
    stream.end()
  }
  const own = {
    write(data: Buffer | string) {
      if (isOver) return true
      const said = Buffer.from(data as string).subarray(0, left)
      left -= said.length
      stream.write(said)
      if (left === 0) over()
      return true
    },
    stderr: { write: () => true },
    exit: () => void (isOver || over()),
    end: () => void (isOver || over()),
    on: (...listening: Parameters<ServerChannel['on']>) => stream.on(...listening),
  }
  return own as unknown as ServerChannel
}
