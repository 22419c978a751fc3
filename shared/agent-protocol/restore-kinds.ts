import type { components } from '../contract/api-types.ts'

type RunKind = components['schemas']['RunKind']

/**
 * Kinds of jobs that change a device: done at most once, whoever is lost, and never cut off in the middle of what cannot be
 * taken back.
 */
export const changingKinds = ['restore', 'restore_confirm'] as const satisfies RunKind[]

/** A restore and its followers, which confirm it or look what became of it. */
export const restoreKinds = [...changingKinds, 'restore_check'] as const satisfies RunKind[]

export type RestoreKind = (typeof restoreKinds)[number]

export function changesDevice({ kind }: { kind: RunKind }): boolean {
  return (changingKinds as readonly RunKind[]).includes(kind)
}

export function isOfRestore({ kind }: { kind: RunKind }): boolean {
  return (restoreKinds as readonly RunKind[]).includes(kind)
}
