import { message } from '../../../../shared/messages/message.ts'
import type { DeclaredDifference } from '../../../../shared/diff/declared-differences.ts'
import type { DeclaredDiff } from '../../../../shared/diff/diff-declared.ts'
import type { TextView } from '../../../../shared/platforms/text-view.ts'
import type { UnifiedSettings } from '../../../../shared/diff/unified.ts'
import { TaskStopped } from '../../../workers/task-stopped.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { type DiffSides, checkComparable } from '../versions/diff-texts.ts'
import { type FoundVersion, normalisationOf } from '../versions/find-version.ts'
import { readNormalised } from '../versions/read-text.ts'
import type { PairReason } from './plan-comparison.ts'

export type ComparisonDependencies = Pick<ContentContext, 'repository' | 'workers' | 'log' | 'limits'>

/**
 * Compares two normalised texts, as the view shows them, without their declared differences.
 * @throws DomainError is_tree, is_secret, too_large above the comparison limit, content_damaged, keys_destroyed, busy,
 *   pair_not_comparable if the patterns take too long
 */
export async function compareTexts(
  dependencies: ComparisonDependencies,
  sides: DiffSides,
  declared: readonly DeclaredDifference[],
  settings: UnifiedSettings,
  view: TextView,
): Promise<DeclaredDiff> {
  checkComparable(dependencies, sides)
  const read = (found: FoundVersion) => readNormalised(dependencies, found.version, normalisationOf(found), view)
  const texts = { before: await read(sides.before), after: await read(sides.after) }
  const what = `versions ${sides.before.version.id} and ${sides.after.version.id}`
  const difference = await readWhole(dependencies, what, () =>
    dependencies.workers
      .run('diffDeclared', { ...texts, declared, ...settings }, [texts.before.buffer, texts.after.buffer])
      .catch((error: unknown) => {
        if (error instanceof TaskStopped && (error.reason === 'time' || error.reason === 'memory')) return null
        throw error
      }),
  )
  if (!difference) throw new DomainError('pair_not_comparable', { reason: message('pair_patterns_too_slow') })
  return difference
}

/** The outcome of a comparison, as a pair stores it. */
export interface PairOutcome {
  state: 'equal' | 'differs' | 'unknown'
  reason: PairReason | null
  differingLines: number | null
  firstVersionId: string | null
  secondVersionId: string | null
}

export function unknownOutcome(reason: PairReason, sides?: DiffSides): PairOutcome {
  const [firstVersionId, secondVersionId] = [sides?.before.version.id ?? null, sides?.after.version.id ?? null]
  return { state: 'unknown', reason, differingLines: null, firstVersionId, secondVersionId }
}

/**
 * Counts the lines in which two versions differ beyond what is declared.
 * @throws DomainError keys_destroyed, busy; other failures of reading are an outcome
 */
export async function measurePair(
  dependencies: ComparisonDependencies,
  sides: DiffSides,
  declared: readonly DeclaredDifference[],
  view: TextView,
): Promise<PairOutcome> {
  try {
    const counted = { context: 0, maxLines: 0, headers: [] }
    const { added, removed } = await compareTexts(dependencies, sides, declared, counted, view)
    return {
      state: added + removed === 0 ? 'equal' : 'differs',
      reason: null,
      differingLines: added + removed,
      firstVersionId: sides.before.version.id,
      secondVersionId: sides.after.version.id,
    }
  } catch (error) {
    const reason = error instanceof DomainError ? reasonFor(error, sides) : null
    if (!reason) throw error
    return unknownOutcome(reason, sides)
  }
}

function reasonFor({ code }: DomainError, { before }: DiffSides): PairReason | null {
  if (code === 'content_damaged') return message('pair_unreadable')
  if (code === 'pair_not_comparable') return message('pair_patterns_too_slow')
  if (code === 'is_secret' || code === 'is_tree') return message('pair_without_text', { device: before.device.name })
  return null
}
