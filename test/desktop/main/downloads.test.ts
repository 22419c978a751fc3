import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import type { Download } from '../../../desktop/bridge.ts'
import { portableName } from '../../../shared/windows-names.ts'
import { createDownloads, nameIn } from '../../../desktop/main/downloads.ts'

const acme = { id: 'acme', name: 'Acme', url: 'https://x', lastUser: null, isBundled: false, pinned: null }
const address = '/api/downloads/abcdefghijklmnopqrstuvwx'
const named = { 'content-disposition': `attachment; filename="a.txt"; filename*=UTF-8''a.txt` }

describe('a download', () => {
  let folder: string
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-download-'))))
  afterEach(() => fs.rmSync(folder, { recursive: true }))

  function downloading(answer: () => Response) {
    const updates: Download[] = []
    let onEnd: () => void
    const ended = new Promise<void>((resolve) => (onEnd = resolve))
    const downloads = createDownloads({
      reach: { fetch: () => Promise.resolve(answer()) },
      folder,
      showInFolder: () => undefined,
      onChange(download) {
        updates.push(download)
        if (download.stage !== 'running') onEnd()
      },
      everyMs: 0,
    })
    return { downloads, updates, ended }
  }

  it('is saved completely and reports its progress', async () => {
    const bytes = Buffer.alloc(300_000, 7)
    const { downloads, updates, ended } = downloading(
      () => new Response(bytes, { headers: { ...named, 'content-length': String(bytes.length) } }),
    )

    downloads.start(acme, address)
    await ended

    expect(fs.readFileSync(path.join(folder, 'a.txt')).equals(bytes)).to.equal(true)
    expect(fs.readdirSync(folder)).to.deep.equal(['a.txt'])
    expect(updates.at(-1)).to.include({ stage: 'done', receivedBytes: 300_000, totalBytes: 300_000, name: 'a.txt' })
    expect(updates.some(({ stage, receivedBytes }) => stage === 'running' && receivedBytes > 0)).to.equal(true)
    expect(downloads.progress()).to.equal(null)
  })

  it('leaves nothing behind when it is cancelled', async () => {
    const { downloads, updates, ended } = downloading(
      () =>
        new Response(
          new ReadableStream({
            start: (stream) => stream.enqueue(Buffer.alloc(1_000)),
          }),
          { headers: { ...named, 'content-length': '5000' } },
        ),
    )
    const id = downloads.start(acme, address)
    while (!updates.some(({ receivedBytes }) => receivedBytes === 1_000)) await new Promise(setImmediate)
    expect(downloads.progress()).to.equal(0.2)

    downloads.cancel(id)
    await ended

    expect(updates.at(-1)?.stage).to.equal('cancelled')
    await downloads.stop()
    expect(fs.readdirSync(folder)).to.deep.equal([])
  })

  it('reports why the service rejected it', async () => {
    const problem = { title: 'Not found', detail: 'this address was used already' }
    const { downloads, updates, ended } = downloading(() => Response.json(problem, { status: 404 }))

    downloads.start(acme, address)
    await ended

    expect(updates.at(-1)).to.include({ stage: 'failed', reason: 'this address was used already' })
    expect(fs.readdirSync(folder)).to.deep.equal([])
  })

  it('fails if the connection ends early', async () => {
    const { downloads, updates, ended } = downloading(
      () => new Response(Buffer.alloc(10), { headers: { ...named, 'content-length': '20' } }),
    )

    downloads.start(acme, address)
    await ended

    expect(updates.at(-1)).to.include({ stage: 'failed', reason: 'the connection ended before the file did' })
    expect(fs.existsSync(path.join(folder, 'a.txt'))).to.equal(false)
  })

  it('overwrites no file', async () => {
    fs.writeFileSync(path.join(folder, 'a.txt'), 'mine')
    const { downloads, updates, ended } = downloading(() => new Response('new', { headers: named }))

    downloads.start(acme, address)
    await ended

    expect(fs.readFileSync(path.join(folder, 'a.txt'), 'utf8')).to.equal('mine')
    expect(updates.at(-1)?.name).to.equal('a (2).txt')
  })

  it('takes the file name from Content-Disposition', () => {
    expect(nameIn(`attachment; filename="x.txt"; filename*=UTF-8''r%C3%A9seau.txt`)).to.equal('réseau.txt')
    expect(nameIn('attachment; filename="a \\"b\\".txt"')).to.equal('a "b".txt')
    expect(nameIn('inline')).to.equal('')
  })

  it('gets a file name that is valid on every system', () => {
    expect(portableName('../../etc/pass\u0000wd')).to.equal('_.._etc_pass_wd')
    expect(portableName('CON.txt')).to.equal('download_CON.txt')
    expect(portableName('...')).to.equal('download_')
    expect(portableName('com¹ .log')).to.equal('download_com¹ .log')
    expect(portableName('sw1:startup|config?.txt')).to.equal('sw1_startup_config_.txt')
  })
})
