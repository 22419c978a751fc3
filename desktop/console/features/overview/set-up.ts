/** The steps from an empty installation to a backup that someone watches, in order. */
export const setUpSteps = [
  'masterKey',
  'password',
  'customer',
  'agent',
  'credential',
  'device',
  'backup',
  'notification',
] as const

export type SetUpStep = (typeof setUpSteps)[number]

/** Whether each step is done; absent if the role may not do it, or it is not known yet. */
export type SetUpFacts = Partial<Record<SetUpStep, boolean>>

export interface SetUpLine {
  step: SetUpStep
  isDone: boolean
  /** Whether it is the first step that is not done. */
  isNext: boolean
}

/** Returns the known steps in order. */
export function setUpLines(facts: SetUpFacts): SetUpLine[] {
  const known = setUpSteps.filter((step) => facts[step] !== undefined)
  const next = known.find((step) => !facts[step])
  return known.map((step) => ({ step, isDone: facts[step] === true, isNext: step === next }))
}

/** Steps that the overview asks for after the first backup too: without them, a loss is final or an intruder gets in. */
const lasting: SetUpStep[] = ['masterKey', 'password']

/** Returns whether to show the steps: until the first backup, and then while a lasting one is not done. */
export function isSetUpOpen(facts: SetUpFacts): boolean {
  return facts.backup === false || lasting.some((step) => facts[step] === false)
}
