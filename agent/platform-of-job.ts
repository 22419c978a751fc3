import { message } from '../shared/messages/message.ts'
import { checkDocument } from '../shared/platforms/documents/check-document.ts'
import type { PlatformDocument } from '../shared/platforms/documents/document.ts'
import { type ExtraCommand, withExtraCommands } from '../shared/platforms/extra-commands.ts'
import type { Platform } from '../shared/platforms/platform.ts'
import { platformById } from '../shared/platforms/registry.ts'
import { compileStored } from '../shared/platforms/stored-platform.ts'
import { DeviceFailure } from './device-failure.ts'
import type { JobSpec } from './job-spec.ts'

/**
 * Returns the platform of a job: one of the product, or the one that its document describes, with the extra commands of
 * the job. The rules for documents apply here too, so that no service can make an agent send a command that changes a
 * device.
 * @throws DeviceFailure platform_document_refused, platform_unsupported
 */
export function platformOfJob({ device }: JobSpec): Platform {
  const platform = device.document ? compileChecked(device.document) : platformById(device.platform)
  if (platform) return device.commands ? withCommands(platform, device.commands) : platform
  throw new DeviceFailure('platform_unsupported', {
    step: message('step_reading_job'),
    seen: `platform ${device.platform}`,
  })
}

/** Platforms with the extra commands of a job, by identity: a job asks for its platform with every text. */
const extended = new WeakMap<readonly ExtraCommand[], Platform>()

function withCommands(platform: Platform, commands: readonly ExtraCommand[]): Platform {
  const known = extended.get(commands)
  if (known) return known
  const whole = withExtraCommands(platform, commands)
  extended.set(commands, whole)
  return whole
}

/** Documents that were checked, by identity: a job asks for its platform with every text. */
const checked = new WeakMap<PlatformDocument, Platform>()

function compileChecked(document: PlatformDocument): Platform {
  const known = checked.get(document)
  if (known) return known
  const faults = faultsOf(document)
  if (faults.length > 0) throw refused(document, faults)
  const platform = compileStored(document)
  checked.set(document, platform)
  return platform
}

/** The structure is that of the service's schema; a document without it is refused by what it lacks. */
function faultsOf(document: PlatformDocument): string[] {
  try {
    const faults = checkDocument(document).map(({ path, reason }) => `${path.join('.')} ${reason.code}`)
    if (faults.length === 0) compileStored(document)
    return faults
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

function refused({ id }: PlatformDocument, faults: readonly string[]): DeviceFailure {
  return new DeviceFailure('platform_document_refused', {
    step: message('step_reading_job'),
    seen: `platform ${id}: ${faults.slice(0, 3).join('; ')}`,
  })
}
