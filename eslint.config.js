import js from '@eslint/js'
import vue from 'eslint-plugin-vue'
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
    but: 'agent/cloud-work.ts',
    why: 'what the service does itself, in clouds, goes through agent/cloud-work.ts, which leads to the agent’s runner',
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
    room: 'service/outgoing',
    mayNot: ['service/http', 'service/periodic', 'service/domain', 'service/store', 'service/keys'],
    why: 'it carries bytes to strangers and knows nothing of them',
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
  {
    room: 'desktop/console/features',
    mayNot: ['../', 'desktop/console/frame'],
    why: 'a feature knows itself: what several of them use lies in ui, client, language or editor',
  },
  ...['client', 'editor', 'language', 'theme', 'ui'].map((room) => ({
    room: `desktop/console/${room}`,
    mayNot: ['desktop/console/features', 'desktop/console/frame'],
    why: 'what every feature uses knows none of them',
  })),
  {
    room: 'desktop/cli',
    mayNot: ['electron', 'desktop/main', 'desktop/preload', 'desktop/console'],
    but: ['desktop/console/client/api.ts', 'desktop/console/client/send-confirmed.ts'],
    why: 'the command line client shares with the console how the API is called, and nothing else',
  },
  { room: 'desktop/preload', mayNot: ['desktop/main', 'desktop/console'], why: 'the two sides meet in the bridge' },
  { room: 'desktop/main', mayNot: ['desktop/preload', 'desktop/console'], why: 'the two sides meet in the bridge' },
]

/** What both ends agree on is the same at any time and on any machine: Node's modules that only compute are its own. */
const sharedComputes = {
  modules: { regex: '^node:(?!buffer$|crypto$|util$|zlib$)', message: 'shared does no I/O' },
  globals: ['process', 'fetch', 'console', 'performance', 'setTimeout', 'setInterval'],
  clock:
    "NewExpression[callee.name='Date'][arguments.length=0], MemberExpression[object.name='Date'][property.name='now']",
}

/** The catalogues alone have sentences: an error carries a code with parameters. */
const sentences = ['Literal[value=/\\s/]', 'TemplateLiteral', 'ConditionalExpression > Literal[value=/\\s/]'].map(
  (argument) => ({
    selector: `NewExpression[callee.name=/^(DomainError|DeviceFailure|StartupError|CommandEnd|ArtifactUnavailable)$/] > ${argument}`,
    message: 'an error carries a code with parameters: write its sentence in shared/messages',
  }),
)

export default tseslint.config(
  { ignores: ['node_modules/', 'dist/', 'data/', 'data-demo/', 'shared/contract/api-types.ts'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  ...vue.configs['flat/recommended'],
  {
    files: ['**/*.vue'],
    languageOptions: {
      parserOptions: { parser: tseslint.parser, projectService: true, extraFileExtensions: ['.vue'] },
    },
    rules: {
      ...layoutOfPrettier(),
      'no-undef': 'off', // vue-tsc knows
      'vue/no-v-html': 'error',
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/component-name-in-template-casing': ['error', 'PascalCase'],
      'vue/custom-event-name-casing': ['error', 'camelCase'],
      'vue/define-macros-order': 'error',
      'vue/define-props-declaration': ['error', 'type-based'],
      'vue/define-emits-declaration': ['error', 'type-literal'],
      'vue/enforce-style-attribute': ['error', { allow: ['scoped'] }],
      'vue/html-button-has-type': 'error',
      'vue/multi-word-component-names': ['error', { ignores: ['App'] }],
      'vue/no-bare-strings-in-template': [
        'error',
        { allowlist: ['Ctrl K', '↑', '↓', '↵', 'Esc', '*', '·', '–', ':', ',', '/', '→', '%', 'English', 'Français'] },
      ],
      'vue/no-empty-component-block': 'error',
      'vue/no-ref-object-reactivity-loss': 'error',
      'vue/no-required-prop-with-default': 'error',
      'vue/no-static-inline-styles': 'error',
      'vue/no-template-target-blank': 'error',
      'vue/no-undef-components': ['error', { ignorePatterns: ['RouterLink', 'RouterView', 'i18n-t'] }],
      'vue/no-unused-emit-declarations': 'error',
      'vue/no-unused-refs': 'error',
      'vue/no-useless-mustaches': 'error',
      'vue/no-useless-v-bind': 'error',
      'vue/padding-line-between-blocks': 'error',
      'vue/prefer-define-options': 'error',
      'vue/prefer-separate-static-class': 'error',
      'vue/prefer-true-attribute-shorthand': 'error',
      'vue/prefer-use-template-ref': 'error',
      'vue/require-default-prop': 'off', // a prop that may be absent is undefined, and its type says so
      'vue/require-typed-ref': 'error',
      'vue/v-for-delimiter-style': 'error',
    },
  },
  {
    files: ['desktop/console/**/*.ts', 'desktop/console/**/*.vue'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.vue'] }, globals: globals.node },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
    },
  },
  {
    files: ['**/*.ts', '**/*.vue'],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  { files: ['**/*.ts', '**/*.vue'], rules: { 'no-restricted-syntax': ['error', ...sentences] } },
  {
    files: ['shared/**/*.ts'],
    rules: {
      'no-restricted-globals': ['error', ...sharedComputes.globals],
      'no-restricted-syntax': [
        'error',
        { selector: sharedComputes.clock, message: 'shared reads no clock' },
        ...sentences,
      ],
    },
  },
  { files: ['**/*.mjs', '**/*.js'], languageOptions: { globals: globals.node } },
  { files: ['test/**/*.ts'], rules: { '@typescript-eslint/no-unused-expressions': 'off' } },
  ...rooms().map((room) => ({
    files: [`${room}/**/*.ts`, `${room}/**/*.vue`],
    rules: { 'no-restricted-imports': ['error', { patterns: patternsFor(room) }] },
  })),
)

/** Prettier lays out; what it does is not told twice. */
function layoutOfPrettier() {
  const names = [
    'html-closing-bracket-newline',
    'html-indent',
    'html-self-closing',
    'max-attributes-per-line',
    'multiline-html-element-content-newline',
    'singleline-html-element-content-newline',
    'first-attribute-linebreak',
  ]
  return Object.fromEntries(names.map((name) => [`vue/${name}`, 'off']))
}

/** Deepest last, because the last matching block wins: each carries the walls of the rooms it lies in. */
function rooms() {
  return [...new Set(walls.map((wall) => wall.room))].sort((a, b) => a.split('/').length - b.split('/').length)
}

function patternsFor(room) {
  const own = walls.filter((wall) => room === wall.room || room.startsWith(`${wall.room}/`))
  const patterns = own.map((wall) => ({ regex: regexFor(wall), message: wall.why }))
  return room === 'shared' ? [...patterns, sharedComputes.modules] : patterns
}

function regexFor({ mayNot, but = [] }) {
  const except = (target) =>
    [but]
      .flat()
      .filter((file) => file.startsWith(`${target}/`))
      .map((file) => `(?!${file.slice(target.length + 1).replace('.', '\\.')}$)`)
      .join('')
  return mayNot.map((target) => importOf(target, except(target))).join('|')
}

/** Relative imports climb to the target's folder; a name without a slash and with a colon or of a package stands alone. */
function importOf(target, except) {
  if (target === '../') return '^\\.\\./(?!\\.)' // the folder beside one's own
  if (target === 'electron' || target.endsWith(':')) return `^${target}`
  const folder = target.split('/').at(-1)
  return `^(\\.\\./)+(service/)?${folder}/${except}`
}
