import type { FailpointName } from '../../../service/domain/jobs/failpoint.ts'
import { type RunningCoffer, runCoffer } from '../../support/running-coffer.ts'
import type { TestService } from '../../support/service.ts'

/**
 * Starts another replica of this service, in its own process on the same database and objects.
 * @param port 0 for any
 * @param dieAt the failpoint at which it kills itself; empty: none
 */
export function startReplica(
  { db, dependencies }: TestService,
  port: string,
  dieAt: FailpointName | '',
): Promise<RunningCoffer> {
  const environment = {
    BKP_DATABASE_URL: db.url,
    BKP_DATABASE_OWNER_URL: db.ownerUrl,
    BKP_MASTER_KEY: dependencies.masterKey.toString('base64'),
    BKP_LOCAL_AGENT: 'off',
    BKP_PORT: port,
    COFFER_TEST_DIE_AT: dieAt,
  }
  return runCoffer(dependencies.settings.dataDirectory, environment, {}, 'test/service/protocol/killed-service.ts')
}
