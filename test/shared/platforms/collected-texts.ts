import { openReplay } from '../../../agent/sessions/replay.ts'
import type { DeviceOptions } from '../../../shared/platforms/requests.ts'
import type { Captured } from '../../../agent/collect/captured.ts'
import { answererOf, readApiCaptures } from '../../support/api-captures.ts'
import { collectOverApi } from '../../support/collect-over-api.ts'
import { collectFromMeraki } from '../../support/collect-from-meraki.ts'
import { startHttpsDevice } from '../../support/https-device.ts'
import { startMerakiSimulator } from '../../support/meraki-simulator.ts'
import { readNetconfCaptures, replayNetconf } from '../../support/netconf-captures.ts'
import { collectOverSsh, readSshCaptures, recordingOf } from '../../support/ssh-captures.ts'

/** A text that a run keeps of a device that was captured. */
export interface CollectedText {
  /** Of the capture, below test/fixtures; of a cloud the simulator. */
  path: string
  platform: string
  /** The artifact's. */
  key: string
  transport: 'ssh' | 'api'
  /** Of the device. */
  options: DeviceOptions
  raw: Buffer
}

/** Every text of every capture that ends well, over both paths. */
export async function collectedTexts(): Promise<CollectedText[]> {
  const texts: CollectedText[] = []
  const keep = (
    { path, platform, options = {} }: { path: string; platform: string; options?: DeviceOptions },
    transport: CollectedText['transport'],
    { captured }: { captured: Captured },
  ) => {
    for (const { key, raw } of captured.texts) texts.push({ path, platform, key, transport, options, raw })
  }
  for (const capture of readSshCaptures().filter(({ failure }) => failure === undefined)) {
    const { refusal } = capture
    const session = openReplay(recordingOf(capture), refusal === undefined ? {} : { refusal })
    keep(capture, 'ssh', await collectOverSsh(() => Promise.resolve(session), capture))
  }
  for (const capture of readApiCaptures().filter(({ failure }) => failure === undefined)) {
    const device = await startHttpsDevice(answererOf(capture))
    try {
      keep(capture, 'api', await collectOverApi(device, capture.platform, capture.options))
    } finally {
      await device.close()
    }
  }
  for (const capture of readNetconfCaptures().filter(({ failure }) => failure === undefined)) {
    keep(capture, 'api', await replayNetconf(capture))
  }
  keep({ path: 'the simulator', platform: 'netco_meraki' }, 'api', await merakiRun())
  return texts
}

async function merakiRun() {
  const cloud = await startMerakiSimulator()
  try {
    return await collectFromMeraki(cloud)
  } finally {
    await cloud.close()
  }
}
