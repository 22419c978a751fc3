import { useMessage } from 'naive-ui'
import type { components } from '../../../shared/contract/api-types.ts'
import { useApi } from '../client/session.ts'
import { useDownload } from '../client/useDownload.ts'
import { useMessages } from '../language/useWords.ts'
import { mainFirst } from '../ui/lineage/main-first.ts'
import { useAttempt } from '../ui/useAttempt.ts'
import { words } from './words.ts'

type Device = Pick<components['schemas']['Device'], 'id' | 'platform' | 'tenant_id'>

/** Returns a function that downloads the latest version of a device's main text. It reports failures. */
export function useDownloadLatest() {
  const { t } = useMessages(words)
  const api = useApi()
  const message = useMessage()
  const { attempt } = useAttempt()
  const { save } = useDownload()

  return ({ id, platform, tenant_id: tenant }: Device) =>
    attempt(async () => {
      const [lineages, platforms] = await Promise.all([
        api.GET('/api/devices/{device_id}/artifacts', { params: { path: { device_id: id } } }),
        api.GET('/api/platforms'),
      ])
      const texts = (lineages.data ?? []).filter(({ kind, latest_version_id: latest }) => kind === 'text' && latest)
      const [main] = mainFirst(
        texts,
        platforms.data?.find((one) => one.id === platform),
      )
      if (!main) return void message.warning(t('palette.noText'))
      await save(`/api/artifacts/versions/${main.latest_version_id}/content?download=true`, tenant)
    })
}
