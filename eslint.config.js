import js from '@eslint/js'
import globals from 'globals'
import tseslint from 'typescript-eslint'

/** Who may import whom. Each line carries the reason that a person reads when it stops them. */
const walls = [
  { room: 'shared', mayNot: ['service', 'agent', 'desktop', 'build'], why: 'what both ends agree on knows neither end' },
  { room: 'service', mayNot: ['desktop', 'build'], why: 'the service is headless' },
  {
    room: 'service',
    mayNot: ['agent'],
    but: 'agent/runner.ts',
    why: 'the service runs jobs itself only through the agent’s runner',
  },
  { room: 'agent', mayNot: ['service', 'desktop', 'build'], why: 'an agent knows the service by its protocol alone' },
  { room: 'desktop', mayNot: ['service', 'agent', 'build'], why: 'the console has no way in but the API' },
  { room: 'service/domain', mayNot: ['service/http', 'service/periodic'], why: 'rules do not know who asked' },
  { room: 'service/store', mayNot: ['service/http', 'service/periodic', 'service/domain'], why: 'rows know no rules' },
  { room: 'service/objects', mayNot: ['service/http', 'service/domain', 'service/store'], why: 'a store keeps bytes' },
  { room: 'service/keys', mayNot: ['service/http', 'service/domain'], why: 'keys are handed out, they do not ask' },
  { room: 'desktop/console', mayNot: ['electron', 'node:'], why: 'the console also runs in a browser' },
]

const noShared = [
  { group: ['node:fs', 'node:fs/*', 'node:net', 'node:http', 'node:https', 'node:child_process'], why: 'shared does no I/O' },
]

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'data/', 'shared/contract/api-types.ts'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true }, globals: globals.node },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  { files: ['**/*.mjs', '**/*.js'], languageOptions: { globals: globals.node } },
  { files: ['test/**/*.ts'], rules: { '@typescript-eslint/no-unused-expressions': 'off' } },
  ...rooms().map((room) => ({
    files: [`${room}/**/*.ts`, `${room}/**/*.vue`],
    rules: { 'no-restricted-imports': ['error', { patterns: patternsFor(room) }] },
  })),
)

/** Deepest last, because the last matching block wins: each carries the walls of the rooms it lies in. */
function rooms() {
  return [...new Set(walls.map((wall) => wall.room))].sort((a, b) => a.split('/').length - b.split('/').length)
}

function patternsFor(room) {
  const own = walls.filter((wall) => room === wall.room || room.startsWith(`${wall.room}/`))
  const patterns = own.map((wall) => ({ regex: regexFor(wall), message: wall.why }))
  return room.startsWith('shared') ? [...patterns, ...noShared.map((p) => ({ group: p.group, message: p.why }))] : patterns
}

function regexFor({ mayNot, but }) {
  const except = but ? `(?!${but.split('/').slice(1).join('/').replace('.', '\\.')}$)` : ''
  return mayNot.map((target) => importOf(target, except)).join('|')
}

/** Relative imports climb to the target's folder; a name without a slash and with a colon or of a package stands alone. */
function importOf(target, except) {
  if (target === 'electron' || target.endsWith(':')) return `^${target}`
  const folder = target.split('/').at(-1)
  return `^(\\.\\./)+(service/)?${folder}/${except}`
}
