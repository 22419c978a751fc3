/** The current folder or one above it. */
export interface Crumb {
  name: string
  path: string
}

/** Returns the folders from the root `/` to a path of the API. */
export function crumbsOf(path: string): Crumb[] {
  const names = path.split('/').filter(Boolean)
  return [
    { name: '/', path: '/' },
    ...names.map((name, at) => ({ name, path: `/${names.slice(0, at + 1).join('/')}` })),
  ]
}

/** Returns the path of a folder's entry. Names are as in the API, with `%XX` for bytes that are not UTF-8. */
export function joinPath(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}

/** Returns the folder of a path; for the root, the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Returns the path relative to a folder. */
export function below(folder: string, path: string): string {
  const prefix = folder === '/' ? '/' : `${folder}/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : path
}
