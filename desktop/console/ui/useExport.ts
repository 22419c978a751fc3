import { useMay } from '../client/session.ts'
import { useDownload } from '../client/useDownload.ts'
import { useMessages } from '../language/useMessages.ts'
import { messages } from './export-messages.ts'
import { type Export, type ExportOf, exportsOf } from './exports.ts'
import { useAttempt } from './useAttempt.ts'

/** Exports that the role permits, and saving one. */
export function useExport() {
  const { t } = useMessages(messages)
  const may = useMay()
  const { save } = useDownload()
  const { attempt } = useAttempt()

  return {
    exportsFor: (wanted: ExportOf): Export[] => exportsOf(wanted).filter(({ needs }) => may(needs)),
    start: ({ path, tenant }: Export): Promise<void> =>
      attempt(
        () => save(path, tenant),
        () => t('begun'),
      ),
  }
}
