import type { Comparison } from '../../../../desktop/console/editor/comparison.ts'
import { compareWholeTexts } from '../../../../desktop/console/editor/whole-texts.ts'
import { presentUnified } from '../../../../service/http/present/unified.ts'
import { diffUnified } from '../../../../shared/diff/unified.ts'

interface ComparisonOptions {
  ignoresWhitespace?: boolean
  maxLines?: number
}

/** Two texts as the console draws them: by the difference that the service returns for them. */
export function comparedTexts(
  a: string | Uint8Array,
  b: string | Uint8Array,
  { ignoresWhitespace = false, maxLines = 1e6 }: ComparisonOptions = {},
): Comparison {
  const [aBytes, bBytes] = [a, b].map((text) => Buffer.from(text)) as [Buffer, Buffer]
  const unified = diffUnified(aBytes, bBytes, { context: 0, maxLines, headers: [], ignoresWhitespace })
  return compareWholeTexts(aBytes, bBytes, presentUnified(unified, false), '(rest)')
}
