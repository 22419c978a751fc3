import { shareOfLimit } from '../../share-of-limit.ts'
import { platformSource } from '../../../shared/platforms/stored-platform.ts'
import type { Content } from '../../../shared/repository/content.ts'
import { isDamage } from '../repository/chunks/backup-damaged.ts'
import { createByteBudget } from '../repository/chunks/byte-budget.ts'
import { contentRefs } from '../repository/content/content-refs.ts'
import { type Examined, type ExaminationContext, reportMissingChunks } from './examination-context.ts'
import { readWhole } from '../repository/versions/renormalise.ts'

type Changed = Extract<Examined, { state: 'changed' }>

/** Size of a text and its companion up to which they are compared. */
const comparedBytes = 16 * 1024 * 1024

/** Bounds all texts that are compared at one time, in bytes. */
const texts = createByteBudget(shareOfLimit(4 * comparedBytes, 2 * comparedBytes))

/**
 * Marks new versions of texts without an end mark of their own as suspicious where their run shows that they were cut:
 * another artifact of the run contains more, or a first version lacks the last lines of every whole text. Texts from an
 * API are not compared: the document around them is whole.
 */
export async function markTruncated(examining: ExaminationContext, examined: Examined[]): Promise<Examined[]> {
  const marked: Examined[] = []
  for (const one of examined) marked.push(one.state === 'changed' ? await markCut(examining, one, examined) : one)
  return marked
}

async function markCut(
  examining: ExaminationContext,
  changed: Changed,
  examined: readonly Examined[],
): Promise<Examined> {
  const { platform, workers } = examining
  const evidence = platform.cutEvidence?.[changed.key]
  const content = contentOf(changed)
  if (!evidence || !content || changed.transport === 'api' || content.size > comparedBytes) return changed
  const isFirst = changed.previousId === null
  const companion = evidence.companions
    .filter(({ isForEvery }) => isForEvery || isFirst)
    .flatMap(({ key }) => examined.filter((one) => one.key === key && one.transport === changed.transport))
    .map((one) => ({ key: one.key, content: contentOf(one) }))
    .find((one): one is Companion => one.content !== null)
  const isCompared = companion !== undefined && content.size + companion.content.size <= comparedBytes
  if (!isFirst && !isCompared) return changed
  const release = await texts.acquire(content.size + (isCompared ? companion.content.size : 0))
  try {
    const found = await workers.run('findTruncation', {
      platform: platformSource(platform),
      key: changed.key,
      text: await reportMissingChunks(examining, () => readWhole(examining.reader, content)),
      isFirst,
      companion: isCompared ? await readCompanion(examining, companion) : null,
    })
    return found.length === 0 ? changed : { ...changed, suspicious: [...(changed.suspicious ?? []), ...found] }
  } finally {
    release()
  }
}

interface Companion {
  key: string
  content: Content
}

/** Returns null for a stored text that can no longer be read. */
async function readCompanion({ reader }: ExaminationContext, { key, content }: Companion) {
  try {
    return { key, text: await readWhole(reader, content) }
  } catch (error) {
    if (isDamage(error)) return null
    throw error
  }
}

/** Returns the text that a run found for an artifact, new or unchanged; null if there is no text. */
function contentOf(one: Examined): Content | null {
  if (one.state === 'changed') return contentRefs(one.content).bytes
  return one.state === 'unchanged' ? contentRefs(one.latest.content).bytes : null
}
