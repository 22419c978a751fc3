import { shellFamilies, type VerbFamily } from './display-verbs.ts'

/** `flash:` or `tftp:` before a path. IPv6 and MAC addresses have two colons or more between hexadecimal digits. */
const location = /^(?![\da-f.]*:[\da-f.]*:)[a-z][\w-]*:/i

/** File systems with nothing but the configuration. */
const configurationFiles = /^(?:nvram|system):/i

/** Listing a file system of the device reads no file. */
const listedFiles = /^dir (?:\/\S+ )*(?:bootflash|disk\d|flash):\S*$/i

/** Words, and their abbreviations, before the name of a file that a display command writes. */
const writes = [
  /(?:^|\s)(?:append|redirect|tee|to-f\w*)(?:\s|$)/i,
  /\sexport\s/i,
  /\sfile=/i,
  /\stech\S*\s(?:.*\s)?(?:local-)?f(?:i|il|ile)?(?:\s|$)/i,
  /^display\sdiag\S*\s/i,
]

/** Whether a display command, without its filters, names a file or server that it could write to or read from. */
export function namesFileOrServer(command: string): boolean {
  if (listedFiles.test(command)) return false
  const words = command.split(/[\s=,]+/)
  return (
    command.includes('://') ||
    words.some((word) => location.test(word) && !configurationFiles.test(word)) ||
    writes.some((pattern) => pattern.test(command))
  )
}

/** Characters with which a shell inserts file names or starts other commands, and those of a comment or a home. */
const expansion = /[()*[\]#~]/

/** An absolute path without hidden files, parents and repeated slashes. */
const plainPath = /^(?:\/[\w@+-][\w.@+-]*)+$/

/** Device files, which may block or act, and the files with the system's passwords. */
const otherPath = /^\/(?:dev|proc|sys)\/|(?:shadow|passwd|spwd)[^/]*$/i

/** A filter of a shell without a file after its pattern, or one that is no program. */
const standardInput = /^(?:grep(?: -[A-Za-z]+)* [^\s-]\S*|head(?: -n \d+)?|(?!grep|head).*)$/

/** The option that reads patterns from a file. */
const patternFile = /\|\s*grep\s(?:.*\s)?-\w*f/i

/** Whether a command in a shell reads only ordinary files that it names in full; elsewhere, no file of patterns. */
export function readsNamedFilesOnly(command: string, family: VerbFamily): boolean {
  if (!shellFamilies.has(family)) return !patternFile.test(command)
  const [first = '', ...filters] = command.split('|').map((part) => part.trim())
  const [verb, ...words] = first.split(/ +/)
  if (expansion.test(first) || !filters.every((filter) => standardInput.test(filter))) return false
  if (verb === 'cat') return areFiles(words)
  if (verb !== 'grep') return true
  const [pattern = '', ...files] = words.filter((word) => !/^-[EFHchinvwx]+$/.test(word))
  return !pattern.startsWith('-') && areFiles(files)
}

function areFiles(paths: readonly string[]): boolean {
  return paths.length > 0 && paths.every((path) => plainPath.test(path) && !otherPath.test(path))
}
