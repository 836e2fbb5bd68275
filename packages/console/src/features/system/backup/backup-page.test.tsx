import { backupsApi } from '@brokerdeck/embedded-broker/system/backups/backups-api.ts'
import { gzip } from '@brokerdeck/languages/gzip.ts'
import { writeTar } from '@brokerdeck/languages/tar.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it, vi } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const node = 'emqx@127.0.0.1'

/** Creates a valid archive with these files. */
async function archive(folder: string, files: Readonly<Record<string, string>>) {
  const all = Object.entries({ 'META.hocon': 'edition = ce\nversion = "5.8.9"\n', ...files })
  const entries = all.map(([name, text]) => ({
    name: `${folder}/${name}`,
    data: new TextEncoder().encode(text),
    modifiedAt: 1_795_250_873,
  }))
  return gzip(writeTar(entries))
}

const mixed = () =>
  archive('mixed', {
    'cluster.hocon': 'alarm { size_limit = 555 }\nbridges {}\n',
    'tables/banned.json': JSON.stringify([
      [
        'clientid:evil',
        { as: 'clientid', who: 'evil', by: 'me', reason: '', at: 1_795_250_873, until: null },
      ],
    ]),
  })

const withMixed: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  await backupsApi.own(context).backups.upload(node, 'mixed.tar.gz', await mixed())
}

const backupsOf = async ({ broker }: RenderedApp) =>
  (await backupsApi.own(broker.context).backups.list(node)).map(({ filename }) => filename)

async function choose({ screen, user }: RenderedApp, item: string): Promise<void> {
  const row = await screen.findByRole('row', { name: /mixed\.tar\.gz/ })
  await user.click(within(row).getByRole('button', { name: /^Actions/ }))
  await user.click(screen.getByRole('menuitem', { name: item }))
}

async function chooseFile({ screen, user }: RenderedApp, name: string, bytes: Uint8Array<ArrayBuffer>) {
  await screen.findByRole('button', { name: 'Upload' })
  await user.upload(screen.getByLabelText('Backup file'), new File([bytes], name))
  return within(await screen.findByRole('dialog', { name: `Upload ${name}?` }))
}

describe('backups', () => {
  it('are made of everything, or of what is chosen', async () => {
    const app = await renderApp('/backup')
    const { screen, user, broker } = app
    await screen.findByText('No backups yet')
    await user.click(screen.getByRole('button', { name: 'Create backup' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Create backup' })).getByRole('button', {
        name: 'Create',
      }),
    )
    await screen.findByText('Successfully created current backup')
    await screen.findByRole('row', { name: /^emqx-export-.*\.tar\.gz emqx@127\.0\.0\.1 / })

    const create = vi.spyOn(backupsApi.own(broker.context).backups, 'create')
    await user.click(screen.getByRole('button', { name: 'Create backup' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create backup' }))
    await user.selectOptions(dialog.getByRole('combobox', { name: /Contents/ }), 'Selected parts')
    await user.click(await dialog.findByRole('checkbox', { name: 'Pre-shared keys' }))
    await user.click(dialog.getByRole('checkbox', { name: 'mqtt' }))
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    await waitFor(async () => expect(await backupsOf(app)).toHaveLength(2))
    const [, selection] = create.mock.calls[0] ?? []
    expect(selection?.tableSets).toContain('banned')
    expect(selection?.tableSets).not.toContain('psk')
    // The configuration that can be read as text does not contain `cluster`.
    const others = broker.context.config.names().filter((root) => root !== 'mqtt' && root !== 'cluster')
    expect(selection?.roots).toEqual(others)
  })

  it('are looked into before they are uploaded, and get their own name back', async () => {
    const app = await renderApp('/backup')
    const dialog = await chooseFile(app, 'mixed (1).tar.gz', await mixed())
    await dialog.findByText('Banned clients')
    dialog.getByText('bridges')
    dialog.getByText('Community')
    dialog.getByText(/uploaded as mixed\.tar\.gz/)
    await app.user.click(dialog.getByRole('button', { name: 'Upload' }))
    await app.screen.findByText('Backup uploaded')
    expect(await backupsOf(app)).toEqual(['mixed.tar.gz'])
    await app.screen.findByRole('row', { name: /^mixed\.tar\.gz/ })
  })

  it('of another edition, of a newer version, or that are none are not uploaded', async () => {
    const app = await renderApp('/backup')
    const cases = [
      [await archive('ee', { 'META.hocon': 'edition = ee\nversion = "5.8.9"\n' }), /made by EMQX Enterprise/],
      [
        await archive('new', { 'META.hocon': 'edition = ce\nversion = "5.9.0"\n' }),
        /made by version 5\.9\.0/,
      ],
      [new Uint8Array([1, 2, 3]), /no backup archive/],
    ] as const
    for (const [bytes, reason] of cases) {
      const dialog = await chooseFile(app, 'x.tar.gz', bytes)
      await dialog.findByText(reason)
      expect(dialog.getByRole('button', { name: 'Upload' }).getAttribute('aria-disabled')).toBe('true')
      await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(app.screen.queryByRole('dialog')).toBeNull())
    }
    expect(await backupsOf(app)).toEqual([])
  })

  it('are archives: another file is refused before it is read', async () => {
    const app = await renderApp('/backup')
    const input = await app.screen.findByLabelText('Backup file')
    input.removeAttribute('accept')
    await app.user.upload(input, new File(['x'], 'night.zip'))
    expect(await app.screen.findByText('Please upload a file with extension .tar.gz')).toBeDefined()
    expect(app.screen.queryByRole('dialog')).toBeNull()
  })

  it('say why the broker refuses an upload, and one can be aborted', async () => {
    const app = await renderApp('/backup', { arrange: withMixed })
    const dialog = await chooseFile(app, 'mixed.tar.gz', await mixed())
    await dialog.findByText('Banned clients')
    await app.user.click(dialog.getByRole('button', { name: 'Upload' }))
    await dialog.findByText(/Backup file "mixed\.tar\.gz" already exists/)
    expect(dialog.getByRole('alert').textContent).toMatch(/^Upload Failed/)
    app.network.answer(/\/data\/files$/, () => new Promise(() => undefined))
    await app.user.click(dialog.getByRole('button', { name: 'Upload' }))
    await dialog.findByText('50 % sent')
    await app.user.click(dialog.getByRole('button', { name: 'Abort upload' }))
    await dialog.findByRole('button', { name: 'Cancel' })
    expect(dialog.queryByRole('alert')).toBeNull()
  })

  it('are restored after showing what is in them, part by part', async () => {
    const app = await renderApp('/backup', { arrange: withMixed })
    const { screen, user, broker } = app
    await choose(app, 'Restore')
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Confirm to restore with current backup?' }),
    )
    await dialog.findByText('Banned clients')
    expect(broker.context.banned.list()).toEqual([])
    await user.click(await dialog.findByText('2 settings will change'))
    dialog.getByText('alarm.size_limit')
    await user.click(dialog.getByRole('button', { name: 'Restore' }))
    await dialog.findByText('Restored, but not all of it')
    const results = within(dialog.getByRole('list', { name: 'Result by part' }))
    expect(results.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Not restoredbridges.*no such configuration/),
      'Restoredalarm',
      'RestoredBanned clients',
    ])
    expect(broker.context.banned.list()).toMatchObject([{ who: 'evil' }])
    expect(broker.context.config.document('alarm')).toMatchObject({ size_limit: 555 })
  })

  it('are downloaded and deleted', async () => {
    const saved = vi.fn<typeof URL.createObjectURL>(() => 'blob:saved')
    URL.createObjectURL = saved
    URL.revokeObjectURL = () => undefined
    const app = await renderApp('/backup', { arrange: withMixed })
    await choose(app, 'Download')
    await waitFor(() => expect(saved).toHaveBeenCalled())
    expect(saved.mock.calls[0]?.[0]).toMatchObject({ size: (await mixed()).length })
    expect(app.network.asked).toContain('GET /api/v5/data/files/mixed.tar.gz?node=emqx%40127.0.0.1')
    await choose(app, 'Delete')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await app.screen.findByText('No backups yet')
    expect(await backupsOf(app)).toEqual([])
  })

  it('speaks Chinese, and says that the broker cannot be reached', async () => {
    const { screen, user, network } = await renderApp('/backup', { locale: 'zh', arrange: withMixed })
    await screen.findByRole('heading', { level: 1, name: '备份' })
    await screen.findByRole('row', { name: /^mixed\.tar\.gz/ })
    network.cut(true)
    await user.click(screen.getByRole('button', { name: '刷新' }))
    expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  })
})
