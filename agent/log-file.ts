import fs from 'node:fs'

export interface LogFileLimits {
  maxBytes: number
  /** Number of rotated files: `NAME.1` is the newest. */
  earlier: number
}

const usual: LogFileLimits = { maxBytes: 10 * 1024 * 1024, earlier: 3 }

/**
 * Returns a function that appends to a file readable only by its owner, and rotates it before it exceeds `maxBytes`. A
 * full disk loses lines but does not stop the agent.
 */
export function appendToLogFile(file: string, { maxBytes, earlier }: LogFileLimits = usual): (text: string) => void {
  return (text) => {
    try {
      const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
      if (size > 0 && size + Buffer.byteLength(text) > maxBytes) rotate(file, earlier)
      fs.appendFileSync(file, text, { mode: 0o600 })
    } catch (error) {
      process.stderr.write(`coffer-agent: ${file} takes no more: ${(error as Error).message}\n${text}`)
    }
  }
}

function rotate(file: string, earlier: number): void {
  for (let part = earlier; part > 0; part--) {
    const from = part === 1 ? file : `${file}.${part - 1}`
    if (fs.existsSync(from)) fs.renameSync(from, `${file}.${part}`)
  }
}
