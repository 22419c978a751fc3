import js from '@eslint/js'
import globals from 'globals'
import tseslint from 'typescript-eslint'

/** Who may import whom. Each line carries the reason that a person reads when it stops them. */
const walls = [
  {
    room: 'shared',
    mayNot: ['service', 'agent', 'desktop', 'build', 'test'],
    why: 'what both ends agree on knows neither end',
  },
  { room: 'service', mayNot: ['desktop', 'build', 'test'], why: 'the service is headless' },
  {
    room: 'service',
    mayNot: ['agent'],
    but: 'agent/runner.ts',
    why: 'the service runs jobs itself only through the agent’s runner',
  },
  {
    room: 'agent',
    mayNot: ['service', 'desktop', 'build', 'test'],
    why: 'an agent knows the service by its protocol alone',
  },
  { room: 'desktop', mayNot: ['service', 'agent', 'build', 'test'], why: 'the console has no way in but the API' },
  {
    room: 'service/http',
    mayNot: ['service/periodic', 'service/embedded'],
    why: 'a request starts nothing: main.ts does',
  },
  {
    room: 'service/periodic',
    mayNot: ['service/http', 'service/embedded'],
    why: 'nobody asked: no request, no answer',
  },
  {
    room: 'service/domain',
    mayNot: ['service/http', 'service/periodic', 'service/embedded'],
    why: 'rules do not know who asked',
  },
  {
    room: 'service/store',
    mayNot: ['service/http', 'service/periodic', 'service/domain', 'service/objects', 'service/keys'],
    why: 'rows know no rules',
  },
  {
    room: 'service/objects',
    mayNot: ['service/http', 'service/periodic', 'service/domain', 'service/store', 'service/keys'],
    why: 'a store keeps bytes',
  },
  {
    room: 'service/keys',
    mayNot: ['service/http', 'service/periodic', 'service/domain'],
    why: 'keys are handed out, they do not ask',
  },
  {
    room: 'service/workers',
    mayNot: ['service/http', 'service/periodic', 'service/domain', 'service/store'],
    why: 'a thread is handed bytes',
  },
  {
    room: 'desktop/console',
    mayNot: ['electron', 'node:', 'desktop/main', 'desktop/preload'],
    why: 'the console also runs in a browser',
  },
  { room: 'desktop/preload', mayNot: ['desktop/main', 'desktop/console'], why: 'the two sides meet in the bridge' },
  { room: 'desktop/main', mayNot: ['desktop/preload', 'desktop/console'], why: 'the two sides meet in the bridge' },
]

/** What both ends agree on is the same at any time and on any machine: Node's modules that only compute are its own. */
const sharedComputes = {
  modules: { regex: '^node:(?!crypto$|zlib$)', message: 'shared does no I/O' },
  globals: ['process', 'fetch', 'console', 'performance', 'setTimeout', 'setInterval'],
  clock:
    "NewExpression[callee.name='Date'][arguments.length=0], MemberExpression[object.name='Date'][property.name='now']",
}

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
  {
    files: ['shared/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...sharedComputes.globals],
      'no-restricted-syntax': ['error', { selector: sharedComputes.clock, message: 'shared reads no clock' }],
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
  return room === 'shared' ? [...patterns, sharedComputes.modules] : patterns
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
