/**
 * Limits of a tree. Many folders may reference the same folder, so a few kilobytes can describe more entries than could
 * ever be walked, or more hard-link names than fit in memory: these limits end the walk.
 */
export const storedTreeLimits = { entries: 5_000_000, references: 5_000_000, linkBytes: 64 * 1024 * 1024 }
