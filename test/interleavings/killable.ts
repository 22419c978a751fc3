import type { Knex } from 'knex'
import type { ObjectStore } from '../../service/objects/object-store.ts'

/** The end of a process at any point. */
export class Killed extends Error {
  override name = 'Killed'
}

/**
 * Called before and after every external effect of a process: each transaction, each request to the store. Its error is
 * thrown there; after an effect, this simulates a lost reply.
 */
export type Gate = (step: string) => Promise<void>

/** The database of a process that may be killed at any gate. */
export function gatedKnex(knex: Knex, gate: Gate): Knex {
  const transaction = async (work: (trx: Knex.Transaction) => Promise<unknown>, config?: Knex.TransactionConfig) => {
    await gate('before a transaction')
    const result = await knex.transaction(work, config)
    await gate('after a transaction')
    return result
  }
  return new Proxy(knex, { get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)) })
}

/** The store of such a process. */
export function gatedStore(store: ObjectStore, gate: Gate): ObjectStore {
  async function around<T>(step: string, work: () => Promise<T>): Promise<T> {
    await gate(`before ${step}`)
    const result = await work()
    await gate(`after ${step}`)
    return result
  }
  return {
    put: (key, bytes) => around('a put', () => store.put(key, bytes)),
    get: (key, range) => around('a get', () => store.get(key, range)),
    head: (key) => around('a head', () => store.head(key)),
    async *list(prefix, after) {
      await gate('before a list')
      yield* store.list(prefix, after)
      await gate('after a list')
    },
    delete: (key) => around('a delete', () => store.delete(key)),
    deleteEveryVersion: (key) => around('a delete', () => store.deleteEveryVersion(key)),
    takesUploads: store.takesUploads,
    presignPut: (key, expected) => store.presignPut(key, expected),
    check: () => around('a check', () => store.check()),
  }
}
