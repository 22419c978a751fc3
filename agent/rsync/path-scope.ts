/**
 * Determines which names a sender may list for a request of `paths` (absolute, no trailing slash, none inside another):
 * the paths themselves, everything below them, and the directories that lead to them. `/` allows everything.
 */
export function createPathScope(paths: readonly Buffer[]): (name: Buffer, isDirectory: boolean) => boolean {
  const wanted = new Set(paths.map((path) => path.toString('latin1')))
  const onTheWay = new Set([...wanted].flatMap(foldersAbove))
  if (wanted.has('/')) return () => true
  let lastFound: Buffer | undefined // lists come folder by folder, so the next name is nearly always under it too

  function isWanted(name: Buffer): boolean {
    if (lastFound && isAtOrUnder(name, lastFound)) return true
    const text = name.toString('latin1')
    const found = wanted.has(text) ? text : foldersAbove(text).find((folder) => wanted.has(folder))
    if (found === undefined) return false
    lastFound = Buffer.from(found, 'latin1')
    return true
  }

  return (name, isDirectory) => isWanted(name) || (isDirectory && onTheWay.has(name.toString('latin1')))
}

/** `/a/b/c` gives `/a/b` and `/a`: every folder on the way, without the root. */
function foldersAbove(path: string): string[] {
  const folders: string[] = []
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) folders.push(path.slice(0, end))
  return folders
}

function isAtOrUnder(name: Buffer, folder: Buffer): boolean {
  const follows = name[folder.length]
  return (follows === undefined || follows === 0x2f) && name.subarray(0, folder.length).equals(folder)
}
