import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

async function open(arrange?: RenderOptions['arrange']) {
  const app = await renderApp('/exhook/create', { arrange })
  const review = within(await app.screen.findByRole('region', { name: 'Review changes' }))
  return {
    ...app,
    review,
    create: () => app.user.click(review.getByRole('button', { name: 'Create hook server' })),
  }
}

const field = ({ screen }: RenderedApp, name: RegExp) => screen.getByRole('textbox', { name })

describe('a new hook server', () => {
  it('has the defaults of the broker, and checks whom it reaches once TLS is on', async () => {
    const app = await open()
    await app.user.type(field(app, /^Name/), 'near')
    await app.user.type(field(app, /^URL/), 'https://127.0.0.1:1')
    await app.user.click(app.screen.getByRole('switch', { name: 'TLS' }))
    await app.create()
    await waitFor(() => expect(app.path()).toBe('/exhook'))
    expect(await app.broker.ask('GET', '/exhooks/near')).toMatchObject({
      body: {
        url: 'https://127.0.0.1:1',
        enable: true,
        failed_action: 'deny',
        pool_size: 8,
        request_timeout: '5s',
        auto_reconnect: '60s',
        socket_options: { keepalive: true, nodelay: true },
        ssl: { enable: true, verify: 'verify_peer' },
      },
    })
  })

  it('says at the choice what a failing server does to clients', async () => {
    const app = await open()
    expect(app.screen.getByText(/the broker refuses every client that it asks the server/)).toBeDefined()
    await app.user.selectOptions(app.screen.getByRole('combobox', { name: /^If the server fails/ }), 'ignore')
    expect(
      await app.screen.findByText(/lets everything through as if the server did not exist/),
    ).toBeDefined()
  })

  it('says that any text is taken for a URL, and creates it all the same', async () => {
    const app = await open()
    expect(app.screen.getByText(/The broker does not check the URL/)).toBeDefined()
    await app.user.type(field(app, /^Name/), 'near')
    await app.user.type(field(app, /^URL/), 'localhost')
    expect((await app.screen.findAllByText(/accepts this text but cannot connect/)).length).toBeGreaterThan(0)
    await app.create()
    await waitFor(() => expect(app.path()).toBe('/exhook'))
    expect(await app.broker.ask('GET', '/exhooks/near')).toMatchObject({ body: { url: 'localhost' } })
  })

  it('never reconnects if that is wanted, and sets the sockets', async () => {
    const app = await open()
    await app.user.type(field(app, /^Name/), 'near')
    await app.user.type(field(app, /^URL/), 'http://127.0.0.1:1')
    await app.user.click(app.screen.getByRole('switch', { name: /Reconnect.*Never/ }))
    await app.user.click(app.screen.getByRole('switch', { name: /^TCP keepalive/ }))
    await app.create()
    await waitFor(async () =>
      expect(await app.broker.ask('GET', '/exhooks/near')).toMatchObject({
        body: { auto_reconnect: false, socket_options: { keepalive: false, nodelay: true } },
      }),
    )
  })

  it('refuses names that are taken or none, and says what the broker refused at the field', async () => {
    const app = await open(async ({ ask }) => {
      await ask('POST', '/exhooks', { name: 'near', url: 'x' })
    })
    await app.user.type(field(app, /^URL/), 'http://127.0.0.1:1')
    await app.user.type(field(app, /^Name/), 'near')
    await app.create()
    expect(
      (await app.screen.findAllByText(/A hook server with this name already exists/)).length,
    ).toBeGreaterThan(0)
    await app.user.clear(field(app, /^Name/))
    await app.user.type(field(app, /^Name/), 'no blanks')
    expect((await app.screen.findAllByText(/Starts with a letter or digit/)).length).toBeGreaterThan(0)
    expect(await app.broker.ask('GET', '/exhooks')).toMatchObject({ body: [{ name: 'near' }] })
    await app.user.clear(field(app, /^Name/))
    await app.user.type(field(app, /^Name/), 'other')
    const message =
      'Bad Arguments: #{kind => validation_error,path => "exhook.servers.2.pool_size",reason => #{expected => "pos_integer()"},value => 0}'
    app.network.answer(/\/exhooks$/, () => Response.json({ code: 'BAD_REQUEST', message }, { status: 400 }))
    await app.create()
    expect(await app.screen.findByRole('button', { name: /^Connections per node: / })).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/exhook/create', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '创建 ExHook 服务器' })).toBeDefined()
    expect(await screen.findByText(/服务器没有回答期间，需要由它认证的客户端/)).toBeDefined()
  })
})
