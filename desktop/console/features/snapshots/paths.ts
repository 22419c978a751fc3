/** A folder above the one that is shown, or that one itself. */
export interface Crumb {
  name: string
  path: string
}

/** The folders from the root, which is `/`, to a path of the API. */
export function crumbsOf(path: string): Crumb[] {
  const names = path.split('/').filter(Boolean)
  return [
    { name: '/', path: '/' },
    ...names.map((name, at) => ({ name, path: `/${names.slice(0, at + 1).join('/')}` })),
  ]
}

/** The path of an entry of a folder; names are as the API has them, with `%XX` for bytes that are no UTF-8. */
export function joinPath(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}

/** The folder that a path is in; of the root the root. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/'
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The path below a folder, for lists of what is in it. */
export function below(folder: string, path: string): string {
  const prefix = folder === '/' ? '/' : `${folder}/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : path
}
