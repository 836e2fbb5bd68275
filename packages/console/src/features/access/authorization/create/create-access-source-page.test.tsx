import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

const sources = async ({ broker }: RenderedApp) => (await broker.ask('GET', '/authorization/sources')).body

async function choose(app: RenderedApp, name: string): Promise<void> {
  await app.user.click(await app.screen.findByRole('radio', { name }))
  await app.user.click(app.screen.getByRole('button', { name: 'Next' }))
}

const create = async ({ screen, user }: RenderedApp) => {
  const review = within(await screen.findByRole('region', { name: 'Review changes' }))
  await user.click(review.getByRole('button', { name: 'Create source' }))
}

describe('a new source', () => {
  it('is chosen among those that are not there, and becomes the first', async () => {
    const app = await renderApp('/authorization/create')
    const file = await app.screen.findByRole('radio', { name: 'File' })
    expect(file).toHaveProperty('disabled', true)
    await choose(app, 'Built-in database')
    expect(await app.screen.findByText(/Checked first/)).toBeDefined()
    await create(app)
    await waitFor(async () =>
      expect(await sources(app)).toMatchObject({
        sources: [{ type: 'built_in_database', max_rules: 100 }, { type: 'file' }],
      }),
    )
    await waitFor(() => expect(app.path()).toBe('/authorization'))
  })

  it.each([
    ['MySQL', { type: 'mysql', server: '127.0.0.1:3306', database: 'mqtt_acl', query: /^SELECT action/ }],
    ['PostgreSQL', { type: 'postgresql', server: '127.0.0.1:5432', username: 'root' }],
    [
      'MongoDB',
      { type: 'mongodb', mongo_type: 'single', collection: 'acl', filter: { username: `\${username}` } },
    ],
    ['Redis', { type: 'redis', redis_type: 'single', cmd: `HGETALL mqtt_acl:\${username}` }],
    ['HTTP service', { type: 'http', method: 'post', body: { topic: `\${topic}` } }],
  ])('of %s begins with an example that the broker takes', async (name, expected) => {
    const app = await renderApp('/authorization/create')
    await choose(app, name)
    await create(app)
    const { query, ...rest } = { query: undefined, ...expected }
    await waitFor(async () => expect(await sources(app)).toMatchObject({ sources: [rest, { type: 'file' }] }))
    if (query !== undefined)
      expect(JSON.stringify(await sources(app))).toMatch(/SELECT action, permission, topic/)
  })

  it('checks whom it reaches once TLS is on, unless told otherwise', async () => {
    const app = await renderApp('/authorization/create?type=mysql')
    await app.user.click(await app.screen.findByRole('switch', { name: 'TLS' }))
    await create(app)
    await waitFor(async () =>
      expect(await sources(app)).toMatchObject({
        sources: [{ type: 'mysql', ssl: { enable: true, verify: 'verify_peer' } }, {}],
      }),
    )
  })

  it('can be left at the first step', async () => {
    const app = await renderApp('/authorization/create')
    await app.user.click(await app.screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(app.path()).toBe('/authorization'))
  })

  it('can be of another data source after all', async () => {
    const app = await renderApp('/authorization/create?type=redis')
    await app.user.click(await app.screen.findByRole('button', { name: 'Data source' }))
    await choose(app, 'MongoDB')
    expect(await app.screen.findByRole('textbox', { name: /^Collection/ })).toBeDefined()
  })

  it('of LDAP needs an account to search with', async () => {
    const app = await renderApp('/authorization/create?type=ldap')
    await create(app)
    expect(await app.screen.findByRole('alert')).toBeDefined()
    await app.user.type(app.screen.getByRole('textbox', { name: /Bind DN/ }), 'cn=root,dc=emqx,dc=io')
    await create(app)
    await waitFor(async () =>
      expect(await sources(app)).toMatchObject({
        sources: [
          { type: 'ldap', username: 'cn=root,dc=emqx,dc=io', publish_attribute: 'mqttPublishTopic' },
          {},
        ],
      }),
    )
  })

  it('is read in Chinese', async () => {
    const { screen } = await renderApp('/authorization/create', { locale: 'zh' })
    expect(await screen.findByRole('radio', { name: '内置数据库' })).toBeDefined()
  })
})
