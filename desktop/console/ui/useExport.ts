import { useSession } from '../client/session.ts'
import { useDownload } from '../client/useDownload.ts'
import { useMessages } from '../language/useMessages.ts'
import { messages } from './export-messages.ts'
import { type Export, type ExportOf, exportsOf } from './exports.ts'
import { useAttempt } from './useAttempt.ts'

/** Exports that the role permits, and saving one. A role that is limited to sites or tags permits none. */
export function useExport() {
  const { t } = useMessages(messages)
  const session = useSession()
  const { save } = useDownload()
  const { attempt } = useAttempt()

  return {
    exportsFor: (wanted: ExportOf): Export[] =>
      exportsOf(wanted).filter(({ needs }) => session.may(needs) && !session.isLimited),
    start: ({ path, tenant }: Export): Promise<void> =>
      attempt(
        () => save(path, tenant),
        () => t('begun'),
      ),
  }
}
