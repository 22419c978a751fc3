/** Says how bytes are wrong, as the error of whoever reads them. */
export type Refuse = (how: string) => Error

/** A sealed message that does not open: another key, another purpose, or altered on the way. */
export class SealDamaged extends Error {
  override name = 'SealDamaged'
}

/** A pack that is not what it claims to be. `part` names the header, the index, a block or a chunk. */
export class PackDamaged extends Error {
  override name = 'PackDamaged'
  readonly part: string

  constructor(part: string, how: string) {
    super(`damaged pack: ${part}: ${how}`)
    this.part = part
  }
}

/** A blob whose chunks do not add up to what was recorded of it. */
export class ContentDamaged extends Error {
  override name = 'ContentDamaged'

  constructor(how: string) {
    super(`damaged content: ${how}`)
  }
}

/** A folder listing or a root that cannot have been written by a tree writer. */
export class TreeDamaged extends Error {
  override name = 'TreeDamaged'

  constructor(how: string) {
    super(`damaged tree: ${how}`)
  }
}

/** A manifest that does not open, or belongs to another customer or version. */
export class ManifestDamaged extends Error {
  override name = 'ManifestDamaged'

  constructor(how: string) {
    super(`damaged manifest: ${how}`)
  }
}
