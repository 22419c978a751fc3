/**
 * What one tree may have. A folder may be named by many others, so that a few kilobytes could spell out more entries
 * than could ever be walked, and more names of hard links than could be held: whoever wrote it, the walk ends.
 */
export const storedTreeLimits = { entries: 5_000_000, references: 5_000_000, linkBytes: 64 * 1024 * 1024 }
