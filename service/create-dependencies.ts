import type { Closers } from './closers.ts'
import type { Dependencies } from './dependencies.ts'
import { createRepository, createRepositoryMemory } from './domain/repository/chunks/create-repository.ts'
import { createSearchService } from './domain/repository/search/search-service.ts'
import { readServerId } from './embedded/server-id.ts'
import type { Installation } from './installation.ts'
import { openBreachedPasswords } from './passwords/breached-passwords-file.ts'
import { checkAddressFor, createOutboundClient } from './outbound/create-outbound-client.ts'
import { type ServicePool, createServicePool } from './workers/service-pool.ts'

type Foundation = Pick<Installation, 'settings' | 'knex' | 'agentsKnex' | 'keys' | 'serviceKeys' | 'store' | 'now'>

type Built = Pick<
  Dependencies,
  'workers' | 'repository' | 'forAgents' | 'searching' | 'outgoing' | 'breachedPasswords' | 'localServerId'
>

/**
 * Adds what the HTTP API needs to an installation: the repository, searches, threads, outbound requests and the list of
 * breached passwords.
 * @param workers closed with the other dependencies
 * @throws StartupError if the list cannot be used
 */
export function createDependencies<Given extends Foundation>(
  installation: Given,
  closers: Closers,
  workers: ServicePool = createServicePool(),
): Given & Built {
  const { settings, knex, agentsKnex, keys, serviceKeys, store, now } = installation
  closers.add(() => workers.close())
  const [parts, memory] = [{ keys, serviceKeys, store, workers, now }, createRepositoryMemory()]
  const searching = createSearchService({ knex, keys, store, now })
  closers.add(() => searching.close())
  const breachedPasswords =
    settings.breachedPasswords === null ? null : openBreachedPasswords(settings.breachedPasswords)
  closers.add(() => breachedPasswords?.close())
  return {
    ...installation,
    breachedPasswords,
    localServerId: settings.localAgent ? readServerId(settings.dataDirectory) : null,
    workers,
    repository: createRepository({ ...parts, knex }, memory),
    forAgents: { knex: agentsKnex, repository: createRepository({ ...parts, knex: agentsKnex }, memory) },
    searching,
    outgoing: createOutboundClient({
      checkAddress: checkAddressFor(settings.importAllowPrivate),
      ownUrls: [settings.baseUrl],
      allow: settings.outgoingAllow,
    }),
  }
}
