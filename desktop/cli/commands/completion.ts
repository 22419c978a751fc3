import { message } from '../../../shared/messages/message.ts'
import { command } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'

const shells = ['bash', 'zsh', 'fish'] as const

/**
 * Completion scripts. The shell passes the words so far; the client prints one candidate a line: commands and device
 * names.
 */
const scripts: Record<(typeof shells)[number], string> = {
  bash: `_coffer() {
  local IFS=$'\\n'
  mapfile -t COMPREPLY < <(coffer complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}
complete -o default -F _coffer coffer
`,
  zsh: `#compdef coffer
_coffer() {
  local -a candidates
  candidates=("\${(@f)$(coffer complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  compadd -a candidates
}
compdef _coffer coffer
`,
  fish: `complete -c coffer -f -a '(coffer complete -- (commandline -opc)[2..] (commandline -ct) 2> /dev/null)'
`,
}

export const completion = command({
  name: 'completion',
  summary: 'Print the shell script that completes commands, options and devices',
  words: [{ name: 'SHELL', oneOf: shells }],
  options: {},
  examples: [['coffer completion bash >> ~/.bash_completion', 'for bash; zsh and fish are supported too']],
  async run({ words: [given], out }) {
    const shell = shells.find((one) => one === given)
    if (!shell)
      throw new CommandError(
        exitCodes.unusable,
        message('shell_unknown', { shell: given ?? '' }),
        message('choose_one_of', { choices: shells }),
      )
    await out.write(scripts[shell])
  },
})
