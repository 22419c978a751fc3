/** Creates the reader's error for damaged bytes. */
export type Refuse = (how: string) => Error

/** A sealed message that cannot be opened: another key, another purpose, or changed bytes. */
export class SealDamaged extends Error {
  override name = 'SealDamaged'
}

/** A damaged pack. `part` names the header, the index, a block or a chunk. */
export class PackDamaged extends Error {
  override name = 'PackDamaged'
  readonly part: string

  constructor(part: string, how: string) {
    super(`damaged pack: ${part}: ${how}`)
    this.part = part
  }
}

/** A content whose chunks do not match its record. */
export class ContentDamaged extends Error {
  override name = 'ContentDamaged'
  readonly how: string

  constructor(how: string) {
    super(`damaged content: ${how}`)
    this.how = how
  }
}

/** A folder listing or a root that no tree writer can have written. */
export class TreeDamaged extends Error {
  override name = 'TreeDamaged'
  readonly how: string

  constructor(how: string) {
    super(`damaged tree: ${how}`)
    this.how = how
  }
}

/** A manifest that cannot be opened, or belongs to another tenant or version. */
export class ManifestDamaged extends Error {
  override name = 'ManifestDamaged'

  constructor(how: string) {
    super(`damaged manifest: ${how}`)
  }
}
