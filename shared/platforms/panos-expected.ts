import { message } from '../messages/message.ts'
import type { WantedElement } from './panos-answer.ts'
import { ArtifactUnavailable, type RequestContext } from './requests.ts'

/** Of the whole configuration; what an account may not see is left out of it without a word. */
export const wholeConfiguration: WantedElement = {
  path: ['response', 'result', 'config'],
  missing: {
    is: 'failed',
    code: 'privilege_insufficient',
    expected: message('expected_element', { element: 'config' }),
    seen: 'a success without it',
  },
}

/** In the answer to `show system info`. */
export const panosSystem: WantedElement = {
  path: ['response', 'result', 'system'],
  missing: {
    is: 'failed',
    code: 'protocol_error',
    expected: message('expected_element', { element: 'system' }),
    seen: 'a success without it',
  },
}

/**
 * One virtual system, as an element of its own.
 * @param path to it in what the device gives
 */
export function wantedVsys(vsys: string, path: readonly string[]): WantedElement {
  const missing = unknownVsys(vsys, 'no such virtual system')
  return { path, name: vsys, missing, unknown: missing }
}

/** @throws NoText for a virtual system that a device with only one cannot have */
export function vsysIn(option: unknown, facts: RequestContext['facts']): string | undefined {
  if (typeof option !== 'string' || option === '') return undefined
  if (facts['isMultiVsys'] === true || option === 'vsys1') return option
  throw new ArtifactUnavailable(unknownVsys(option, 'a device whose multi-vsys is off'))
}

function unknownVsys(vsys: string, seen: string) {
  const advice = message('advice_panos_vsys')
  const expected = message('expected_virtual_system', { vsys })
  return { is: 'failed', code: 'options_invalid', expected, seen, advice } as const
}
