import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { paths } from '#lib/paths.ts'
import { menu } from './menu.ts'
import { createAppRouter } from './routes.tsx'

function open(path: string, basePath = '/') {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }), basePath)
  return { router, matches: router.matchRoutes(router.latestLocation) }
}

const ids = [
  'plain',
  'a/b',
  'a#b',
  'a%b',
  '%2F',
  'a b',
  'ü中😀',
  'a?b=c&d',
  '$x',
  'a+b',
  'a\\b',
  '<b>"',
  '\u202eabc',
  ';,=',
]

describe('routes', () => {
  it.each(ids)('bring the client id %j back from its path', (id) => {
    for (const basePath of ['/', '/a/b/']) {
      const { matches } = open(`${basePath}${paths.client(id).slice(1)}`, basePath)
      expect(matches.at(-1)?.params).toEqual({ clientId: id })
    }
  })

  it('have a page for every path that can be built', () => {
    const built = [...Object.entries(paths)]
      .filter(([name]) => name !== 'login')
      .map(([, build]) => build('n@h'))
    const linked = menu.flatMap(({ items }) => items.map(({ path }) => path))
    for (const path of [...built, ...linked]) {
      const leaf = open(path).matches.at(-1)
      expect(leaf?.routeId, path).not.toBe('__root__')
    }
  })

  it.each([
    ['/', '/dashboard/overview'],
    ['/dashboard', '/dashboard/overview'],
    ['/subscriptions', '/subscriptions/subscription'],
  ])('redirect %s to %s', async (from, to) => {
    const { router } = open(from)
    await router.load()
    expect(router.state.location.pathname).toBe(to)
  })
})
