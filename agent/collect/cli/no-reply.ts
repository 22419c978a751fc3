import type { ShellDescription } from '../../../shared/platforms/platform.ts'

/** Whether a line means that the device gives no answer: denied, forbidden, unavailable or interrupted. */
export function isErrorLine(
  line: string,
  { errorPatterns, permissionErrors, busy, broken }: ShellDescription,
): boolean {
  return [...errorPatterns, ...permissionErrors, ...busy, ...(broken ? [broken] : [])].some((pattern) =>
    pattern.test(line),
  )
}
