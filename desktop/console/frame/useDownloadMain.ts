import { useMessage } from 'naive-ui'
import type { components } from '../../../shared/contract/api-types.ts'
import { useApi } from '../client/session.ts'
import { useDownload } from '../client/useDownload.ts'
import { useMessages } from '../language/useMessages.ts'
import { goodTexts } from '../ui/lineage/good-texts.ts'
import { mainFirst } from '../ui/lineage/main-first.ts'
import { useAttempt } from '../ui/useAttempt.ts'
import { messages } from './messages.ts'

type Device = Pick<components['schemas']['Device'], 'id' | 'platform' | 'tenant_id'>

/** Returns functions that download the latest or the last known good version of a device's main text. They report failures, and warn of a version not known to be good. */
export function useDownloadMain() {
  const { t } = useMessages(messages)
  const api = useApi()
  const message = useMessage()
  const { attempt } = useAttempt()
  const { save } = useDownload()

  async function download({ id, platform, tenant_id: tenant }: Device, which: 'latest' | 'good') {
    const params = { path: { device_id: id } }
    const [versions, platforms] = await Promise.all([
      which === 'latest' ? findLatest(params) : findGood(params),
      api.GET('/api/platforms'),
    ])
    const [main] = mainFirst(
      versions.filter(({ kind }) => kind === 'text'),
      platforms.data?.find((one) => one.id === platform),
    )
    if (main && main.reasons.length > 0) message.warning(main.reasons.join(' '))
    if (!main?.versionId) return main?.reasons.length ? undefined : void message.warning(t('palette.noText'))
    await save(`/api/artifacts/versions/${main.versionId}/content?download=true`, tenant)
  }

  async function findLatest(params: { path: { device_id: string } }) {
    const { data = [] } = await api.GET('/api/devices/{device_id}/artifacts', { params })
    return data.map(({ key, kind, latest_version_id: versionId }) => ({
      key,
      kind,
      versionId,
      reasons: [] as string[],
    }))
  }

  async function findGood(params: { path: { device_id: string } }) {
    const { data = [] } = await api.GET('/api/devices/{device_id}/last-known-good', { params })
    return data.map((good) => ({
      key: good.key,
      kind: good.kind,
      versionId: good.version?.id,
      reasons: good.good ? [] : goodTexts(good),
    }))
  }

  return {
    downloadLatest: (device: Device) => attempt(() => download(device, 'latest')),
    downloadGood: (device: Device) => attempt(() => download(device, 'good')),
  }
}
