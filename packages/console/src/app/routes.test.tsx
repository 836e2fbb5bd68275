import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { allRoutes, linkTo } from '#routes/routes.ts'
import { listMenuItems, menuFor } from './menu.ts'
import { createAppRouter } from './routes.tsx'

function open(path: string, basePath = '/') {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }), basePath)
  return { router, matches: router.matchRoutes(router.latestLocation) }
}

/** The router marks the route that has no matching child route. */
const isNotFound = (match: { readonly status: string }) =>
  match.status === 'notFound' || Reflect.get(match, '_notFound') === true

/** Tells whether a path ends with the name of an object of the broker, and not with one of a few fixed words. */
const isNamed = (path: string) => /\/\$[^/]+$/.test(path) && !/^\/(mqtt|sso)\//.test(path)

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
      const { matches } = open(`${basePath}${linkTo('client', { clientId: id }).to.slice(1)}`, basePath)
      expect(matches.at(-1)?.params).toEqual({ clientId: id })
    }
  })

  it('have a page for every path that can be built', () => {
    const built = allRoutes().map(([, { path }]) => path.replaceAll(/\$\w+/g, 'n@h'))
    const linked = menuFor('ee').flatMap((area) => listMenuItems(area).map(({ address }) => address.to))
    for (const path of [...built, ...linked]) {
      const leaf = open(path).matches.at(-1)
      expect(leaf?.routeId, path).not.toBe('__root__')
    }
  })

  it('have no page below or beside a known one that is not known itself', async () => {
    const known = Object.keys(createAppRouter(createMemoryHistory(), '/').routesByPath)
    /** The last segment of these paths is the name of an object, and its page reports an unknown name. */
    const named = known.flatMap((path) => (isNamed(path) ? [path.replace(/\/\$[^/]+$/, '')] : []))
    const parents = known.map((path) => path.replace(/\/\$[^/]+$/, '/n@h').replace(/\/$/, ''))
    const unknown = [...parents, ...known.map((path) => path.replace(/\/[^/]*$/, '')), '/rule', '/gateway']
      .filter((path) => !named.includes(path))
      .map((path) => `${path}/no-such-page`)
    expect(unknown).toEqual(expect.arrayContaining(['/mqtt/no-such-page', '/sso/no-such-page']))
    for (const path of new Set(unknown)) {
      const { router } = open(path)
      await router.load()
      expect(router.state.matches.some(isNotFound), path).toBe(true)
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
