import { message } from '../../messages/message.ts'
import { isEnableCommand, isLogout, isLogoutAnswer } from '../documents/read-only.ts'
import { namesSecret } from '../secret-question.ts'
import { type DefinitionPart, Draft, literalPattern, type SourceLocation } from './draft.ts'
import { instructionsTo, modesByUse, type ModesByUse } from './scrapli-modes.ts'
import type { Instruction, ScrapliDefinition, ScrapliMode } from './scrapli-schema.ts'
import { caseless, type SplitPrompt, splitPrompt } from './split-prompt.ts'

/** Returns the line of a path of the definition. */
export type LineAt = (path: readonly (string | number)[]) => number

/** Converts a scrapli definition whose structure was checked. */
export function convertScrapli(definition: ScrapliDefinition, lineAt: LineAt): Draft {
  return new ScrapliConverter(definition, lineAt).convert()
}

const knownKeys: ReadonlySet<string> = new Set([
  'bypass_in_session_auth',
  'default_mode',
  'failure_indicators',
  'force_in_session_auth',
  'modes',
  'on_close_instructions',
  'on_open_instructions',
  'prompt_pattern',
])

const parserNames: ReadonlySet<string> = new Set(['genie_platform', 'ntc_templates_platform'])

class ScrapliConverter {
  readonly #definition: ScrapliDefinition
  readonly #lineAt: LineAt
  readonly #draft = new Draft()
  readonly #modes: ModesByUse

  constructor(definition: ScrapliDefinition, lineAt: LineAt) {
    this.#definition = definition
    this.#lineAt = lineAt
    this.#modes = modesByUse(definition)
  }

  convert(): Draft {
    const { prompt_pattern: whole, failure_indicators: indicators = [] } = this.#definition
    if (whole !== undefined)
      this.#draft.leftOut(this.#place(['prompt_pattern'], 'prompt', whole), message('definition_prompt_of_modes'))
    this.#convertPrompts()
    for (const mode of this.#definition.modes) this.#convertMode(mode)
    this.#convertDefaultMode()
    for (const [at, text] of indicators.entries())
      this.#draft.addError(this.#place(['failure_indicators', at], 'failure_indicator', text), literalPattern(text))
    this.#convertOpen()
    this.#convertClose()
    this.#convertLogin()
    this.#convertOthers()
    this.#draft.artifacts['running-config'] = {
      commands: ['show running-config', 'show configuration', 'show config'],
      min_lines: 5,
    }
    this.#draft.assumed('artifacts.running-config')
    return this.#draft
  }

  /** Several modes may have one prompt in the document: they differ in the last character. */
  #convertPrompts(): void {
    const { reading, user, shell } = this.#modes
    const read = this.#split(reading)
    const asUser = user && this.#split(user)
    if (read) {
      const { lead, host, ends } = read
      if (lead !== undefined) this.#draft.ssh.lead = caseless(lead)
      const isDistinct = asUser?.ends.length === 1 && ends.length === 1 && asUser.ends !== ends
      const hosts = asUser && asUser.host !== host ? `(?:${host}|${asUser.host})` : host
      this.#draft.ssh.prompt = { host: caseless(hosts), privileged: ends, ...(isDistinct && { user: asUser.ends }) }
      if (user && asUser && !isDistinct)
        this.#draft.lost(
          this.#promptPlace(user),
          message('definition_rights_indistinct', { mode: user.name, reading: reading.name }),
        )
      else if (user && asUser) this.#draft.carried(this.#promptPlace(user), 'ssh.prompt')
      this.#draft.carried(this.#promptPlace(reading), lead === undefined ? 'ssh.prompt' : 'ssh.prompt, ssh.lead')
    } else {
      this.#draft.ssh.prompt = { host: '[\\w.@()/:~\\[\\] -]+', privileged: '#', user: '>' }
      this.#draft.assumed('ssh.prompt')
    }
    if (shell) this.#convertShell(shell)
  }

  #convertShell(shell: ScrapliMode): void {
    const { reading, user } = this.#modes
    const found = instructionsTo(shell, reading) ?? (user && instructionsTo(shell, user))
    const prompt = shell.prompt_pattern ?? `^${literalPattern(shell.prompt_exact ?? '')}$`
    const place = this.#promptPlace(shell)
    const command = String(inputOf(found?.instructions[0]))
    if (!this.#draft.supports(place, caseless(prompt))) return
    this.#draft.ssh.system_shell = { prompt: caseless(prompt), command }
    this.#draft.carried(place, 'ssh.system_shell.prompt')
    const path = ['modes', this.#at(shell), 'accessible_modes', found?.at ?? 0]
    this.#draft.carried(this.#place(path, 'transition', command), 'ssh.system_shell.command')
  }

  #split(mode: ScrapliMode): SplitPrompt | undefined {
    const pattern = mode.prompt_pattern ?? literalPattern(mode.prompt_exact ?? '')
    const place = this.#promptPlace(mode)
    const split = splitPrompt(pattern)
    if (!split) {
      this.#draft.lost(place, message('definition_prompt_unsplit'))
      return undefined
    }
    const patterns = [split.host, ...(split.lead === undefined ? [] : [split.lead])].map(caseless)
    return patterns.every((one) => this.#draft.supports(place, one)) ? split : undefined
  }

  #convertMode(mode: ScrapliMode): void {
    const { reading, user, shell } = this.#modes
    const place = this.#modePlace(mode)
    if (mode !== reading && mode !== user && mode !== shell)
      return this.#draft.leftOut(
        place,
        message('definition_mode_not_entered', { mode: mode.name, reading: reading.name }),
      )
    this.#draft.carried(place, mode === shell ? 'ssh.system_shell' : 'ssh.prompt')
    for (const [at, text] of (mode.prompt_excludes ?? []).entries())
      this.#draft.leftOut(
        this.#place(['modes', this.#at(mode), 'prompt_excludes', at], 'prompt', text),
        message('definition_exclude_needless'),
      )
    for (const [at, { name, instructions }] of (mode.accessible_modes ?? []).entries()) {
      const transition = this.#place(['modes', this.#at(mode), 'accessible_modes', at], 'transition', name)
      const isToReading = name === reading.name && mode === user
      const isOpening = mode === shell && (name === reading.name || name === user?.name)
      if (isToReading) this.#convertEnable(transition, instructions)
      else if (!isOpening) this.#leaveOut(transition, name)
    }
  }

  #leaveOut(transition: SourceLocation, name: string): void {
    const { reading, user, shell } = this.#modes
    const isDisplayMode = [reading, user, shell].some((mode) => mode?.name === name)
    this.#draft.leftOut(
      transition,
      isDisplayMode
        ? message('definition_transition_needless', { mode: name })
        : message('definition_mode_not_entered', { mode: name, reading: reading.name }),
    )
  }

  #convertEnable(place: SourceLocation, instructions: readonly Instruction[]): void {
    const [first] = instructions
    const {
      input,
      prompt_exact: exact,
      prompt_pattern: pattern,
    } = first?.['send_prompted_input'] ?? first?.['send_input'] ?? {}
    const command = String(input)
    if (!isEnableCommand(command)) return this.#draft.lost(place, message('definition_enable_refused', { command }))
    const question = pattern === undefined ? exactQuestion(exact) : String(pattern)
    const secret = question === undefined ? undefined : caseless(question)
    if (secret !== undefined && !this.#draft.supports(place, secret)) return
    if (secret !== undefined && !namesSecret(secret))
      return this.#draft.lost(place, message('definition_question_unclear'))
    this.#draft.ssh.enable = { command, ...(secret !== undefined && { secret }) }
    this.#draft.carried(place, 'ssh.enable')
  }

  #convertDefaultMode(): void {
    const { default_mode: initial, modes } = this.#definition
    const place = this.#place(['default_mode'], 'mode', initial)
    if (modes.some(({ name }) => name === initial)) this.#draft.carried(place, 'ssh.prompt')
    else this.#draft.lost(place, message('definition_mode_unknown', { mode: initial }))
  }

  #convertOpen(): void {
    let required: string | undefined
    for (const [at, instruction] of (this.#definition.on_open_instructions ?? []).entries()) {
      const place = this.#instructionPlace('on_open', at, instruction)
      const mode = instruction['enter_mode']?.['requested_mode']
      const input = instruction['send_input']?.['input'] ?? instruction['write']?.['input']
      if (mode !== undefined) required = this.#enterMode(place, String(mode))
      else if (input === undefined)
        this.#draft.lost(place, message('definition_instruction_unknown', { key: keyOf(instruction) }))
      else if (required !== undefined) this.#draft.lost(place, message('definition_mode_required', { mode: required }))
      else {
        const [command = '', ...answers] = linesOf(String(input))
        if (answers.length > 0) this.#draft.lost(place, message('definition_answers_ahead'))
        else this.#draft.addPrepare(place, command)
      }
    }
  }

  #convertClose(): void {
    const ending: string[] = []
    for (const [at, instruction] of (this.#definition.on_close_instructions ?? []).entries()) {
      const place = this.#instructionPlace('on_close', at, instruction)
      const mode = instruction['enter_mode']?.['requested_mode']
      const input = instruction['send_input']?.['input'] ?? instruction['write']?.['input']
      if (mode !== undefined) this.#enterMode(place, String(mode))
      else if (input === undefined)
        this.#draft.lost(place, message('definition_instruction_unknown', { key: keyOf(instruction) }))
      else {
        const command = linesOf(String(input)).join('\n')
        if (isLogout(command) || (ending.length > 0 && isLogoutAnswer(command))) {
          ending.push(command)
          this.#draft.carried(place, 'ssh.logout')
        } else this.#draft.lost(place, message('definition_logout_refused', { command }))
      }
    }
    const [only] = ending
    if (only !== undefined) this.#draft.ssh.logout = ending.length === 1 ? only : ending.slice(0, 3)
  }

  /** Returns the mode if Coffer never enters it. */
  #enterMode(place: SourceLocation, name: string): string | undefined {
    const { reading, user } = this.#modes
    if (name === reading.name || name === user?.name) {
      this.#draft.carried(place, name === reading.name && user ? 'ssh.enable' : 'ssh.prompt')
      return undefined
    }
    const isKnown = this.#definition.modes.some((mode) => mode.name === name)
    this.#draft.lost(place, message(isKnown ? 'definition_mode_required' : 'definition_mode_unknown', { mode: name }))
    return isKnown ? name : undefined
  }

  /** A device that accepts any SSH login asks again within the session. */
  #convertLogin(): void {
    if (this.#definition.force_in_session_auth !== true) return
    const place = this.#place(['force_in_session_auth'], 'login', 'force_in_session_auth')
    this.#draft.addLogin(place, '(?i)^(?:login|user|user ?name): ?$', 'username')
    this.#draft.ssh.login?.push({ seen: '(?i)^(?:password|passcode): ?$', answer: 'password' })
  }

  #convertOthers(): void {
    for (const [key, value] of Object.entries(this.#definition as object)) {
      const place = this.#place([key], 'other', `${key}: ${JSON.stringify(value)}`)
      if (parserNames.has(key)) this.#draft.leftOut(place, message('definition_parser_name'))
      else if (key === 'bypass_in_session_auth') this.#draft.leftOut(place, message('definition_default_login'))
      else if (!knownKeys.has(key)) this.#draft.lost(place, message('definition_key_unknown', { key }))
    }
  }

  #place(path: readonly (string | number)[], part: DefinitionPart, text: string): SourceLocation {
    return { line: this.#lineAt(path), part, text }
  }

  #modePlace(mode: ScrapliMode): SourceLocation {
    return this.#place(['modes', this.#at(mode), 'name'], 'mode', mode.name)
  }

  #promptPlace(mode: ScrapliMode): SourceLocation {
    const key = mode.prompt_pattern === undefined ? 'prompt_exact' : 'prompt_pattern'
    return this.#place(['modes', this.#at(mode), key], 'prompt', String(mode[key]))
  }

  #instructionPlace(part: 'on_open' | 'on_close', at: number, instruction: Instruction): SourceLocation {
    const key = keyOf(instruction)
    const [value] = Object.values(instruction[key] ?? {})
    return this.#place([`${part}_instructions`, at, key], part, `${key}: ${String(value)}`)
  }

  #at(mode: ScrapliMode): number {
    return this.#definition.modes.indexOf(mode)
  }
}

function keyOf(instruction: Instruction): string {
  return Object.keys(instruction)[0] ?? ''
}

function inputOf(instruction: Instruction | undefined) {
  return instruction?.['send_input']?.['input'] ?? ''
}

/** Several definitions write a pattern as the exact question. */
function exactQuestion(exact: unknown): string | undefined {
  if (exact === undefined) return undefined
  return /^\^|\\s|\[/.test(String(exact)) ? String(exact) : `^${literalPattern(String(exact))}\\s?$`
}

/** Returns the lines of an input. Definitions write line ends and control characters as escapes. */
function linesOf(input: string): string[] {
  const text = input
    .replace(/\\x([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll('\\r', '\r')
    .replaceAll('\\n', '\n')
  return text.replace(/[\r\n]$/, '').split(/\r?\n|\r/)
}
