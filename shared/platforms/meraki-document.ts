import type { PartialText } from './platform.ts'

/** An artifact of a network as collected. The last three fields are by path. */
export interface MerakiDocument {
  networkId: string
  artifact: string
  resources: Record<string, unknown>
  /** Features that this network does not have. */
  absent: Record<string, { status: number; errors: string[] }>
  failed: Record<string, { code: string }>
}

/** Compares two collections of an artifact if one of them is incomplete. */
export const merakiPartial: PartialText = {
  withoutUnread(before, now) {
    const [one, other] = [documentIn(before), documentIn(now)]
    const unread = Object.keys(other?.failed ?? {})
    if (!one || !other || unread.length === 0) return null
    return { before: textOf(without(one, unread)), now: textOf(without(other, unread)) }
  },

  countGone(before, now) {
    const [one, other] = [documentIn(before), documentIn(now)]
    if (!one || !other) return 0
    return Object.keys(other.absent).filter((path) => Object.hasOwn(one.resources, path)).length
  },
}

function documentIn(bytes: Uint8Array): MerakiDocument | null {
  let value: Partial<MerakiDocument> | null
  try {
    value = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  } catch {
    return null
  }
  const { networkId = '', artifact = '', resources, absent, failed } = value ?? {}
  return resources && absent && failed ? { networkId, artifact, resources, absent, failed } : null
}

/** Also removes paths that depend on entries of a list that was not collected. */
function without({ resources, absent, failed, ...rest }: MerakiDocument, paths: string[]): MerakiDocument {
  const isRead = (path: string) => !paths.some((unread) => path === unread || path.startsWith(`${unread}/`))
  const part = <T>(members: Record<string, T>) =>
    Object.fromEntries(Object.entries(members).filter(([path]) => isRead(path)))
  return { ...rest, resources: part(resources), absent: part(absent), failed: part(failed) }
}

function textOf(document: MerakiDocument): Buffer {
  return Buffer.from(JSON.stringify(document, undefined, 2))
}
