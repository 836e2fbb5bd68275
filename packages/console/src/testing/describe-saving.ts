import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from './render-app.ts'

const plant = { role: 'production', brokerName: 'plant' } as const

export const flip =
  (name: RegExp | string) =>
  async ({ screen, user }: RenderedApp) =>
    user.click(await screen.findByRole('switch', { name }))
export const retype =
  (name: RegExp | string, text: string) =>
  async ({ screen, user }: RenderedApp) => {
    const box = await screen.findByRole('textbox', { name })
    await user.clear(box)
    await user.type(box, text)
  }
export const choose =
  (name: RegExp | string, option: string) =>
  async ({ screen, user }: RenderedApp) =>
    user.selectOptions(await screen.findByRole('combobox', { name }), option)

/** Describes a change that is saved with a form, and the address of the form. */
export interface SavedChange {
  readonly what: string
  readonly at: string
  readonly change: (app: RenderedApp) => Promise<unknown>
  readonly arrange?: NonNullable<RenderOptions['arrange']>
  /** True if gateways open their listeners for devices. */
  readonly listens?: boolean
  /** The mode of the console, `embedded` by default. */
  readonly mode?: 'embedded' | 'cluster'
}

async function openAndChange({ at, arrange, change, listens = false, mode = 'embedded' }: SavedChange) {
  const app = await renderApp(at, {
    edition: 'enterprise',
    config: { ...plant, mode },
    ...(arrange && { arrange }),
    ...(listens ? { listens, nodes: 1 } : {}),
  })
  const { screen, user, network } = app
  await screen.findByRole('region', { name: 'Review changes' })
  await change(app)
  const apply = async () => {
    const [button] = await screen.findAllByRole('button', { name: /^Apply \d change/ })
    await user.click(button ?? document.body)
  }
  const writes = () => network.asked.filter((line) => line.startsWith('PUT'))
  const expectSaved = async () => {
    await waitFor(() => expect(writes()).toHaveLength(1))
    await screen.findByRole('region', { name: 'Review changes' })
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Apply \d change/ })).toBeNull())
  }
  return { ...app, apply, writes, expectSaved }
}

/**
 * Describes the forms of a production cluster: which changes need a confirmation with its name, and which are saved
 * at once.
 */
export function describeSaving(
  title: string,
  {
    stopping,
    harmless,
  }: { readonly stopping: readonly SavedChange[]; readonly harmless: readonly SavedChange[] },
): void {
  describe(title, () => {
    it.each(stopping)('asks before $what, and keeps it on cancel', async (one) => {
      const { screen, user, apply, writes, expectSaved } = await openAndChange(one)
      await apply()
      const question = within(await screen.findByRole('dialog', { name: 'Apply these changes?' }))
      await user.click(question.getByRole('button', { name: 'Cancel' }))
      expect((await screen.findAllByText('Nothing was changed.')).length).toBeGreaterThan(0)
      expect(writes()).toEqual([])
      await apply()
      await user.type(await screen.findByRole('textbox', { name: 'Type plant to confirm' }), 'plant{Enter}')
      await expectSaved()
    })

    it.each(harmless)('saves $what at once', async (one) => {
      const { screen, apply, expectSaved } = await openAndChange(one)
      await apply()
      await expectSaved()
      expect(screen.queryByRole('dialog')).toBeNull()
    })
  })
}
