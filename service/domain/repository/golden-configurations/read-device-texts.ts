import { message } from '../../../../shared/messages/message.ts'
import { mapConcurrent } from '../../kernel/map-concurrent.ts'
import type { Version } from '../../../store/models/version.ts'
import type { ContentContext } from '../content/content-context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { readRaw } from '../versions/read-text.ts'
import type { TaggedDevice } from './find-tagged-devices.ts'

/** Texts read at the same time: enough to wait for several objects of the store. */
const atOnce = 16

/** Why devices were not examined, by the limit that was reached first. */
export type ComplianceLimit = 'devices' | 'bytes' | 'time'

/**
 * Reads the texts of the devices that can be compared, in their order, up to the limits. Marks the devices whose text is
 * not returned.
 * @param until of `performance.now()`
 */
export async function readDeviceTexts(
  context: Pick<ContentContext, 'repository' | 'log' | 'signal'>,
  tenantId: string,
  devices: TaggedDevice[],
  { bytes, until }: { bytes: number; until: number },
): Promise<{ texts: { device: TaggedDevice; raw: Uint8Array<ArrayBuffer> }[]; stopped: ComplianceLimit | null }> {
  const reader = context.repository.chunkReader(tenantId)
  const { planned, isCut } = planTexts(devices, bytes)
  const found = new Map<TaggedDevice, Uint8Array<ArrayBuffer>>()
  let stopped: ComplianceLimit | null = isCut ? 'bytes' : null
  const read = async ({ device, version }: PlannedText) => {
    context.signal.throwIfAborted()
    if (performance.now() > until) return { device, raw: null, reason: message('not_compared_not_examined') }
    try {
      return { device, raw: await readRaw(context, version, reader), reason: null }
    } catch (error) {
      if (error instanceof DomainError && error.fields.code === 'content_damaged')
        return { device, raw: null, reason: message('not_compared_damaged') }
      throw error
    }
  }
  for await (const { device, raw, reason } of mapConcurrent(planned, atOnce, read)) {
    if (raw) found.set(device, raw)
    else device.reason = reason
    if (reason?.code === 'not_compared_not_examined') stopped = 'time'
  }
  const texts = planned.flatMap(({ device }) => {
    const raw = found.get(device)
    return raw ? [{ device, raw }] : []
  })
  return { texts, stopped }
}

interface PlannedText {
  device: TaggedDevice
  version: Version
}

/** Chooses the first texts that fit the limit together, and marks the devices of the others. */
function planTexts(devices: TaggedDevice[], bytes: number): { planned: PlannedText[]; isCut: boolean } {
  const planned: PlannedText[] = []
  let left = bytes
  for (const device of devices) {
    const { version, reason } = device
    if (!version || reason) continue
    left -= Number(version.sizeBytes)
    if (left < 0) device.reason = message('not_compared_not_examined')
    else planned.push({ device, version })
  }
  return { planned, isCut: left < 0 }
}
