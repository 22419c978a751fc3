import { crc32, inflateSync } from 'node:zlib'
import type { ReportLogo } from './report-options.ts'

/** Width and height in pixels. */
export interface DecodedLogo extends ReportLogo {
  width: number
  height: number
}

const maxPixels = 2_000
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Returns an image with its type and size, both by its content. Null if it is no complete PNG or JPEG, or larger than
 * 2,000 by 2,000 pixels: mail clients and PDF readers might not show it.
 */
export function decodeLogo(data: Buffer): DecodedLogo | null {
  const image = data.subarray(0, pngSignature.length).equals(pngSignature) ? decodePng(data) : decodeJpeg(data)
  if (!image || image.width < 1 || image.height < 1 || Math.max(image.width, image.height) > maxPixels) return null
  return { ...image, data }
}

type Decoded = Omit<DecodedLogo, 'data'> | null

/** Samples of a pixel by the colour type of a PNG, and the depths that it allows. */
const colourTypes: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
}

/** Checks the sums of all chunks, and that the pixels are complete. */
function decodePng(data: Buffer): Decoded {
  const chunks = readChunks(data)
  const header = chunks?.[0]
  if (!chunks || header?.type !== 'IHDR' || header.content.length !== 13) return null
  const [width, height] = [header.content.readUInt32BE(0), header.content.readUInt32BE(4)]
  const [depth = 0, colour = 0, , , interlace = 0] = header.content.subarray(8)
  const kind = colourTypes[colour]
  if (!kind?.depths.includes(depth) || Math.max(width, height) > maxPixels || interlace > 1) return null
  const palette = chunks.find(({ type }) => type === 'PLTE')?.content
  if (colour === 3 && (!palette || palette.length === 0 || palette.length % 3 !== 0)) return null
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content))
  const passes = interlace === 1 ? interlacedPasses(width, height) : [[width, height] as const]
  const expected = passes.reduce(
    (sum, [columns, rows]) => sum + (columns === 0 ? 0 : rows * (1 + Math.ceil((columns * kind.samples * depth) / 8))),
    0,
  )
  return isInflatedLength(pixels, expected) ? { type: 'image/png', width, height } : null
}

function readChunks(data: Buffer): { type: string; content: Buffer }[] | null {
  const chunks: { type: string; content: Buffer }[] = []
  for (let at = pngSignature.length; at + 12 <= data.length;) {
    const length = data.readUInt32BE(at)
    const end = at + 8 + length
    if (end + 4 > data.length || crc32(data.subarray(at + 4, end)) !== data.readUInt32BE(end)) return null
    const type = data.toString('latin1', at + 4, at + 8)
    chunks.push({ type, content: data.subarray(at + 8, end) })
    if (type === 'IEND') return chunks
    at = end + 4
  }
  return null
}

/** Columns and rows of the seven passes of Adam7. */
function interlacedPasses(width: number, height: number): (readonly [number, number])[] {
  const steps = [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]] as const // prettier-ignore
  return steps.map(([x, y, dx, dy]) => [Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)] as const)
}

function isInflatedLength(compressed: Buffer, expected: number): boolean {
  try {
    return inflateSync(compressed, { maxOutputLength: Math.max(1, expected) }).length === expected
  } catch {
    return false // damaged, or longer than expected
  }
}

/** Start of a frame: baseline and progressive, Huffman coded. */
const frameMarkers = [0xc0, 0xc1, 0xc2]

/** Reads the markers up to the pixels, which must end with the mark of the end. */
function decodeJpeg(data: Buffer): Decoded {
  if (data.length < 4 || data.readUInt16BE(0) !== 0xffd8 || data.lastIndexOf(Buffer.from([0xff, 0xd9])) < 4) return null
  let frame: Decoded = null
  for (let at = 2; at + 4 <= data.length;) {
    const [lead = 0, marker = 0] = data.subarray(at, at + 2)
    const length = data.readUInt16BE(at + 2)
    if (lead !== 0xff || length < 2 || at + 2 + length > data.length) return null
    if (marker === 0xda) return frame
    if (frameMarkers.includes(marker)) {
      const [depth = 0, components = 0] = [data[at + 4], data[at + 9]]
      if (length < 8 || depth !== 8 || ![1, 3].includes(components)) return null
      frame = { type: 'image/jpeg', width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) }
    }
    at += 2 + length
  }
  return null
}
