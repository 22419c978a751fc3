/**
 * `npm run icons -- /usr/bin/chromium-headless-shell`: writes the program's icon for each system to desktop/resources, from the
 * console's icon. It needs Chromium, so the results are committed.
 */
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'

const root = path.join(import.meta.dirname, '..')
const drawing = fs.readFileSync(path.join(root, 'desktop/console/public/coffer.svg'), 'utf8')
const target = path.join(root, 'desktop/resources')

/** Sizes of the pictures in a Windows icon, in pixels. */
const windowsSizes = [16, 24, 32, 48, 64, 128, 256]

/** Sizes of the pictures in a macOS icon, in pixels, by the type for size and resolution. */
const macSizes = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 }

const sizes = [...new Set([...windowsSizes, ...Object.values(macSizes)])]
const drawn = await drawAt(sizes)
const png = (size: number) => drawn.get(size) ?? Buffer.alloc(0)
fs.mkdirSync(target, { recursive: true })
fs.writeFileSync(path.join(target, 'icon.png'), png(512))
fs.writeFileSync(path.join(target, 'icon.ico'), ico())
fs.writeFileSync(path.join(target, 'icon.icns'), icns())

async function drawAt(wanted: number[]): Promise<Map<number, Buffer>> {
  const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
  const page = await browser.newPage()
  const pictures = new Map<number, Buffer>()
  for (const size of wanted) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawing}`)
    pictures.set(size, await page.screenshot({ omitBackground: true }))
  }
  await browser.close()
  return pictures
}

/** Microsoft, "Icons": a header, 16 bytes for each picture, the pictures as PNG. 0 means 256 pixels. */
function ico(): Buffer {
  const header = Buffer.from([0, 0, 1, 0, windowsSizes.length, 0])
  let offset = header.length + 16 * windowsSizes.length
  const entries = windowsSizes.map((size) => {
    const entry = Buffer.from([size % 256, size % 256, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    entry.writeUInt32LE(png(size).length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += png(size).length
    return entry
  })
  return Buffer.concat([header, ...entries, ...windowsSizes.map(png)])
}

/** Apple's icns: blocks of a four-letter type, a length that includes these eight bytes, and a PNG. */
function icns(): Buffer {
  const block = (type: string, content: Buffer) => {
    const head = Buffer.from(`${type}....`)
    head.writeUInt32BE(head.length + content.length, 4)
    return Buffer.concat([head, content])
  }
  return block('icns', Buffer.concat(Object.entries(macSizes).map(([type, size]) => block(type, png(size)))))
}
