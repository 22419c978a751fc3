import { useMessages } from '../../language/useMessages.ts'
import { messages } from './messages.ts'

/** How long events are gathered before a delivery, as text. */
export function useDigestText() {
  const { t } = useMessages(messages)
  return function ofDigest(minutes: number) {
    if (minutes === 0) return t('atOnce')
    return minutes % 60 === 0 ? t('everyHours', { n: minutes / 60 }) : t('every', { n: minutes })
  }
}
