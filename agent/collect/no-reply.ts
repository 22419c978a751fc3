import type { ShellDescription } from '../../shared/platforms/platform.ts'

/** Whether a line says that the device does not answer: refused, not allowed, not now, or broken off. */
export function saysNoAnswer(
  line: string,
  { errorPatterns, permissionErrors, busy, broken }: ShellDescription,
): boolean {
  return [...errorPatterns, ...permissionErrors, ...busy, ...(broken ? [broken] : [])].some((pattern) =>
    pattern.test(line),
  )
}
