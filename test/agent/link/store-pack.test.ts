import { hash } from 'node:crypto'
import { expect } from 'chai'
import type { LeaseRequests } from '../../../agent/link/lease-requests.ts'
import type { PackUploader } from '../../../agent/link/pack-uploader.ts'
import { storePack } from '../../../agent/link/store-pack.ts'

const bytes = Buffer.from('a sealed pack')
const pack = { bytes, sha256: hash('sha256', bytes, 'buffer'), chunks: [] }

describe('a pack is announced', () => {
  it('with its MD5 if the object store verifies uploads by it', async () => {
    const announced = await announcedWith({ packMd5: true })

    expect(announced).to.deep.equal({
      size: bytes.length,
      sha256: hash('sha256', bytes, 'base64'),
      md5: hash('md5', bytes, 'base64'),
    })
  })

  it('without an MD5 otherwise', async () => {
    const announced = await announcedWith({ packMd5: false })

    expect(announced).to.deep.equal({ size: bytes.length, sha256: hash('sha256', bytes, 'base64') })
  })
})

/** Stores the pack at a service that accepts everything, and returns how it was announced. */
async function announcedWith({ packMd5 }: { packMd5: boolean }): Promise<unknown> {
  const sent: { packs: unknown[] }[] = []
  const address = { id: 'pack-1', url: '/api/agent/packs/pack-1', headers: {}, relay: '/api/agent/packs/pack-1' }
  const requests = {
    settings: {
      packMd5,
      lease: { jobId: 'job-1' },
      signal: new AbortController().signal,
      onTrouble: () => undefined,
      backoff: { floorMs: 1, ceilingMs: 1 },
    },
    async post(path: string, body: { packs: unknown[] }) {
      if (path === '/packs') sent.push(body)
      return path === '/packs' ? { packs: [address] } : { packs: [{ id: 'pack-1', state: 'verified' }] }
    },
  }
  const uploader = { send: async () => ({ isTaken: true, isDirect: false }) }
  await storePack(requests as unknown as LeaseRequests, uploader as unknown as PackUploader, pack)
  return sent[0]?.packs[0]
}
