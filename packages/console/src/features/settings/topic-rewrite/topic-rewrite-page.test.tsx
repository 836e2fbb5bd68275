import { rewriteRoot } from '@brokerdeck/embedded-broker/config/roots/topic-roots.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const rule = (source: string, more = {}) => ({
  action: 'publish',
  source_topic: source,
  re: '^a/(.+)$',
  dest_topic: 'z/$1',
  ...more,
})

const rules: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  await context.config.write(rewriteRoot, [rule('a/#'), rule('b/#', { action: 'all' }), rule('c/#')])
}

const stored = ({ broker }: RenderedApp) =>
  broker.context.config.get(rewriteRoot).map(({ source_topic }) => source_topic)

async function choose({ screen, user }: RenderedApp, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('topic rewrite', () => {
  it('shows the rules in their order, and what a rule is where there are none', async () => {
    const { screen, user } = await renderApp('/topic-rewrite')
    expect(await screen.findByText(/gives messages or subscriptions another topic/)).toBeDefined()
    expect(screen.getByText(/^0 of at most 19 rules/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add rule' }))
    expect(await screen.findByRole('dialog', { name: 'Add rewrite rule' })).toBeDefined()
  })

  it('adds a rule that takes effect', async () => {
    const app = await renderApp('/topic-rewrite', { arrange: rules })
    const { screen, user, broker } = app
    await screen.findByText('a/#')
    await user.click(screen.getByRole('button', { name: 'Add rule' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add rewrite rule' }))
    await user.type(dialog.getByRole('textbox', { name: 'Source topic' }), 'plant/#')
    await user.type(dialog.getByRole('textbox', { name: 'Destination topic' }), 'site/$1/#')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText('Please enter')).length).toBeGreaterThan(0)
    expect(dialog.getAllByText(/Only a rule for subscribing/).length).toBeGreaterThan(0)
    await user.type(dialog.getByRole('textbox', { name: 'Regular expression' }), '([[')
    expect(
      (await dialog.findAllByText(/missing terminating \] for character class \(at byte 2\)/)).length,
    ).toBeGreaterThan(0)
    await user.clear(dialog.getByRole('textbox', { name: 'Regular expression' }))
    await user.type(dialog.getByRole('textbox', { name: 'Regular expression' }), '^plant/(.+)$')
    await user.type(dialog.getByRole('textbox', { name: 'Destination topic' }), '{Backspace}{Backspace}')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('The rule is added')).toBeDefined()
    expect(await screen.findByText('plant/#')).toBeDefined()
    expect(stored(app)).toEqual(['a/#', 'b/#', 'c/#', 'plant/#'])
    const published: string[] = []
    broker.context.cluster.on('published', ({ message }) => published.push(message.topic))
    const client = await connectClient(broker.context.cluster)
    await client.publishAsync('plant/7', 'x', { qos: 1 })
    expect(published).toContain('site/7')
    await client.endAsync()
  })

  it('changes, moves and deletes rules', async () => {
    const app = await renderApp('/topic-rewrite', { arrange: rules })
    await choose(app, 'c/#', 'Move up')
    const shown = () => app.screen.getAllByRole('button', { name: /^Actions for/ })
    const names = () => shown().map((button) => button.getAttribute('aria-label'))
    await waitFor(() => expect(names()).toEqual(['a/#', 'c/#', 'b/#'].map((name) => `Actions for ${name}`)))
    expect(stored(app)).toEqual(['a/#', 'c/#', 'b/#'])
    await choose(app, 'b/#', 'Edit')
    let dialog = within(await app.screen.findByRole('dialog', { name: 'Edit rewrite rule' }))
    await app.user.type(dialog.getByRole('textbox', { name: 'Source topic' }), '{Backspace}+')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await app.screen.findByText('b/+')).toBeDefined()
    await choose(app, 'a/#', 'Delete…')
    dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await app.screen.findByText('The rule is deleted')).toBeDefined()
    expect(stored(app)).toEqual(['c/#', 'b/+'])
  })

  it('never overwrites what somebody else has written meanwhile', async () => {
    const app = await renderApp('/topic-rewrite', { arrange: rules })
    const { screen, user, broker } = app
    await screen.findByText('a/#')
    await user.click(screen.getByRole('button', { name: 'Add rule' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add rewrite rule' }))
    await user.type(dialog.getByRole('textbox', { name: 'Source topic' }), 'mine/#')
    await user.type(dialog.getByRole('textbox', { name: 'Regular expression' }), '.*')
    await user.type(dialog.getByRole('textbox', { name: 'Destination topic' }), 'x')
    await broker.context.config.write(rewriteRoot, [rule('theirs/#')])
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText(/somebody has changed this list/)).length).toBeGreaterThan(0)
    expect(stored(app)).toEqual(['theirs/#'])
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('mine/#')).toBeDefined()
    expect(stored(app)).toEqual(['theirs/#', 'mine/#'])
  })

  it('shows the refusal of the broker at the field', async () => {
    const app = await renderApp('/topic-rewrite', { arrange: rules })
    await choose(app, 'b/#', 'Edit')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Edit rewrite rule' }))
    const expression = dialog.getByRole('textbox', { name: 'Regular expression' })
    await app.user.clear(expression)
    await app.user.type(expression, '^b/(')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(expression.getAttribute('aria-invalid')).toBe('true'))
    expect(stored(app)).toEqual(['a/#', 'b/#', 'c/#'])
  })

  it('says that nineteen are enough, and changes nothing where the console may not', async () => {
    const { screen } = await renderApp('/topic-rewrite', {
      arrange: async ({ context }) => {
        const many = Array.from({ length: 19 }, (_, at) => rule(`t${at}/#`))
        await context.config.write(rewriteRoot, many)
      },
    })
    expect(await screen.findByText('t18/#')).toBeDefined()
    const add = screen.getByRole('button', { name: /Add rule/ })
    expect(add.getAttribute('aria-disabled')).toBe('true')
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/topic-rewrite', { locale: 'zh', arrange: rules })
    expect(await screen.findByRole('heading', { name: '主题重写' })).toBeDefined()
    expect(await screen.findByText('发布和订阅')).toBeDefined()
  })
})
