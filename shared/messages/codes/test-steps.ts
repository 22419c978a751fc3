import type { MessageGroup } from '../parameters.ts'

/** What a step of a connection test does, by the name under which the agent reports it. */
export const testSteps = {
  test_step_connect: {},
  test_step_enable: {},
  test_step_handshake: {},
  test_step_login: {},
  test_step_network: {},
  test_step_prepare: {},
  test_step_prompt: {},
  test_step_rsync: {},
  test_step_trust: {},
} as const satisfies MessageGroup
