import { createDump } from '../../service/domain/recovery/dump/create-dump.ts'
import type { TestService } from './service.ts'

/** Creates a dump of the service's database in memory, with the tenants' keys, and a function to read it. */
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
