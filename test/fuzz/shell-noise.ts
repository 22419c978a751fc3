/** What a device may have in its texts, and say between them, that looks like the frame around an answer. */

/** Lines for a text or a greeting, given the prompt of the device. */
export function noiseLines(prompt: string, command: string, logLines: readonly string[]): readonly string[] {
  const bare = prompt.trim()
  const host = bare.slice(0, -1).trim()
  const end = bare.slice(-1)
  return [
    bare,
    bare,
    bare,
    prompt,
    `${bare} `,
    ` ${bare}`,
    `${host}(config)${end}`,
    `${host} (root) ${end}`,
    `${bare}${bare}`,
    `${bare}${command}`,
    `${bare} ${command}`,
    `${bare}exit`,
    `${bare}!0123456789ab`,
    command,
    host,
    bare.slice(0, Math.ceil(bare.length / 2)),
    bare.slice(-3),
    end,
    `other${end}`,
    '{master:0}',
    'end',
    '}',
    '',
    ...pagerTexts,
    'Password: ',
    'Username: ',
    ...logLines,
  ]
}

const pagerTexts = [
  ' --More-- ',
  '--More--',
  '--More-- ',
  '---(more)---',
  '---(more 12%)---',
  'lines 1-23 ',
  'lines 1-23/100 23%',
  'Press RETURN to get started.',
]
