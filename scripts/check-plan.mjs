/** Decides which tests a change calls for while working: the tests of the folders that it touches. Pure. */
import { HEAVY, toGroups } from './test-plan.mjs'

/**
 * @typedef {(imported: string, below: string) => readonly string[]} FindUsers files below a folder with an import that
 *   ends so
 * @typedef {{ files: string[], folders: string[], left: string[], notes: string[] }} CheckPlan
 */

const CONSOLE = 'packages/console/src'
const FEATURES = `${CONSOLE}/features`
const BROKER = 'packages/embedded-broker/src'
const CONTRACT = 'packages/contract/src'
const LANGUAGES = 'packages/languages/src'

/** Estimates the seconds of one core that a test file takes; a page test loads the whole console. */
const estimateCost = (file) => (file.endsWith('.tsx') ? 9 : 2)
/**
 * The most that the tests of folders which only use changed files may take, in seconds of one core; further folders
 * are named and left to `npm test`.
 */
const MOST_COST_OF_USERS = 80

/**
 * @param {readonly string[]} changed
 * @param {readonly string[]} testFiles
 * @param {FindUsers} findUsers
 * @returns {CheckPlan}
 */
export function planCheck(changed, testFiles, findUsers) {
  const testsBelow = (folder) => testFiles.filter((file) => file.startsWith(`${folder}/`))
  const places = changed.map((path) => findPlace(path, testsBelow, findUsers))
  const own = [...new Set(places.flatMap(({ folders }) => folders))]
  const using = [...new Set(places.flatMap(({ users = [] }) => users))].filter(
    (folder) => !own.includes(folder) && testsBelow(folder).length > 0,
  )
  const isWanted = (file) => changed.includes(file) || !HEAVY.includes(file)
  const files = new Set(toGroups(testFiles).lists)
  const take = (folder) => {
    for (const file of testsBelow(folder).filter(isWanted)) files.add(file)
  }
  for (const folder of own) take(folder)
  for (const file of [...changed, ...places.flatMap(({ files: named = [] }) => named)])
    if (testFiles.includes(file)) files.add(file)
  const taken = []
  const left = []
  let cost = 0
  for (const folder of using) {
    cost += testsBelow(folder).reduce((sum, file) => sum + estimateCost(file), 0)
    if (cost <= MOST_COST_OF_USERS || taken.length === 0) {
      taken.push(folder)
      take(folder)
    } else left.push(folder)
  }
  return {
    files: [...files].toSorted(),
    folders: [...own, ...taken].filter((folder) => testsBelow(folder).length > 0),
    left,
    notes: [...new Set(places.flatMap(({ notes = [] }) => notes))],
  }
}

/** Finds the folders of a changed file and the folders that use it, nearest first. */
function findPlace(path, testsBelow, findUsers) {
  const nearest = (floor) => nearestWithTests(path, floor, testsBelow)
  if (/^(scripts|bench)\//.test(path)) return { folders: [path.split('/')[0] ?? ''] }
  if (path.startsWith('e2e/')) {
    const spec = path.endsWith('.spec.ts') ? ` ${path}` : ''
    return { folders: [], notes: [`in a browser: npm run build && npx playwright test${spec}`] }
  }
  if (path.startsWith(`${CONTRACT}/`)) return placeInContract(path, nearest, findUsers)
  if (path.startsWith(`${LANGUAGES}/`)) {
    const [language] = path
      .slice(LANGUAGES.length + 1)
      .split('/')
      .slice(0, -1)
    return language === undefined
      ? { folders: [], files: [toTestPath(path)] }
      : { folders: nearest(`${LANGUAGES}/${language}`) }
  }
  if (path.startsWith(`${FEATURES}/`)) return placeInFeatures(path, findUsers)
  if (path.startsWith(`${BROKER}/`)) {
    const [area, resource] = path
      .slice(BROKER.length + 1)
      .split('/')
      .slice(0, -1)
    if (area === undefined)
      return { folders: [], files: [toTestPath(path), `${BROKER}/embedded-broker.test.ts`] }
    const users = resource === undefined ? [] : [`${FEATURES}/${area}/${resource}`]
    return { folders: nearest(`${BROKER}/${area}`), users }
  }
  if (path.startsWith(`${CONSOLE}/`)) {
    const [layer] = path
      .slice(CONSOLE.length + 1)
      .split('/')
      .slice(0, -1)
    if (layer === undefined)
      return { folders: [], notes: ['in a browser: npm run build && npm run test:e2e'] }
    return { folders: nearest(`${CONSOLE}/${layer}`), files: [toTestPath(path)] }
  }
  if (path.startsWith('packages/server/src/check/')) return { folders: ['packages/server/src/check'] }
  if (path.startsWith('packages/server/')) return { folders: ['packages/server/src'] }
  const isSetting = /^(packages\/[^/]+\/)?[^/]+\.(json|ts)$/.test(path)
  return {
    folders: [],
    files: [toTestPath(path)],
    notes: isSetting ? [`${path}: only npm test covers it`] : [],
  }
}

/**
 * Finds the tests beside an endpoint, the broker's resource that implements it, and the screens that send requests to
 * it.
 */
function placeInContract(path, nearest, findUsers) {
  const [area = '', file] = path.slice(CONTRACT.length + 1).split('/')
  if (file === undefined) return { folders: [], files: [toTestPath(path)] }
  if (!file.endsWith('.ts')) return { folders: nearest(`${CONTRACT}/${area}`) }
  const imported = `/contract/${area}/${file}`
  const ofArea = (root) => toFolders(findUsers(imported, `${root}/${area}`), `${root}/${area}`)
  const name = file.replace(/\.ts$/, '')
  const rank = (folder) =>
    [`/${name}`, `/${name.replace(/s$/, '')}`, ''].findIndex((end) => folder.endsWith(end))
  const near = ofArea(FEATURES).toSorted((a, b) => rank(a) - rank(b))
  const far = findUsers(imported, FEATURES).flatMap(toScreen)
  const folders = [...nearest(`${CONTRACT}/${area}`), ...ofArea(BROKER)]
  return { folders, users: [...new Set([...near, ...far])] }
}

/** Finds the folder of a screen; for files that the screens of an area share, the screens that import them. */
function placeInFeatures(path, findUsers) {
  const [area = '', screen = '', ...rest] = path.slice(FEATURES.length + 1).split('/')
  const below = `${FEATURES}/${area}`
  const isCatalog = /^messages(\.|$)/.test(screen)
  // The folders of the screens of rules and of bridges are divided once more.
  const isDivided = area === 'integration' && rest.length > 1
  if (!isCatalog && isDivided && rest[0] !== 'messages') return { folders: [`${below}/${screen}/${rest[0]}`] }
  if (!isCatalog && rest.length > 0) return { folders: [`${below}/${screen}`] }
  const imported = `/${[screen, ...rest].join('/').replace(/\.zh\.ts$/, '.ts')}`
  const subject = rest[0]?.replace(/(\.zh)?\.ts$/, '') ?? ''
  const rank = (folder) => (folder.endsWith(`/${subject}`) ? 0 : 1)
  const users = toFolders(findUsers(imported, below), below).toSorted((a, b) => rank(a) - rank(b))
  return { folders: [], files: [toTestPath(path)], users }
}

function toScreen(path) {
  const [area, screen, ...rest] = path.slice(FEATURES.length + 1).split('/')
  return rest.length === 0 || screen === 'messages' ? [] : [`${FEATURES}/${area}/${screen}`]
}

/** Returns the folders directly below `below` that contain the files. */
function toFolders(files, below) {
  const names = files.flatMap((file) => {
    const [name, ...rest] = file.slice(below.length + 1).split('/')
    return rest.length === 0 || name === 'messages' ? [] : [name]
  })
  return [...new Set(names)].map((name) => `${below}/${name}`)
}

/** Returns the path of the test file: `topic.test.ts` for `topic.ts`. */
function toTestPath(path) {
  return path.replace(/(\.zh)?\.tsx?$/, '.test.ts')
}

/** Returns the folder of a file, or the nearest folder above it that has tests, but no folder above the floor. */
function nearestWithTests(path, floor, testsBelow) {
  let folder = path.slice(0, path.lastIndexOf('/'))
  while (folder !== floor && testsBelow(folder).length === 0)
    folder = folder.slice(0, folder.lastIndexOf('/'))
  return testsBelow(folder).length === 0 ? [] : [folder]
}
