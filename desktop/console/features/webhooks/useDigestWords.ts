import { useMessages } from '../../language/useWords.ts'
import { words } from './words.ts'

/** How long events are gathered before a delivery, as text. */
export function useDigestWords() {
  const { t } = useMessages(words)
  return function ofDigest(minutes: number) {
    if (minutes === 0) return t('atOnce')
    return minutes % 60 === 0 ? t('everyHours', { n: minutes / 60 }) : t('every', { n: minutes })
  }
}
