import { createDump } from '../../service/domain/recovery/dump/create-dump.ts'
import type { TestService } from './service.ts'

/** A dump of the service's database with the customers' keys, in memory, and how it is read again. */
export async function dumpOf({
  dependencies: { knex, masterKey, now },
}: Pick<TestService, 'dependencies'>): Promise<Buffer> {
  const written: Buffer[] = []
  await createDump({ knex, masterKey, now: now() }, { keys: true }, async (bytes) => void written.push(bytes))
  return Buffer.concat(written)
}

export async function* inOne(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
