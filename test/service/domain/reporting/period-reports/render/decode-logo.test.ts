import { crc32, deflateSync } from 'node:zlib'
import { expect } from 'chai'
import { decodeLogo } from '../../../../../../service/domain/reporting/period-reports/render/decode-logo.ts'
import { logo } from './sample-report.ts'

describe('the logo of a report', () => {
  it('is recognised by its content, with its size', () => {
    expect(decodeLogo(logo.data)).to.include({ type: 'image/png', width: 1, height: 1 })
    expect(decodeLogo(writePng(40, 30, 8, 2))).to.include({ type: 'image/png', width: 40, height: 30 })
    expect(decodeLogo(jpeg)).to.include({ type: 'image/jpeg', width: 3, height: 2 })
  })

  it('is refused if it is incomplete, damaged, of another format or too large', () => {
    const damaged = Buffer.from(logo.data)
    damaged[50] = damaged[50]! ^ 1
    const refused = [
      Buffer.alloc(0),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('GIF89a'),
      logo.data.subarray(0, -12),
      damaged,
      writePng(4, 4, 8, 2, deflateSync(Buffer.alloc(4))), // too few pixels
      writePng(4, 4, 8, 2, deflateSync(Buffer.alloc(4_000_000))), // far too many
      writePng(4, 4, 8, 2, Buffer.from('no deflate')),
      writePng(4, 4, 8, 3), // without a palette
      writePng(4, 4, 5, 2),
      writePng(2001, 1, 8, 2),
      writePng(0, 1, 8, 2),
      jpeg.subarray(0, -2),
      jpeg.subarray(0, 12),
    ]

    for (const data of refused) expect(decodeLogo(data), data.toString('hex', 0, 60)).to.equal(null)
  })
})

const jpeg = Buffer.concat([
  Buffer.from('ffd8', 'hex'),
  Buffer.from('ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('ffc00011080002000303012200021101031101', 'hex'),
  Buffer.from('ffda000c03010002110311003f00', 'hex'),
  Buffer.from('00ffd9', 'hex'),
])

function writePng(width: number, height: number, depth: number, colour: number, pixels?: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour], 8)
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const framed = Buffer.alloc(8)
    framed.writeUInt32BE(content.length, 0)
    framed.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([framed.subarray(0, 4), body, framed.subarray(4)])
  }
  const rows = pixels ?? deflateSync(Buffer.alloc(height * (1 + width * 3)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
