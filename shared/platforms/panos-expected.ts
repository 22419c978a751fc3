import { message } from '../messages/message.ts'
import type { WantedElement } from './panos-answer.ts'
import { ArtifactUnavailable, type RequestContext } from './requests.ts'

/** The whole configuration. Content that an account may not see is missing without a remark. */
export const wholeConfiguration: WantedElement = {
  path: ['response', 'result', 'config'],
  missing: {
    kind: 'failed',
    code: 'privilege_insufficient',
    expected: message('expected_element', { element: 'config' }),
    seen: 'a success without it',
  },
}

/** The element in the response to `show system info`. */
export const panosSystem: WantedElement = {
  path: ['response', 'result', 'system'],
  missing: {
    kind: 'failed',
    code: 'protocol_error',
    expected: message('expected_element', { element: 'system' }),
    seen: 'a success without it',
  },
}

/**
 * Returns one virtual system as an element.
 * @param path to it in the device's response
 */
export function wantedVsys(vsys: string, path: readonly string[]): WantedElement {
  const missing = unknownVsys(vsys, 'no such virtual system')
  return { path, name: vsys, missing, unknown: missing }
}

/** @throws ArtifactUnavailable for a virtual system that a device with a single one cannot have */
export function vsysIn(option: unknown, facts: RequestContext['facts']): string | undefined {
  if (typeof option !== 'string' || option === '') return undefined
  if (facts['isMultiVsys'] === true || option === 'vsys1') return option
  throw new ArtifactUnavailable(unknownVsys(option, 'a device whose multi-vsys is off'))
}

function unknownVsys(vsys: string, seen: string) {
  const advice = message('advice_panos_vsys')
  const expected = message('expected_virtual_system', { vsys })
  return { kind: 'failed', code: 'options_invalid', expected, seen, advice } as const
}
