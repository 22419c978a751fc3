import { ref } from 'vue'
import { useRouter } from 'vue-router'
import { useMay } from '../../client/session.ts'
import { useMessages } from '../../language/useMessages.ts'
import type { Version } from './useLineage.ts'
import type { useVersionActions } from './useVersionActions.ts'
import { messages } from './messages.ts'

/** The menu of either compared version, with the actions that the role permits. */
export function useVersionMenu(of: {
  versionOf: (id: string | undefined) => Version | undefined
  oldestId: () => string | undefined
  isText: () => boolean
  /** Whether there is a difference to save. */
  isCompared: () => boolean
  /** Whether the lineage is restorable and the role permits it. */
  mayRestore: () => boolean
  actions: ReturnType<typeof useVersionActions>
  savePatch: () => Promise<void>
}) {
  const { t } = useMessages(messages)
  const may = useMay()
  const router = useRouter()
  const reviewing = ref(false)
  const reviewed = ref<string>()

  function optionsFor(id: string): { key: string; label: string }[] {
    const version = of.versionOf(id)
    const list: [boolean, string, string][] = [
      [
        may('device:write') && id !== of.oldestId(),
        'review',
        version?.reviewed_at ? t('review.change') : t('review.open'),
      ],
      [may('device:write'), version?.pinned ? 'unpin' : 'pin', version?.pinned ? t('pin.unpin') : t('pin.pin')],
      [of.mayRestore(), 'restore', t('restore')],
      [of.isText(), 'text', t('readText')],
      [may('config:download'), 'raw', t('downloadRaw')],
      [may('config:download') && of.isText(), 'normalised', t('downloadNormalised')],
      [may('config:download') && of.isCompared(), 'patch', t('downloadPatch')],
    ]
    return list.filter(([is]) => is).map(([, key, label]) => ({ key, label }))
  }

  function choose(key: string, id: string) {
    if (key === 'review') openReview(id)
    else if (key === 'pin') void of.actions.pin(id)
    else if (key === 'unpin') void of.actions.unpin()
    else if (key === 'restore') void router.push({ name: 'restore', query: { version: id } })
    else if (key === 'text') void router.push({ name: 'versions-text', params: { id } })
    else if (key === 'patch') void of.savePatch()
    else void of.actions.download(id, key as 'raw' | 'normalised')
  }

  function openReview(id: string) {
    reviewed.value = id
    reviewing.value = true
  }

  return { optionsFor, choose, reviewing, reviewed, openReview }
}
