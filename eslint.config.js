import fs from 'node:fs'
import path from 'node:path'
import js from '@eslint/js'
import vue from 'eslint-plugin-vue'
import globals from 'globals'
import tseslint from 'typescript-eslint'

/** The groups of the domain: each imports those before it, and none after it. */
const domainGroups = ['kernel', 'outbox', 'policies', 'inventory', 'repository', 'jobs', 'recovery', 'reporting']

/** Which folder may not import which, types included. The reason is shown when a rule stops an import. */
const importRules = [
  {
    folder: 'shared',
    mayNotImport: ['service', 'agent', 'desktop', 'build', 'test'],
    reason: 'shared code is used by both ends of a connection and depends on neither',
  },
  { folder: 'service', mayNotImport: ['desktop', 'build', 'test'], reason: 'the service has no user interface' },
  {
    folder: 'service',
    mayNotImport: ['agent'],
    except: 'agent/cloud-work.ts',
    reason: 'the service runs cloud jobs through agent/cloud-work.ts and imports nothing else of the agent',
  },
  {
    folder: 'agent',
    mayNotImport: ['service', 'desktop', 'build', 'test'],
    reason: 'an agent uses the service only through the agent protocol',
  },
  {
    folder: 'desktop',
    mayNotImport: ['service', 'agent', 'build', 'test'],
    reason: 'console, CLI and desktop app use the service only through its API',
  },
  {
    folder: 'service/http',
    mayNotImport: ['service/periodic', 'service/embedded'],
    reason: 'start.ts starts periodic tasks, a request does not',
  },
  {
    folder: 'service/periodic',
    mayNotImport: ['service/http', 'service/embedded'],
    reason: 'a periodic task has no request and no response',
  },
  {
    folder: 'service/domain',
    mayNotImport: ['service/http', 'service/periodic', 'service/embedded'],
    reason: 'the domain is independent of HTTP and of periodic tasks',
  },
  ...domainGroups.slice(0, -1).map((group, at) => ({
    folder: `service/domain/${group}`,
    mayNotImport: domainGroups.slice(at + 1).map((below) => `service/domain/${below}`),
    reason: `${group} is above these groups of the domain: pass what it needs of them as an argument`,
  })),
  {
    folder: 'service/store',
    mayNotImport: ['service/http', 'service/periodic', 'service/domain', 'service/objects', 'service/keys'],
    reason: 'the store reads and writes rows, and has no rules of the domain',
  },
  {
    folder: 'service/objects',
    mayNotImport: ['service/http', 'service/periodic', 'service/domain', 'service/store', 'service/keys'],
    reason: 'an object store keeps bytes, whatever they mean',
  },
  {
    folder: 'service/outbound',
    mayNotImport: ['service/http', 'service/periodic', 'service/domain', 'service/store', 'service/keys'],
    reason: 'the outbound client sends requests, whatever they mean',
  },
  {
    folder: 'service/keys',
    mayNotImport: ['service/http', 'service/periodic', 'service/domain'],
    reason: 'keys are passed to the domain and do not depend on it',
  },
  {
    folder: 'service/workers',
    mayNotImport: ['service/http', 'service/periodic', 'service/domain', 'service/store'],
    reason: 'a worker thread receives bytes and has no database',
  },
  {
    folder: 'desktop/console',
    mayNotImport: ['electron', 'node:', 'desktop/main', 'desktop/preload'],
    reason: 'the console also runs in a browser',
  },
  {
    folder: 'desktop/console/features',
    mayNotImport: ['../', 'desktop/console/frame'],
    reason: 'features do not import each other: move shared parts to ui, client, language or editor',
  },
  ...['client', 'editor', 'language', 'theme', 'ui'].map((folder) => ({
    folder: `desktop/console/${folder}`,
    mayNotImport: ['desktop/console/features', 'desktop/console/frame'],
    reason: 'parts that every feature uses depend on no feature',
  })),
  {
    folder: 'desktop/cli',
    mayNotImport: ['electron', 'desktop/main', 'desktop/preload', 'desktop/console'],
    except: [
      'desktop/console/client/api.ts',
      'desktop/console/client/factor-code.ts',
      'desktop/console/client/send-approved.ts',
      'desktop/console/client/send-confirmed.ts',
    ],
    reason: 'the CLI shares only the API client with the console',
  },
  {
    folder: 'desktop/preload',
    mayNotImport: ['desktop/main', 'desktop/console'],
    reason: 'preload and main share only the bridge',
  },
  {
    folder: 'desktop/main',
    mayNotImport: ['desktop/preload', 'desktop/console'],
    reason: 'preload and main share only the bridge',
  },
]

/** Shared code computes the same at any time and on any machine: of Node it uses only modules without I/O. */
const sharedComputes = {
  modules: { regex: '^node:(?!buffer$|crypto$|util$|zlib$)', message: 'shared does no I/O' },
  globals: ['process', 'fetch', 'console', 'performance', 'setTimeout', 'setInterval'],
  clock:
    "NewExpression[callee.name='Date'][arguments.length=0], MemberExpression[object.name='Date'][property.name='now']",
}

/** Errors that carry a code with parameters. */
const codedErrors = [
  'ArtifactUnavailable',
  'CommandError',
  'DesktopError',
  'DeviceFailure',
  'DomainError',
  'OutgoingFailed',
  'StartupError',
  'StoreUnreachable',
]

/** The catalogues alone have sentences: an error carries a code with parameters. */
const sentences = ['Literal[value=/\\s/]', 'TemplateLiteral', 'ConditionalExpression > Literal[value=/\\s/]'].map(
  (argument) => ({
    selector: `NewExpression[callee.name=/^(${codedErrors.join('|')})$/] > ${argument}`,
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
      'vue/no-undef-components': [
        'error',
        { ignorePatterns: ['RouterLink', 'RouterView', 'i18n-t', '^N[A-Z]', ...uiComponents()] },
      ],
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
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['desktop/console/global-components.d.ts'], // a table of types, which imports would double
    rules: { '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }] },
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
  ...restrictedFolders().map((folder) => ({
    files: [`${folder}/**/*.ts`, `${folder}/**/*.vue`],
    rules: { 'no-restricted-imports': ['error', { patterns: patternsFor(folder) }] },
  })),
)

/** Components of `ui/`, which templates use without an import. */
function uiComponents() {
  const files = fs.readdirSync('desktop/console/ui', { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.endsWith('.vue')).map((file) => `^${path.basename(file, '.vue')}$`)
}

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

/** Deepest last, because the last matching block wins: each contains the rules of the folders around it. */
function restrictedFolders() {
  return [...new Set(importRules.map(({ folder }) => folder))].sort((a, b) => a.split('/').length - b.split('/').length)
}

function patternsFor(folder) {
  const rules = importRules.filter((rule) => folder === rule.folder || folder.startsWith(`${rule.folder}/`))
  const patterns = rules.map((rule) => ({ regex: regexFor(rule), message: rule.reason }))
  return folder === 'shared' ? [...patterns, sharedComputes.modules] : patterns
}

function regexFor({ folder, mayNotImport, except = [] }) {
  const exceptions = (target) =>
    [except]
      .flat()
      .filter((file) => file.startsWith(`${target}/`))
      .map((file) => `(?!${file.slice(target.length + 1).replace('.', '\\.')}$)`)
      .join('')
  return mayNotImport.map((target) => importOf(folder, target, exceptions(target))).join('|')
}

/**
 * Matches a module or protocol by its name, and a folder by what follows the `../` of a relative import. That is the path
 * below the deepest folder that importer and target share; an import may climb further and name more of the path.
 */
function importOf(folder, target, exceptions) {
  if (target === '../') return '^\\.\\./(?!\\.)' // the folder beside one's own
  if (target === 'electron' || target.endsWith(':')) return `^${target}`
  const [own, parts] = [folder.split('/'), target.split('/')]
  const shared = parts.findIndex((part, at) => part !== own[at])
  const optional = parts.slice(0, shared).reduce((deeper, part) => `(${deeper}${part}/)?`, '')
  return `^(\\.\\./)+${optional}${parts.slice(shared).join('/')}/${exceptions}`
}
