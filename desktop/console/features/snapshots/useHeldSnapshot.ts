import { computed, shallowRef, watch } from 'vue'

interface Known {
  id: string
  artifact_id: string
}

/**
 * The shown snapshot: the named one, otherwise the latest of the named lineage, otherwise the latest. It does not
 * change when later ones are written.
 * @param snapshots of the device, the latest first
 */
export function useStableSnapshot<Snapshot extends Known>(
  snapshots: () => readonly Snapshot[],
  wanted: () => { device?: string; id?: string; artifact?: string },
) {
  const held = shallowRef<{ of: string; id: string }>()
  const key = () => JSON.stringify(wanted())
  const byId = (wantedId: string) => snapshots().find(({ id }) => id === wantedId)

  function latest(): Snapshot | undefined {
    const { artifact } = wanted()
    return snapshots().find(({ artifact_id: of }) => artifact === undefined || of === artifact)
  }

  const snapshot = computed(() => {
    const { id } = wanted()
    if (id !== undefined) return byId(id)
    return (held.value?.of === key() ? byId(held.value.id) : undefined) ?? latest()
  })
  watch(snapshot, (found) => (held.value = found && { of: key(), id: found.id }), { immediate: true, flush: 'sync' })

  const hasNewer = computed(
    () => wanted().id === undefined && snapshot.value !== undefined && snapshot.value.id !== latest()?.id,
  )

  function showNewer(): void {
    held.value = undefined
  }

  return { snapshot, hasNewer, showNewer }
}
