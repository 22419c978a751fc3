import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { ObjectNotFound, ObjectDamaged } from '../../../service/objects/object-store.ts'
import type { ObjectStore } from '../../../service/objects/object-store.ts'
import { failureOf } from '../../support/failure-of.ts'

/**
 * Tests the guarantees of every object store. `open` returns one without objects below `area/`, and is called once; the
 * store may contain other objects.
 */
export function describeObjectStore(name: string, open: () => Promise<{ store: ObjectStore; area: string }>): void {
  describe(`${name}, as an object store`, () => {
    let store: ObjectStore
    let area: string
    let made = 0

    before(async () => ({ store, area } = await open()))

    const freshKey = () => `${area}/packs/${String(++made).padStart(6, '0')}`

    async function listed(prefix: string, after?: string): Promise<string[]> {
      const keys: string[] = []
      for await (const { key } of store.list(prefix, after)) keys.push(key)
      return keys
    }

    it('returns what was written, byte for byte, of any size', async () => {
      for (const size of [0, 1, 4096, 300_001, 5 * 1024 * 1024]) {
        const key = freshKey()
        const bytes = randomBytes(size)

        await store.put(key, bytes)

        expect((await store.get(key)).equals(bytes), `${size} bytes`).to.equal(true)
        expect(await store.head(key)).to.deep.equal({ size })
      }
    })

    it('returns a part of an object', async () => {
      const key = freshKey()
      const bytes = randomBytes(100_000)
      await store.put(key, bytes)

      const parts = await Promise.all([
        store.get(key, { offset: 0, length: 1 }),
        store.get(key, { offset: 777, length: 50_000 }),
        store.get(key, { offset: 99_999, length: 1 }),
      ])

      expect(parts[0].equals(bytes.subarray(0, 1))).to.equal(true)
      expect(parts[1].equals(bytes.subarray(777, 50_777))).to.equal(true)
      expect(parts[2].equals(bytes.subarray(99_999))).to.equal(true)
    })

    it('distinguishes a missing range from a shorter one', async () => {
      const key = freshKey()
      await store.put(key, randomBytes(1000))

      const failures = await Promise.all([
        failureOf(store.get(key, { offset: 990, length: 11 })),
        failureOf(store.get(key, { offset: 1000, length: 1 })),
        failureOf(store.get(key, { offset: 5000, length: 10 })),
      ])

      for (const failure of failures) expect(failure).to.be.instanceOf(ObjectDamaged)
    })

    it('reports that an unknown object is absent', async () => {
      const key = `${area}/nowhere/at-all`

      const failures = await Promise.all([
        failureOf(store.get(key)),
        failureOf(store.get(key, { offset: 0, length: 1 })),
        failureOf(store.get(`${area}/nowhere`)),
      ])

      for (const failure of failures) expect(failure).to.be.instanceOf(ObjectNotFound)
      expect(await store.head(key)).to.equal(null)
    })

    it('replaces an object as a whole', async () => {
      const key = freshKey()
      await store.put(key, Buffer.from('a much longer text than the second'))

      await store.put(key, Buffer.from('short'))

      expect((await store.get(key)).toString()).to.equal('short')
    })

    it('contains one of two concurrent objects of a key, complete', async () => {
      const key = freshKey()
      const both = [Buffer.alloc(400_000, 'a'), Buffer.alloc(300_000, 'b')]

      await Promise.all(both.map((bytes) => store.put(key, bytes)))

      const kept = await store.get(key)
      expect(both.some((bytes) => bytes.equals(kept))).to.equal(true)
    })

    it('shows a reader the whole object or none during a write', async () => {
      const key = freshKey()
      const versions = [1, 2, 3, 4].map((fill) => Buffer.alloc(600_000 + fill, fill))
      await store.put(key, versions[0]!)

      const putting = (async () => {
        for (const version of versions) await store.put(key, version)
      })()
      const seen: Buffer[] = []
      for (let i = 0; i < 20; i++) seen.push(await store.get(key))
      await putting

      for (const bytes of seen) expect(versions.some((version) => version.equals(bytes))).to.equal(true)
    })

    it('deletes, and treats an absent object as deleted', async () => {
      const key = freshKey()
      await store.put(key, Buffer.from('gone soon'))

      await store.delete(key)
      await store.delete(key)
      await store.delete(`${area}/nowhere/at-all`)

      expect(await store.head(key)).to.equal(null)
      expect(await failureOf(store.get(key))).to.be.instanceOf(ObjectNotFound)
    })

    it('deletes every version, of this key and no other', async () => {
      const [key, longer, deeper] = ['destroyed', 'destroyed-not', 'destroyed.not/either'].map(
        (name) => `${area}/keys/${name}`,
      ) as [string, string, string]
      for (const text of ['first', 'second']) {
        for (const each of [key, longer, deeper]) await store.put(each, Buffer.from(text))
      }

      await store.deleteEveryVersion(key)
      await store.deleteEveryVersion(key)

      expect(await store.head(key)).to.equal(null)
      expect(await listed(`${area}/keys/`)).to.deep.equal([longer, deeper])
      expect((await store.get(longer)).toString()).to.equal('second')
    })

    it('lists in byte order of keys, whatever its folders', async () => {
      const keys = ['a-b', 'a.b', 'a/b', 'a/c/d', 'a0', 'aa', 'B', 'b/1', 'b/10', 'b/2'].map(
        (key) => `${area}/order/${key}`,
      )
      for (const key of [...keys].reverse()) await store.put(key, Buffer.from(key))

      const found = await listed(`${area}/order/`)

      expect(found).to.deep.equal([...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    })

    it('lists by any prefix, after any key, with sizes', async () => {
      const keys = ['m/1', 'm/2', 'm/22', 'm/3', 'n/1'].map((key) => `${area}/part/${key}`)
      for (const [index, key] of keys.entries()) await store.put(key, Buffer.alloc(index))

      const sizes: number[] = []
      for await (const { size } of store.list(`${area}/part/`)) sizes.push(size)

      expect(sizes).to.deep.equal([0, 1, 2, 3, 4])
      expect(await listed(`${area}/part/m/2`)).to.deep.equal(keys.slice(1, 3))
      expect(await listed(`${area}/part/m`)).to.deep.equal(keys.slice(0, 4))
      expect(await listed(`${area}/part/`, keys[2])).to.deep.equal(keys.slice(3))
      expect(await listed(`${area}/part/`, `${area}/part/m/21`)).to.deep.equal(keys.slice(2))
      expect(await listed(`${area}/part/`, `${area}/part/z`)).to.deep.equal([])
      expect(await listed(`${area}/nowhere/`)).to.deep.equal([])
    })

    it('lists more objects than fit in a page', async () => {
      const keys = Array.from({ length: 1100 }, (_, i) => `${area}/many/${String(i).padStart(5, '0')}`)
      for (let at = 0; at < keys.length; at += 50) {
        await Promise.all(keys.slice(at, at + 50).map((key) => store.put(key, Buffer.from('x'))))
      }

      const found = await listed(`${area}/many/`)

      expect(found).to.deep.equal(keys)
    })

    it('rejects a key that could lead elsewhere, in every operation', async () => {
      const hostile = [
        '',
        '/',
        '/etc/passwd',
        'a//b',
        'a/',
        '../a',
        'a/../b',
        'a/./b',
        '.hidden',
        'a/.b',
        'a\\b',
        'a b',
      ]
      const worse = ['a\0b', 'a\nb', 'ü', 'a%2fb', 'c:', 'a'.repeat(201), `${'a/'.repeat(600)}a`]

      for (const key of [...hostile, ...worse]) {
        const failures = await Promise.all([
          failureOf(store.put(key, Buffer.from('x'))),
          failureOf(store.get(key)),
          failureOf(store.head(key)),
          failureOf(store.delete(key)),
          failureOf(store.deleteEveryVersion(key)),
        ])
        for (const failure of failures) expect(failure, JSON.stringify(key)).to.be.instanceOf(RangeError)
      }
    })

    it('confirms that it can be read and written', async () => {
      const work = store.check()

      await work
    })
  })
}
