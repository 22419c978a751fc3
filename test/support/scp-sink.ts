import type { ServerChannel } from 'ssh2'

/** How a device receives files by SCP, and its faults. */
export interface ScpSink {
  /** Refuses with this message and closes the channel. */
  refuses?: string
  /** Alters the received bytes. */
  alters?: (bytes: Buffer) => Buffer
}

/** Returns the path of `scp -t PATH`; undefined for another command. */
export function scpTarget(command: string): string | undefined {
  return /^scp -t (\S+)$/.exec(command)?.[1]
}

/** The receiving side of legacy SCP. Reports the file once it is complete. */
export function takeByScp(
  stream: ServerChannel,
  { refuses, alters = (bytes) => bytes }: ScpSink,
  take: (bytes: Buffer) => void,
) {
  const end = (code: number) => {
    stream.exit(code)
    stream.end()
  }
  if (refuses !== undefined) {
    stream.stderr.write(`${refuses}\n`)
    return end(1)
  }
  let held = Buffer.alloc(0)
  let size: number | undefined
  stream.on('data', (piece: Buffer) => {
    held = Buffer.concat([held, piece])
    if (size === undefined) {
      const line = held.indexOf(0x0a)
      if (line < 0) return
      size = Number(/^C[0-7]{4} (\d+) \S+$/.exec(held.subarray(0, line).toString())?.[1])
      held = held.subarray(line + 1)
      stream.write(Buffer.alloc(1))
    }
    if (held.length <= size) return
    take(alters(held.subarray(0, size)))
    stream.write(Buffer.alloc(1))
    end(0)
  })
  stream.write(Buffer.alloc(1))
}
