import type { DurableQueue } from '@brokerdeck/contract/system/durable-queues.ts'
import { screen, waitFor, within } from '@testing-library/dom'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { BrokerFetch } from '#testing/broker-fetch.ts'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const [first, second] = ['4EBF315904A47039', '19CA0876F314A340'] as const
const nodeOf = new Map<string, string>([
  [first, 'emqx3@127.0.0.3'],
  [second, 'emqx4@127.0.0.4'],
])

const absent = (message: string) => Response.json({ code: 'NOT_FOUND', message }, { status: 404 })

interface World {
  replicas: readonly string[]
  queues: readonly DurableQueue[]
  created: readonly unknown[]
}

/**
 * Mocks the recorded responses of a cluster with durable storage, which the embedded broker lacks; replicas and
 * queues change as requested.
 */
function storing(network: BrokerFetch, replicas: readonly string[] = [first, second]) {
  const world: World = {
    replicas,
    queues: [
      {
        created_at: 1_795_251_366_823,
        group: 'g2',
        id: 'g2:6471322F23',
        start_time: '2025-01-01T00:00:00Z',
        topic: 'dq2/#',
      },
    ],
    created: [],
  }
  const shards = ['0', '1', '10']
  network.answer(/\/ds\/sites$/, () => Response.json([...nodeOf.keys()]))
  for (const [site, node] of nodeOf) {
    network.answer(new RegExp(`/ds/sites/${site}$`), () => {
      const own = world.replicas.includes(site) ? shards : []
      return Response.json({
        node,
        up: true,
        shards: own.map((id) => ({ id, status: 'up', storage: 'messages' })),
      })
    })
    network.answer(new RegExp(`/ds/storages/messages/replicas/${site}$`), (method) => {
      const others = world.replicas.filter((one) => one !== site)
      world.replicas = method === 'PUT' ? [...others, site] : others
      return new Response(null, { status: 202 })
    })
  }
  network.answer(/\/ds\/storages$/, () => Response.json(['messages']))
  network.answer(/\/ds\/storages\/messages$/, () => {
    const status = (site: string) => (replicas.includes(site) ? 'up' : 'joining')
    const held = world.replicas.map((site) => ({ site, status: status(site) }))
    return Response.json({ name: 'messages', shards: shards.map((id) => ({ id, replicas: held })) })
  })
  network.answer(/\/ds\/storages\/messages\/replicas$/, (method, body) => {
    if (method === 'GET') return Response.json(world.replicas)
    world.replicas = v.parse(v.pipe(v.string(), v.parseJson(), v.array(v.string())), body)
    return Response.json('OK', { status: 202 })
  })
  network.answer(/\/durable_queues$/, (method, body) => {
    if (method === 'GET') return Response.json({ data: world.queues, meta: { hasnext: false } })
    const queue = v.parse(
      v.pipe(v.string(), v.parseJson(), v.looseObject({ group: v.string(), topic: v.string() })),
      body,
    )
    world.created = [...world.created, queue]
    const at = 1_795_251_366_806
    const made = { created_at: at, id: `${queue.group}:64712F23`, start_time: '0', ...queue }
    world.queues = [...world.queues, made]
    return Response.json(made, { status: 201 })
  })
  network.answer(/\/durable_queues\/g2/, () => {
    const known = world.queues.some(({ group }) => group === 'g2')
    world.queues = world.queues.filter(({ group }) => group !== 'g2')
    return known ? Response.json('Queue deleted') : absent('Queue not found')
  })
  return world
}

async function open(search = '', { arrange, ...options }: RenderOptions = {}, replicas?: readonly string[]) {
  const opened: { world?: ReturnType<typeof storing> } = {}
  const app = await renderApp(`/cluster/durable-storage${search}`, {
    edition: 'enterprise',
    async arrange(broker, network) {
      opened.world = storing(network, replicas)
      await arrange?.(broker, network)
    },
    ...options,
  })
  return { ...app, world: () => opened.world }
}

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('durable storage', () => {
  it('shows which sites have replicas, puts some on another one, and says how that goes', async () => {
    const { user, world } = await open('', {}, [first])
    const table = within(await screen.findByRole('table', { name: 'Sites of messages' }))
    const row = within(await table.findByRole('row', { name: /emqx4@/ }))
    await row.findByText('None')
    expect(await screen.findByText('1 storage, 2 of 2 sites up')).toBeDefined()
    await user.click(await row.findByRole('button', { name: /^Actions for/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Add replicas…' }))
    const dialog = await dialogOf('Put replicas of messages on emqx4@127.0.0.4?')
    await dialog.findByText(/a replica of each of 3 shards/)
    await user.click(dialog.getByRole('button', { name: 'Add replicas' }))
    await screen.findByText('The cluster has accepted the change and is carrying it out')
    expect(world()?.replicas).toEqual([first, second])
    await table.findByText('joining')
    await screen.findByText('3 shards, 3 changing')
    await user.click(screen.getByText('Shards'))
    const shards = within(await screen.findByRole('table', { name: 'Shards of messages' }))
    const shard = within(await shards.findByRole('row', { name: /^10 / }))
    await shard.findByText('up')
    await shard.findByText('joining')
  })

  it('removes replicas only after the site has been typed, and never the last ones', async () => {
    const { user, world } = await open()
    const actions = () => screen.findByRole('button', { name: 'Actions for emqx3@127.0.0.3' })
    const last = () => screen.findByRole('button', { name: 'Actions for emqx4@127.0.0.4' })
    await user.click(await actions())
    await user.click(await screen.findByRole('menuitem', { name: 'Remove replicas…' }))
    const dialog = await dialogOf('Remove the replicas of messages from emqx3@127.0.0.3?')
    dialog.getByText(/Only 1 site keeps the data afterwards/)
    await user.type(dialog.getByRole('textbox'), first)
    await user.click(dialog.getByRole('button', { name: 'Remove replicas' }))
    await waitFor(() => expect(world()?.replicas).toEqual([second]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await screen.findByText('None')
    await user.click(await last())
    const item = await screen.findByRole('menuitem', { name: /^Remove replicas…/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
  })

  it('changes several sites at once, and not over the head of somebody else', async () => {
    const { user, world } = await open()
    await user.click(await screen.findByRole('button', { name: 'Choose sites…' }))
    const dialog = await dialogOf('Sites of messages')
    await user.click(await dialog.findByRole('checkbox', { name: 'emqx3@127.0.0.3' }))
    await dialog.findByText(/Replicas are removed from: emqx3@127.0.0.3/)
    const mine = world()
    if (mine !== undefined) mine.replicas = [first]
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await dialog.findByText(/^Somebody has changed the replicas meanwhile/)
    expect(world()?.replicas).toEqual([first])
    if (mine !== undefined) mine.replicas = [second, first]
    await user.click(dialog.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(world()?.replicas).toEqual([second]))
  })

  it('lists sites, and what each of them holds', async () => {
    await open('?tab=sites')
    const row = within(await screen.findByRole('row', { name: /emqx3@/ }))
    await row.findByText(/3 of 3 up/)
    row.getByText(first)
  })

  it('creates a queue from now on or with all that is stored, and deletes one', async () => {
    const { user, world } = await open('?tab=queues')
    await screen.findByRole('row', { name: /dq2/ })
    await user.click(screen.getByRole('button', { name: 'Create queue…' }))
    const dialog = await dialogOf('Create a durable queue')
    await user.type(dialog.getByRole('textbox', { name: /^Group/ }), 'g/1')
    await user.type(dialog.getByRole('textbox', { name: /^Topic/ }), 'dq/#')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect((await dialog.findAllByText('A group must not contain / + #')).length).toBeGreaterThan(0)
    await user.clear(dialog.getByRole('textbox', { name: /^Group/ }))
    await user.type(dialog.getByRole('textbox', { name: /^Group/ }), 'g1')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    await screen.findByRole('row', { name: /g1/ })
    expect(world()?.created).toEqual([{ group: 'g1', topic: 'dq/#' }])
    await user.click(screen.getByRole('button', { name: 'Actions for g2:6471322F23' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const question = await dialogOf('Delete the queue g2:6471322F23?')
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('row', { name: /dq2/ })).toBeNull())
    expect(world()?.queues.map(({ group }) => group)).toEqual(['g1'])
  })

  it('lets a viewer look', async () => {
    const { user } = await open('', {
      username: 'eve',
      async arrange({ ask }) {
        await ask('POST', '/users', {
          username: 'eve',
          password: 'Passw0rd-1',
          description: '',
          role: 'viewer',
        })
      },
    })
    const choose = await screen.findByRole('button', { name: 'Choose sites…' })
    expect(choose.getAttribute('aria-disabled')).toBe('true')
    await user.click(await screen.findByRole('button', { name: 'Actions for emqx3@127.0.0.3' }))
    const item = await screen.findByRole('menuitem', { name: /^Remove replicas…/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('durable storage that is switched off', () => {
  it('says so, and how it is switched on', async () => {
    const { user } = await renderApp('/cluster/durable-storage', {
      edition: 'enterprise',
      config: { mode: 'cluster' },
    })
    await screen.findByText('Durable storage is switched off')
    screen.getByText('durable_sessions.enable = true')
    await user.click(screen.getByRole('tab', { name: 'Sites' }))
    const row = within(await screen.findByRole('row', { name: /emqx2@127.0.0.2/ }))
    await row.findByText('None')
    await user.click(screen.getByRole('tab', { name: 'Durable queues' }))
    await screen.findByText('Durable queues are switched off')
    screen.getByText(/durable_queues.enable = true/)
    expect(screen.queryByRole('button', { name: 'Create queue…' })).toBeNull()
  })

  it('says that the embedded broker has none, in Chinese as well', async () => {
    await renderApp('/cluster/durable-storage', {
      edition: 'enterprise',
      locale: 'zh',
      config: { mode: 'embedded' },
    })
    await screen.findByRole('heading', { level: 1, name: '持久存储' })
    await screen.findByText(/内置服务器不支持持久存储/)
    expect(screen.queryByText('durable_sessions.enable = true')).toBeNull()
  })

  it('shows what failed, and asks again', async () => {
    const { user, network } = await renderApp('/cluster/durable-storage', {
      edition: 'enterprise',
      arrange: (_, own) =>
        own.answer(/\/ds\/storages$/, () =>
          Response.json({ code: 'INTERNAL_ERROR', message: 'no quorum' }, { status: 500 }),
        ),
    })
    const retry = await screen.findByRole('button', { name: /Try again|Retry/ }, { timeout: 8000 })
    expect(screen.getAllByText(/no quorum/).length).toBeGreaterThan(0)
    network.answer(/\/ds\/storages$/, () => Response.json([]))
    await user.click(retry)
    await screen.findByText('Durable storage is switched off')
  })

  it('is not for Community', async () => {
    const { network } = await renderApp('/cluster/durable-storage')
    await screen.findByText('Not in this edition')
    expect(network.asked.filter((line) => /\/ds\/|durable_queues/.test(line))).toEqual([])
  })
})
