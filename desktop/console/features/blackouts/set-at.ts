import type { components } from '../../../../shared/contract/api-types.ts'
import type { Api } from '../../client/api.ts'
import { problemIn } from '../../ui/problem.ts'
import { type Target, changed, paramsOf } from './blackout.ts'

type Schemas = components['schemas']

/**
 * Changes, adds or removes one blackout of a level, without changing the others. If another user changes them at the
 * same time, it is applied to their version.
 * @param gone message if the blackout no longer exists
 * @throws ApiProblem; Error with `gone`
 */
export async function setAt(
  api: Api,
  target: Target,
  change: { before: Schemas['Blackout'] | null; after: Schemas['NewBlackout'] | null },
  gone: string,
): Promise<void> {
  const params = paramsOf(target)
  for (let triesLeft = 5; ; triesLeft--) {
    const { data } = await api.GET('/api/blackouts/{level}', { params })
    const blackouts = changed(data!.blackouts, change)
    if (!blackouts) throw new Error(gone)
    try {
      return void (await api.PUT('/api/blackouts/{level}', { params, body: { blackouts, in_place_of: data!.digest } }))
    } catch (error) {
      if (triesLeft === 0 || problemIn(error as Error)?.code !== 'changed_meanwhile') throw error
    }
  }
}
