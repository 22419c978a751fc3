/** A change of a text. @throws Error if the text does not contain what it changes, which is an error in the story */
export type Edit = (text: string) => string

/** A change made on a device. */
export interface Change {
  /** Days before the end of the history. It is included in the backup of the night after that day. */
  ago: number
  by: string
  edit: Edit
  /** Whether it is running but was not saved to the startup configuration. */
  isUnsaved?: boolean
}

/** A device's configuration over the weeks, and its later changes. */
export interface Story {
  text: string
  changes: Change[]
  /** The change with this number, from 1, while the demonstration runs. */
  next: (number: number) => Omit<Change, 'ago'>
}

/** A device's configurations at one time. */
export interface Chapter {
  text: string
  /** The startup configuration. */
  saved: string
  by: string
  at: Date
}

/** The night, counted from the end of the history, and the number of changes since. */
export interface SystemContext {
  ago: number
  more: number
  /** The end of the history. */
  end: Date
}

const dayMs = 24 * 3_600_000

export function chapterOf({ text, changes, next }: Story, { ago, more, end }: SystemContext): Chapter {
  const before = changes.filter((change) => change.ago > ago).sort((a, b) => b.ago - a.ago)
  const since = Array.from({ length: more }, (_, at) => ({ ago: 0, ...next(at + 1) }))
  const first: Chapter = { text, saved: text, by: 'root', at: new Date(end.getTime() - 400 * dayMs) }
  return [...before, ...since].reduce((chapter, change) => {
    const edited = change.edit(chapter.text)
    const at = new Date(end.getTime() - change.ago * dayMs + (change.ago === 0 ? 0 : hourOf(change) * 60_000))
    return { text: edited, saved: change.isUnsaved ? chapter.saved : edited, by: change.by, at }
  }, first)
}

/** Inserts lines after the first one that starts with `line`. */
export function behind(line: string, ...added: string[]): Edit {
  return (text) => {
    const lines = text.split('\n')
    const at = lines.findIndex((one) => one.startsWith(line))
    if (at === -1) throw new Error(`no line begins with '${line}'`)
    return lines.toSpliced(at + 1, 0, ...added).join('\n')
  }
}

export function instead(before: string, after: string): Edit {
  return (text) => {
    if (!text.includes(before)) throw new Error(`there is no '${before}'`)
    return text.replace(before, () => after)
  }
}

export function all(...edits: Edit[]): Edit {
  return (text) => edits.reduce((edited, edit) => edit(edited), text)
}

/**
 * Returns the time of day of a change, in minutes relative to the end's, within working hours. Constant for a change.
 */
function hourOf({ by, ago }: Change): number {
  return ((by.length * 7 + ago * 53) % 480) - 120
}
