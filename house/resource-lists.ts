import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractEndpoints } from './contract-endpoints.ts'
import { type Repository, readRepository } from './repository.ts'

const CONTRACT = 'packages/contract/src/'
const BROKER = 'packages/embedded-broker/src/'
const API = /([a-z-]+)-api\.ts$/

/** A part of `npm run format`: regenerates the lists of resources from the folders. */
export function main(): number {
  const repository = readRepository(process.cwd())
  for (const [path, text] of resourceLists(repository)) {
    if (isSame(text, repository.file(path)?.text ?? '')) continue
    writeFileSync(join(repository.root, path), text)
    execFileSync('npx', ['biome', 'check', '--write', path], { stdio: 'inherit' })
  }
  return 0
}

/**
 * Returns both lists of resources, by path, as the folders define them. The lists are typed, so that a misspelt name
 * elsewhere does not compile.
 */
export function resourceLists(repository: Repository): ReadonlyMap<string, string> {
  return new Map([
    [`${CONTRACT}contract.ts`, contractList(repository)],
    [`${BROKER}api-resources.ts`, brokerList(repository)],
  ])
}

/** Compares two texts independent of the order in which the formatter puts the lines. */
export function isSame(one: string, other: string): boolean {
  const linesOf = (text: string) => text.split('\n').sort().join('\n')
  return linesOf(one) === linesOf(other)
}

function contractList(repository: Repository): string {
  const found = new Map(
    contractEndpoints(repository).map(({ resource, path }) => [resource, path.slice(CONTRACT.length)]),
  )
  const paths = [...new Set(found.values())]
  // Each file has one line, as the formatter prints it.
  const namesIn = (path: string) => [...found.keys()].filter((name) => found.get(name) === path).sort()
  return [
    ...paths.map((path) => `import { ${namesIn(path).join(', ')} } from './${path}'`),
    `import type { Resource } from './endpoint.ts'
`,
    `/** All endpoints of the broker, by resource. Written by \`npm run format\`. */
export const contract = {`,
    ...inOrderOf(repository.file(`${CONTRACT}contract.ts`)?.text, [...found.keys()]).map(
      (name) => `  ${name},`,
    ),
    `} as const satisfies Readonly<Record<string, Resource>>

export type Contract = typeof contract
`,
  ].join('\n')
}

function brokerList(repository: Repository): string {
  const known = new Set(contractEndpoints(repository).map(({ resource }) => resource))
  const found = repository
    .code(BROKER)
    .filter(({ isTest, path }) => !isTest && API.test(path))
    .map(({ path }) => ({ path: path.slice(BROKER.length), name: camelCase(API.exec(path)?.[1] ?? '') }))
    // Any other file is a part of a resource.
    .filter(({ name }) => known.has(name))
  return [
    `import type { Contract } from '@brokerdeck/contract/contract.ts'
import type { ConfigRoot } from './config/config-root.ts'
import type { ApiResource } from './http/api-resource.ts'`,
    ...found.map(({ path, name }) => `import { ${name}Api } from './${path}'`),
    `
/** Every resource of the API under its name in the contract: one that is left out does not compile. Written by \`npm run format\`. */
export const apiResources = {`,
    ...inOrderOf(
      repository.file(`${BROKER}api-resources.ts`)?.text,
      found.map(({ name }) => name),
    ).map((name) => `  ${name}: ${name}Api,`),
    `} as const satisfies { readonly [K in keyof Contract]: ApiResource<Contract[K]> }

/** The configuration roots of all resources. */
export const ownRoots = Object.values(apiResources).flatMap(({ roots }): readonly ConfigRoot[] => roots)
`,
  ].join('\n')
}

/**
 * Returns the names in the order of the existing list, because resources are opened and closed in this order; new
 * names follow at the end.
 */
function inOrderOf(text = '', names: readonly string[]): readonly string[] {
  const listed = [...text.matchAll(/^ {2}(\w+)(?:: \w+)?,$/gm)].flatMap(([, name = '']) => name)
  return [...listed.filter((name) => names.includes(name)), ...names.filter((name) => !listed.includes(name))]
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
