/**
 * Characters that no name of a file has on Windows, where they separate folders, name drives and streams, or are patterns
 * ("Naming Files, Paths, and Namespaces", Microsoft).
 */
export const windowsReserved = '\\/:<>"|?*'

/** Whether Windows takes a name for a device, which it does with any extension too: `NUL.txt`. */
export function isWindowsDevice(name: string): boolean {
  return /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?$/i.test(name)
}

/** A name that every system takes, for one that a service or a device gave. */
export function portableName(name: string): string {
  const letters = [...name]
    .map((letter) => (letter < ' ' || letter === '\x7f' || windowsReserved.includes(letter) ? '_' : letter))
    .join('')
  const trimmed = letters.replace(/^[.\s]+|[.\s]+$/g, '').slice(0, 180)
  return trimmed && !isWindowsDevice(trimmed) ? trimmed : `download_${trimmed}`
}
