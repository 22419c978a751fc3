import { onScopeDispose, shallowRef } from 'vue'
import type { ServiceState } from '../../../bridge.ts'
import { useDesktop } from '../../client/desktop.ts'

/** The state of the bundled service, updated by events. `act` sets `failure` if an action fails. */
export function useService() {
  const computer = useDesktop()
  const state = shallowRef<ServiceState>()
  const failure = shallowRef<Error>()

  async function act(work: () => Promise<ServiceState>) {
    failure.value = undefined
    try {
      state.value = await work()
    } catch (error) {
      failure.value = error as Error
    }
  }

  onScopeDispose(
    computer.onEvent((event) => {
      if (event.kind === 'service') state.value = event.state
    }),
  )
  void act(computer.readService)
  return { state, failure, act }
}
