import { type JunosDevice, type JunosEditor, stamp } from './junos-device.ts'
import { wholeView, type JunosView } from './junos-text.ts'
import type { Said, ShellModel } from './shell-device.ts'

/** How a Junos device treats an account on its command line. */
export type JunosAccount = typeof plainAccount

const plainAccount = {
  user: 'backup',
  view: wholeView as Omit<JunosView, 'omit'>,
  /** The shell after login. Root gets a system shell. */
  landsIn: 'cli' as 'cli' | 'csh' | 'sh',
  /** `{master:0}`: shown before each prompt. */
  role: null as string | null,
  release: '22.4R3-S2.11',
  /** False for old releases, which do not support `display omit`. */
  knowsOmit: true,
  /** Lines per page in a shell. */
  pageLines: 24,
  /** Whether `set cli` is denied to the class: the pager remains on. */
  mayNotSetCli: false,
  /** Whether its prompt and its history show that a commit waits for confirmation: the formats differ. */
  tellsOfPending: true,
}

export function junosAccount(changes: Partial<JunosAccount> = {}): JunosAccount {
  return { ...plainAccount, ...changes }
}

/** Returns a command's output on its own channel, by stream: a system shell writes errors to stderr. */
export function junosExec(
  device: JunosDevice,
  account: JunosAccount,
  command: string,
): { said: string; complaint: string } {
  if (account.landsIn === 'cli') return { said: operational(device, account, command).text, complaint: '' }
  const inner = /^cli -c "(.*)"$/.exec(command)?.[1]
  if (inner !== undefined) return { said: operational(device, account, inner).text, complaint: '' }
  const words = command.split('|').map((part) => part.trim().split(' ')[0] ?? '')
  const complaint = words.map((word) => notFound(account, word)).join('')
  return { said: '', complaint }
}

/** A shell session: a system shell if the account lands in one, the command line, the configuration mode. */
export function junosShell(device: JunosDevice, account: JunosAccount): ShellModel & { end(): void } {
  let isOutside = account.landsIn !== 'cli'
  let paging = true
  let editor: JunosEditor | undefined

  const notice = () => {
    if (!device.rollbackAt || !account.tellsOfPending) return ''
    const minutes = Math.ceil((device.rollbackAt.getTime() - device.now().getTime()) / 60_000)
    return `# commit confirmed will be rolled back in ${minutes} minutes\n`
  }

  function prompt(): string {
    const { user } = account
    if (isOutside) return account.landsIn === 'csh' ? `${user}@${device.hostname}% ` : `${user}@${device.hostname}:~ # `
    const role = account.role ?? ''
    if (editor) return `\n${notice()}${role}[edit]\n${user}@${device.hostname}# `
    return `\n${notice()}${role === '' ? '' : `${role}\n`}${user}@${device.hostname}> `
  }

  function obey(command: string): Said {
    if (isOutside) return obeyOutside(command)
    if (editor) return obeyEditing(editor, command)
    const entered = /^(?:configure|edit)( exclusive)?$/.exec(command)
    if (entered) return enter(entered[1] !== undefined)
    if (command.startsWith('set cli ')) return setCli(command)
    if (command !== 'exit' && command !== 'quit') {
      const { text, isPaged } = operational(device, account, command)
      return isPaged ? { pages: text } : text
    }
    if (account.landsIn === 'cli') return { hangsUp: true }
    isOutside = true
    return ''
  }

  function obeyOutside(command: string): Said {
    if (command === 'exit') return { hangsUp: true }
    if (command !== 'cli') return notFound(account, command.split(' ')[0] ?? '')
    isOutside = false
    return ''
  }

  function enter(exclusive: boolean): string {
    const entered = device.edit(account.user, exclusive)
    if ('refused' in entered) return entered.refused
    editor = entered.editor
    const warning = exclusive ? 'warning: uncommitted changes will be discarded on exit\n' : ''
    return `${warning}Entering configuration mode\n`
  }

  function setCli(command: string): string {
    if (account.mayNotSetCli) return unknown('set')
    if (command === 'set cli complete-on-space off') return 'Disabling complete-on-space\n'
    const size = /^set cli screen-(length|width) (\d+)$/.exec(command)
    if (!size) return unknown('set cli ')
    if (size[1] === 'length') paging = size[2] !== '0'
    return `Screen ${size[1]} set to ${size[2]}\n`
  }

  function obeyEditing(open: JunosEditor, command: string): Said {
    const [first = ''] = command.split(' ')
    if (command === 'exit' || command === 'exit configuration-mode' || command === 'quit') return leave(open)
    if (command === 'load override terminal')
      return { asks: '[Type ^D at a new line to end input]\n', shown: true, then: typedIn(open) }
    const loaded = /^load override (\/\S+)$/.exec(command)?.[1]
    if (loaded !== undefined) {
      const bytes = device.files.get(loaded)
      if (!bytes) return `error: could not open '${loaded}': No such file or directory\n`
      return open.load(bytes.toString('latin1'), loaded).words
    }
    if (/^show \| compare(?: \| no-more)?$/.test(command)) return open.compare()
    if (command === 'commit check') return open.check().words
    const back = /^rollback (\d+)$/.exec(command)?.[1]
    if (back !== undefined) return open.rollback(Number(back))
    if (first === 'commit') return commit(open, command)
    const run = /^run (.*)$/.exec(command)?.[1]
    return run === undefined ? unknown('') : operational(device, account, run).text
  }

  function commit(open: JunosEditor, command: string): Said {
    const how = /^commit(?: confirmed(?: (\d+))?)?(?: comment "([^"]*)")?( and-quit)?$/.exec(command)
    if (!how) return unknown('commit ')
    const isConfirmed = command.startsWith('commit confirmed')
    const confirmedMinutes = isConfirmed ? Number(how[1] ?? 10) : undefined
    const { isDone, words } = open.commit({ confirmedMinutes, comment: how[2] })
    if (!isDone || how[3] === undefined) return words
    open.leave()
    editor = undefined
    return `${words}Exiting configuration mode\n`
  }

  function leave(open: JunosEditor): Said {
    const go = () => {
      open.leave()
      editor = undefined
      return 'Exiting configuration mode\n'
    }
    if (!open.hasChanges) return go()
    const discards = open.isExclusive ? 'The configuration has been changed but not committed\n' : ''
    return {
      asks: `${discards}Exit with uncommitted changes? [yes,no] (yes) `,
      shown: true,
      then: (line) => (line === 'no' ? '' : go()),
    }
  }

  function typedIn(open: JunosEditor): (line: string) => Said {
    const lines: string[] = []
    const next = (line: string): Said => {
      if (line !== '\x04') {
        lines.push(line)
        return { asks: '', shown: true, then: next }
      }
      return open.load(`${lines.join('\n')}\n`, 'terminal').words
    }
    return next
  }

  return {
    prompt,
    obey,
    unknownComment: () => `${' '.repeat(20)}^\nunknown command.\n`,
    greeting: () => ({ text: `--- JUNOS ${account.release} built 2024-05-10 20:45:39 UTC\n` }),
    pager: {
      lines: () => (paging ? account.pageLines : null),
      mark: '---(more)---',
      wipe: () => `\r${' '.repeat(40)}\r`,
    },
    logLine: 'Message from syslogd@r1 at Nov 21 12:00:00  ... r1 mgd[4681]: UI_COMMIT_PROGRESS',
    end() {
      editor?.leave()
      editor = undefined
    },
  }
}

/** The output of the operational mode. */
function operational(device: JunosDevice, account: JunosAccount, line: string): { text: string; isPaged: boolean } {
  const [command = '', ...pipes] = line.split('|').map((part) => part.trim())
  const isPaged = command.startsWith('show') && !pipes.includes('no-more')
  const say = (text: string) => ({ text, isPaged })
  const wanted = pipes.filter((pipe) => pipe !== 'no-more')
  if (command === 'show version') {
    return say(
      `Hostname: ${device.hostname}\nModel: srx300\nJunos: ${account.release}\nJUNOS Software Release [${account.release}]\n`,
    )
  }
  const checked = /^file checksum (sha-256|md5) (\S+)$/.exec(command)
  if (checked) {
    const [, named, path = ''] = checked
    const algorithm = named === 'md5' ? 'md5' : 'sha256'
    const sum = device.checksum(path, algorithm)
    if (sum === undefined) return say(`error: could not open '${path}': No such file or directory\n`)
    return say(`${algorithm.toUpperCase()} (${path}) = ${sum}\n`)
  }
  const deleted = /^file delete (\S+)$/.exec(command)?.[1]
  if (deleted !== undefined)
    return say(device.files.delete(deleted) ? '' : `error: could not delete '${deleted}': No such file or directory\n`)
  if (command === 'show system commit') return say(shownCommits(device, account))
  if (command !== 'show configuration') return say(unknown(''))

  const known = ['display set', 'display xml', ...(account.knowsOmit ? ['display omit'] : [])]
  const strange = wanted.find((pipe) => !known.includes(pipe))
  if (strange !== undefined) return say(`${' '.repeat(line.indexOf(strange))}^\nsyntax error, expecting <command>.\n`)
  const view = { ...account.view, omit: wanted.includes('display omit') }
  if (wanted.includes('display set')) return say(device.show('set', view))
  if (!wanted.includes('display xml')) return say(device.show('conf', view))
  return say(inReply(device.show('xml', view), account))
}

/** As printed by `| display xml`. */
function inReply(configuration: string, { release, role }: JunosAccount): string {
  const indented = configuration.replace(/^(?=.)/gm, '    ')
  const namespace = `http://xml.juniper.net/junos/${release.replace(/-.*/, '')}/junos`
  const banner = `    <cli>\n        <banner>${role ?? ''}</banner>\n    </cli>\n`
  return `<rpc-reply xmlns:junos="${namespace}">\n${indented}${banner}</rpc-reply>\n`
}

function shownCommits(device: JunosDevice, { tellsOfPending }: JunosAccount): string {
  const pending = device.rollbackAt && tellsOfPending ? ' commit confirmed, rollback pending' : ''
  return device.commits
    .map(({ at, user, via, comment }, number) => {
      return `${number}   ${stamp(at)} by ${user} via ${via}${number === 0 ? pending : ''}\n${comment === '' ? '' : `    ${comment}\n`}`
    })
    .join('')
}

/** The mark is below the wrong word, as on a screen behind the prompt. */
function unknown(right: string): string {
  return `${' '.repeat(20 + right.length)}^\n${right === '' ? 'unknown command' : 'syntax error, expecting <command>'}.\n`
}

function notFound({ landsIn }: JunosAccount, word: string): string {
  return landsIn === 'csh' ? `${word}: Command not found.\n` : `sh: ${word}: not found\n`
}
