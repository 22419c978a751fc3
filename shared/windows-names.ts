/**
 * Characters that file names must not contain on Windows, where they separate folders, name drives and streams, or are
 * patterns ("Naming Files, Paths, and Namespaces", Microsoft).
 */
export const windowsReserved = '\\/:<>"|?*'

/** Returns whether Windows treats a name as a device, which it does with any extension: `NUL.txt`. */
export function isWindowsDevice(name: string): boolean {
  return /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?$/i.test(name)
}

/** Converts a name from a service or device to one that every system accepts. */
export function portableName(name: string): string {
  const letters = [...name]
    .map((letter) => (letter < ' ' || letter === '\x7f' || windowsReserved.includes(letter) ? '_' : letter))
    .join('')
  const trimmed = letters.replace(/^[.\s]+|[.\s]+$/g, '').slice(0, 180)
  return trimmed && !isWindowsDevice(trimmed) ? trimmed : `download_${trimmed}`
}
