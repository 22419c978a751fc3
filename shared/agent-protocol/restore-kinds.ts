import type { components } from '../contract/api-types.ts'

type RunKind = components['schemas']['RunKind']

/**
 * Kinds of jobs that change a device. They run at most once, even if an agent is lost, and are never interrupted in a
 * step that cannot be undone.
 */
export const changingKinds = ['restore', 'restore_confirm'] as const satisfies RunKind[]

/** A restore and the jobs that confirm it or check its outcome. */
export const restoreKinds = [...changingKinds, 'restore_check'] as const satisfies RunKind[]

export type RestoreKind = (typeof restoreKinds)[number]

export function changesDevice({ kind }: { kind: RunKind }): boolean {
  return (changingKinds as readonly RunKind[]).includes(kind)
}

export function isOfRestore({ kind }: { kind: RunKind }): boolean {
  return (restoreKinds as readonly RunKind[]).includes(kind)
}
