import type { ShellDescription } from '../../shared/platforms/platform.ts'

/** Whether a line says that the device does not answer: refused, not allowed, not now, or broken off. */
export function saysNoAnswer(line: string, { refusals, denials, busy, broken }: ShellDescription): boolean {
  return [...refusals, ...denials, ...busy, ...(broken ? [broken] : [])].some((pattern) => pattern.test(line))
}
