import { useWords } from '../language/useWords.ts'
import { words } from './suspicion-words.ts'

/** Why the service holds a complete capture for doubtful; `other` is what this console has no words of its own for. */
export type Suspicion =
  | { kind: 'shrank' | 'cut' | 'masterKey' | 'partial' | 'masked' }
  | { kind: 'gone'; n: number }
  | { kind: 'groups'; now: string; before: string }
  | { kind: 'otherUnit'; now: string; before: string }
  | { kind: 'other'; text: string }

const known: [RegExp, (found: RegExpExecArray) => Suspicion][] = [
  [/^it shrank by more than/, () => ({ kind: 'shrank' })],
  [/^its last section is gone/, () => ({ kind: 'cut' })],
  [/^(\d+) parts? that it had/, ([, n]) => ({ kind: 'gone', n: Number(n) })],
  [/^each of its encrypted values is another/, () => ({ kind: 'masterKey' })],
  [
    /^another unit answered: its serial number is (.+), it was (.+)$/s,
    ([, now = '', before = '']) => ({ kind: 'otherUnit', now, before }),
  ],
  [/^it shows (\d+) device groups, it showed (\d+)/, ([, now = '', before = '']) => ({ kind: 'groups', now, before })],
  [/^it shows a part only/, () => ({ kind: 'partial' })],
  [/^secrets are masked that/, () => ({ kind: 'masked' })],
]

/** What is meant by the service's words. */
export function suspicionOf(text: string): Suspicion {
  for (const [pattern, meaning] of known) {
    const found = pattern.exec(text)
    if (found) return meaning(found)
  }
  return { kind: 'other', text }
}

/** Why a capture is in doubt, in the language of the moment. */
export function suspicionText(text: string): string {
  const { t } = useWords(words)
  const suspicion = suspicionOf(text)
  switch (suspicion.kind) {
    case 'other':
      return suspicion.text
    case 'gone':
      return t('gone', { n: suspicion.n })
    case 'groups':
    case 'otherUnit':
      return t(suspicion.kind, { now: suspicion.now, before: suspicion.before })
    default:
      return t(suspicion.kind)
  }
}
