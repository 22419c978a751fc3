/** A change of a text. @throws Error where the text has not what it is about: the story is wrong then */
export type Edit = (text: string) => string

/** What somebody did on a device. */
export interface Change {
  /** Days before the end of the history; it is there in the backup of the night behind that day. */
  ago: number
  by: string
  edit: Edit
  /** It runs, and was never written to the memory that survives a restart. */
  isUnsaved?: boolean
}

/** A device's configuration through the weeks, and what goes on happening to it afterwards. */
export interface Story {
  text: string
  changes: Change[]
  /** The so-many-th change while the demonstration runs, from 1. */
  next: (number: number) => Omit<Change, 'ago'>
}

/** What a device says of itself at one moment. */
export interface Chapter {
  text: string
  /** What it would start with. */
  saved: string
  by: string
  at: Date
}

/** Which night it is, counted from the end of the history, and how many changes have come since. */
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

/** These lines behind the first one that begins so. */
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

/** Minutes from the end's hour of the day on which it was done, in working hours: the same for the same change. */
function hourOf({ by, ago }: Change): number {
  return ((by.length * 7 + ago * 53) % 480) - 120
}
