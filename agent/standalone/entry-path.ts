import path from 'node:path'
import { isEntryName } from '../../shared/repository/tree-entry.ts'
import { isWindowsDevice, windowsReserved } from '../../shared/windows-names.ts'

/**
 * Returns the path of a server's file in a local folder, as bytes; undefined if the local system does not support the
 * name. Windows interprets parts of names that a Linux server does not: separators, drives, streams (`name:stream`),
 * devices (`NUL.txt`) and trailing characters that it drops ("Naming Files, Paths, and Namespaces", Microsoft).
 * @param name of one file, as the server sent it
 * @throws Error if the path would leave the folder
 */
export function entryPath(
  folder: Buffer,
  name: Buffer,
  platform: NodeJS.Platform = process.platform,
): Buffer | undefined {
  if (name.length === 0 || !isEntryName(name)) return undefined
  const isWindows = platform === 'win32'
  if (isWindows && !isWindowsName(name)) return undefined
  const { sep, resolve, dirname, basename } = isWindows ? path.win32 : path.posix
  const joined = Buffer.concat([folder, Buffer.from(sep), name])
  const text = (bytes: Buffer) => bytes.toString(isWindows ? 'utf8' : 'latin1') // latin1 preserves every byte
  const resolved = resolve(text(joined))
  if (dirname(resolved) !== resolve(text(folder)) || basename(resolved) !== text(name)) {
    throw new Error('a name of the server leads out of the folder')
  }
  return joined
}

function isWindowsName(name: Buffer): boolean {
  if (name.some((byte) => byte < 0x20 || byte === 0x7f || windowsReserved.includes(String.fromCharCode(byte))))
    return false
  const text = name.toString('utf8')
  if (!Buffer.from(text).equals(name)) return false // not UTF-8: it would be written under another name
  return !/[. ]$/.test(text) && !isWindowsDevice(text)
}
