/** The last output lines of several processes, with their names, for failure reports. */
export interface LastLines {
  add(who: string, line: string): void
  all(): string[]
}

const kept = 300

export function keepLastLines(): LastLines {
  const lines: string[] = []
  return {
    add(who, line) {
      lines.push(`${who}: ${line}`)
      lines.splice(0, lines.length - kept)
    },
    all: () => lines,
  }
}
