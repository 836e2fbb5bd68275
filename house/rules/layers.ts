import { edgesOf } from '../module-graph.ts'
import type { Offence, Rule } from '../offence.ts'
import { placeOf } from '../place.ts'
import type { Repository } from '../repository.ts'

const CONSOLE = 'packages/console/src'

/** The folders that each top folder of the console may import beside itself; other top folders must not exist. */
const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'app',
    ['features', 'domain', 'resource', 'acting', 'api', 'kit', 'ui', 'i18n', 'routes', 'lib', 'styles'],
  ],
  [
    'features',
    ['compare', 'domain', 'resource', 'acting', 'api', 'kit', 'ui', 'i18n', 'routes', 'lib', 'styles'],
  ],
  // An entry for the server: the knowledge of the pages, without React.
  ['health', ['features', 'domain', 'api', 'i18n', 'routes', 'lib']],
  // The command imports this folder as well: from the layers below it uses only modules without React.
  ['compare', ['domain', 'resource', 'api', 'kit', 'i18n', 'lib']],
  ['domain', ['resource', 'acting', 'api', 'kit', 'ui', 'i18n', 'routes', 'lib', 'styles']],
  // Lists, forms and pages of things that the API creates, reads, updates and deletes, of whatever kind.
  ['resource', ['acting', 'api', 'kit', 'ui', 'i18n', 'routes', 'lib']],
  ['acting', ['api', 'kit', 'ui', 'i18n', 'routes', 'lib']],
  ['api', ['i18n', 'lib']],
  ['kit', ['ui', 'i18n', 'routes', 'lib', 'styles']],
  ['ui', ['i18n', 'lib', 'styles']],
  ['i18n', ['lib']],
  ['routes', []],
  ['lib', []],
  ['styles', ['i18n', 'lib']],
  [
    'testing',
    [
      'app',
      'features',
      'domain',
      'resource',
      'acting',
      'api',
      'kit',
      'ui',
      'i18n',
      'routes',
      'lib',
      'styles',
    ],
  ],
])
const BROKER = 'packages/embedded-broker/src'
const SERVED: readonly string[] = ['config', 'http', 'log', 'mqtt', 'runtime', 'storage']

/**
 * The existing imports of the embedded broker: an import that is not listed is new, and some listed pairs still
 * import each other.
 */
const BROKER_MAY_IMPORT = new Map<string, readonly string[]>([
  ['runtime', []],
  ['jq', []],
  ['listen', []],
  ['storage', []],
  ['certificates', ['storage']],
  ['mqtt', ['listen', 'runtime', 'storage']],
  ['expressions', ['mqtt']],
  ['config', ['http', 'listen', 'runtime', 'storage']],
  ['log', ['config', 'mqtt', 'runtime']],
  ['backends', ['config', 'runtime']],
  ['http', ['compose', 'config', 'log', 'monitoring', 'runtime', 'storage', 'system']],
  ['sandbox', ['data-hub', 'http', 'integration', 'jq', 'runtime']],
  ['access', [...SERVED, 'backends', 'expressions', 'system']],
  ['traffic', [...SERVED, 'access']],
  ['diagnose', SERVED],
  ['gateways', [...SERVED, 'access', 'certificates', 'listen', 'settings']],
  ['extensions', [...SERVED, 'access', 'backends', 'certificates', 'gateways', 'monitoring', 'settings']],
  ['settings', [...SERVED, 'certificates', 'expressions', 'integration', 'listen', 'monitoring', 'system']],
  ['monitoring', [...SERVED, 'access', 'backends', 'certificates', 'integration', 'settings', 'system']],
  ['integration', [...SERVED, 'backends', 'compose', 'expressions', 'monitoring', 'sandbox']],
  ['data-hub', [...SERVED, 'backends', 'compose', 'expressions', 'integration', 'sandbox']],
  ['system', [...SERVED, 'access', 'backends', 'certificates', 'extensions', 'monitoring']],
  [
    'compose',
    [
      'config',
      'log',
      'mqtt',
      'runtime',
      'storage',
      'access',
      'certificates',
      'data-hub',
      'gateways',
      'integration',
      'jq',
      'monitoring',
      'sandbox',
      'settings',
      'system',
    ],
  ],
])
const SERVER = 'packages/server/src'

/** The folders that each folder of the server may import; no two import each other. */
const SERVER_MAY_IMPORT = new Map<string, readonly string[]>([
  ['lib', []],
  ['guards', ['lib']],
  ['options', ['lib']],
  ['proxy', ['guards', 'lib']],
  ['sources', ['lib', 'options', 'proxy']],
  ['audit', ['guards', 'lib', 'options']],
  ['broker-client', ['lib', 'options', 'proxy']],
  ['health', ['broker-client', 'lib', 'options', 'proxy']],
  ['compare', ['broker-client', 'lib', 'options', 'proxy']],
  ['check', ['broker-client', 'lib', 'options']],
  ['site', ['audit', 'guards', 'health', 'lib', 'options', 'proxy', 'sources']],
  ['command', ['broker-client', 'check', 'compare', 'health', 'lib', 'options', 'site']],
])
const WITHOUT_CONTRACT = new Set(['ui', 'styles'])
const REACT = /^(react|react-dom|@mantine\/.+|@tanstack\/react-.+|@tabler\/.+)(\/|$)/

export const layers: Rule = { name: 'layers', check }

function* check(repository: Repository): Generator<Offence> {
  yield* checkFolders(repository, BROKER, BROKER_MAY_IMPORT, 'broker')
  yield* checkFolders(repository, SERVER, SERVER_MAY_IMPORT, 'server')
  for (const file of repository.code(CONSOLE)) {
    const place = placeOf(file.path)
    // Entries directly in src are above all layers.
    if (!place?.layer) continue
    const allowed = MAY_IMPORT.get(place.layer)
    if (!allowed) {
      yield {
        path: file.path,
        line: 1,
        message: `is in a folder "${place.layer}" that is no layer of the console`,
      }
      continue
    }
    if (place.layer === 'lib' && file.path.endsWith('.tsx') && !file.isTest)
      yield { path: file.path, line: 1, message: 'lib has no React' }

    for (const { target, specifier, isDynamic, line } of edgesOf(file)) {
      const offence = (message: string) => ({ path: file.path, line, message })
      if (place.layer === 'lib' && !file.isTest && REACT.test(specifier)) yield offence('lib has no React')
      const to = target === undefined ? undefined : placeOf(target)
      if (!to) continue
      if (to.package === 'contract' && WITHOUT_CONTRACT.has(place.layer) && !file.isTest)
        yield offence(`${place.layer} does not know the contract`)
      if (to.package !== place.package || to.layer === place.layer) continue
      if (to.layer === 'testing' && file.isTest) continue
      // The app decides at run time which entry is needed.
      const isStart = place.layer === 'app' && isDynamic
      if (to.layer === '') {
        if (!isStart) yield offence(`${place.layer} imports an entry`)
      } else if (!file.isTest && !allowed.includes(to.layer))
        yield offence(`${place.layer} imports ${to.layer}`)
    }
  }
}

/** Entries directly in src are above all folders, and tests may import whatever they need. */
function* checkFolders(
  repository: Repository,
  root: string,
  mayImport: ReadonlyMap<string, readonly string[]>,
  name: string,
): Generator<Offence> {
  for (const file of repository.code(root)) {
    const place = placeOf(file.path)
    if (!place?.layer || place.layer === 'testing' || file.isTest) continue
    const allowed = mayImport.get(place.layer)
    if (!allowed) {
      const message = `is in a folder "${place.layer}" that is no layer of the ${name}`
      yield { path: file.path, line: 1, message }
      continue
    }
    for (const { target, line } of edgesOf(file)) {
      const to = target === undefined ? undefined : placeOf(target)
      if (to?.package !== place.package || to.layer === place.layer || to.layer === '') continue
      if (!allowed.includes(to.layer))
        yield { path: file.path, line, message: `${place.layer} imports ${to.layer}` }
    }
  }
}
