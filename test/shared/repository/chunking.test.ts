import { expect } from 'chai'
import { createHash } from 'node:crypto'
import { chunkSizes, createChunker } from '../../../shared/repository/chunking.ts'
import { seeded } from './seeded.ts'

describe('chunking', () => {
  it('returns every byte in order, whatever the input pieces', () => {
    const random = seeded(1)
    const input = random.bytes(9 * 1024 * 1024)

    const whole = chunksOf([input])
    const inPieces = chunksOf(dependencies(input, () => random.whole(1, 100_000)))

    expect(Buffer.concat(whole).equals(input)).to.equal(true)
    expect(lengthsOf(inPieces)).to.deep.equal(lengthsOf(whole))
    expect(Buffer.concat(inPieces).equals(input)).to.equal(true)
  })

  it('respects its size limits and approximates its average', () => {
    const lengths = lengthsOf(chunksOf([seeded(2).bytes(48 * 1024 * 1024)]))

    const inner = lengths.slice(0, -1)
    const average = inner.reduce((sum, length) => sum + length, 0) / inner.length
    expect(Math.min(...inner)).to.be.at.least(chunkSizes.min)
    expect(Math.max(...inner)).to.be.at.most(chunkSizes.max)
    expect(average).to.be.within(0.75 * chunkSizes.average, 1.75 * chunkSizes.average)
  })

  it('makes one chunk of small input and none of empty input', () => {
    expect(lengthsOf(chunksOf([]))).to.deep.equal([])
    expect(lengthsOf(chunksOf([Buffer.alloc(0)]))).to.deep.equal([])
    expect(lengthsOf(chunksOf([Buffer.alloc(1)]))).to.deep.equal([1])
    expect(lengthsOf(chunksOf([seeded(3).bytes(chunkSizes.min)]))).to.deep.equal([chunkSizes.min])
  })

  it('splits constant data at the maximum, so that a hole repeats one chunk', () => {
    const lengths = lengthsOf(chunksOf(Array.from({ length: 9 }, () => Buffer.alloc(1024 * 1024))))

    expect(lengths).to.deep.equal([chunkSizes.max, chunkSizes.max, 1024 * 1024])
  })

  it('realigns soon after inserted, removed or changed bytes', () => {
    const random = seeded(4)
    const before = random.bytes(16 * 1024 * 1024)
    const at = 5 * 1024 * 1024
    const edits = [
      Buffer.concat([before.subarray(0, at), Buffer.from('inserted'), before.subarray(at)]),
      Buffer.concat([before.subarray(0, at), before.subarray(at + 1000)]),
      Buffer.concat([before.subarray(0, at), random.bytes(10), before.subarray(at + 10)]),
    ]

    const known = new Set(chunksOf([before]).map(digestOf))
    const unknown = edits.map((edit) => chunksOf([edit]).filter((chunk) => !known.has(digestOf(chunk))))

    expect(unknown.map((chunks) => chunks.length <= 4)).to.deep.equal([true, true, true])
  })

  it('splits where every version of Coffer must split', () => {
    const chunks = chunksOf([seeded(5).bytes(6 * 1024 * 1024)])

    expect(lengthsOf(chunks)).to.deep.equal([1680931, 1144951, 1224768, 1098872, 1071982, 69952])
  })

  it('copies bytes that the caller still owns', () => {
    const piece = Buffer.from('hostname a')
    const chunker = createChunker()

    chunker.push(piece)
    const [chunk] = chunker.end()
    piece.fill(0)

    expect(chunk!.toString()).to.equal('hostname a')
  })
})

function chunksOf(input: Buffer[]): Buffer[] {
  const chunker = createChunker()
  return [...input.flatMap((piece) => chunker.push(piece)), ...chunker.end()]
}

function dependencies(input: Buffer, length: () => number): Buffer[] {
  const made: Buffer[] = []
  for (let at = 0; at < input.length; at += made.at(-1)!.length) made.push(input.subarray(at, at + length()))
  return made
}

function lengthsOf(chunks: Buffer[]): number[] {
  return chunks.map((chunk) => chunk.length)
}

function digestOf(chunk: Buffer): string {
  return createHash('sha256').update(chunk).digest('hex')
}
