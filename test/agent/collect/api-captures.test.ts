import { expect } from 'chai'
import { platformById } from '../../../shared/platforms/registry.ts'
import { answererOf, readApiCaptures, type ApiCapture } from '../../support/api-captures.ts'
import { summaryOf } from '../../support/captures.ts'
import { apiCredential, collectOverApi } from '../../support/collect-over-api.ts'
import { startHttpsDevice } from '../../support/https-device.ts'

describe('API captures', () => {
  for (const capture of readApiCaptures()) {
    const { platform, device, path, collected, failure } = capture

    it(`of ${platform}: ${device}`, async () => {
      const run = await play(capture)

      expect(run.failure, path).to.equal(failure)
      expect(run.artifacts, path).to.deep.equal(collected ?? {})
      for (const words of capture.log ?? []) expect(run.log, path).to.contain(words)
      for (const secret of [apiCredential.password, apiCredential.api_token]) expect(run.log).to.not.contain(secret)
    })
  }

  it('cover each platform that has requests', () => {
    const shown = new Set(readApiCaptures().map(({ platform }) => platform))

    for (const id of shown) expect(platformById(id)?.api?.driver, id).to.equal('requests')
    expect([...shown]).to.include.members(['fwco_fortios', 'netco_iosxe', 'netco_nxos', 'pafw_panorama', 'pafw_panos'])
  })
})

async function play(capture: ApiCapture) {
  const device = await startHttpsDevice(answererOf(capture))
  try {
    const { captured, log } = await collectOverApi(device, capture.platform, capture.options)
    return { artifacts: summaryOf(captured, capture.collected), log: log.join('\n'), failure: undefined }
  } catch (error) {
    const { code, message, log } = error as Error & { code: string; log: string[] }
    if (code === undefined) throw error
    return { artifacts: {}, log: [...log, message].join('\n'), failure: code }
  } finally {
    await device.close()
  }
}
