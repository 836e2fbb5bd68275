import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contract } from '@brokerdeck/contract/contract.ts'
import { expect, it } from 'vitest'

const root = new URL('..', import.meta.url)
const console_ = new URL('packages/console/src/', root)

/** The source files of the console without tests, by area: screens of one area pass endpoints to each other. */
const files = readdirSync(console_, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|(^|\/)testing\//.test(path))
  .map((path) => ({
    area: path.split('/').slice(0, 2).join('/'),
    text: readFileSync(fileURLToPath(new URL(path, console_)), 'utf8'),
  }))

const places: ReadonlyMap<string, string> = new Map(
  [
    ...readFileSync(new URL('packages/contract/src/contract.ts', root), 'utf8').matchAll(
      /import \{([^}]*)\} from '\.\/([^']+)'/g,
    ),
  ].flatMap(([, names = '', from = '']) => names.split(',').map((name) => [name.trim(), from] as const)),
)

/** Tells whether a screen of an area that imports the resource names the endpoint. */
function isAsked(resource: string, name: string): boolean {
  const from = places.get(resource) ?? ''
  const isImported = (text: string) =>
    text
      .split(`'@brokerdeck/contract/${from}'`)
      .slice(0, -1)
      .some((before) => new RegExp(`\\b${resource}\\b`).test(before.slice(before.lastIndexOf('import '))))
  const isNamed = new RegExp(`(\\.|\\?\\.|'|\\{\\s|,\\s)${name}\\b`)
  const areas = new Set(files.filter(({ text }) => isImported(text)).map(({ area }) => area))
  return files.some(({ area, text }) => areas.has(area) && isNamed.test(text))
}

const listed: readonly string[] = [
  ...readFileSync(new URL('docs/api-coverage.md', root), 'utf8').matchAll(/^- `(\w+\.\w+)`: /gm),
].map(([, name = '']) => name)

it('asks every endpoint of the contract from a screen, or says why not', () => {
  const names = Object.entries(contract).flatMap(([resource, endpoints]) =>
    Object.keys(endpoints).map((name) => [resource, name] as const),
  )
  const left = names.filter(([resource, name]) => !isAsked(resource, name)).map((name) => name.join('.'))
  expect(left.toSorted()).toEqual(listed.toSorted())
})
