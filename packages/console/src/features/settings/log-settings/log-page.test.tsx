import { logLevels } from '@brokerdeck/contract/settings/log-config.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

// The broker is typed only with what this test reads: the document that a page has changed.
const readLog = (broker: { context: { config: { document(name: string): unknown } } }) =>
  broker.context.config.document('log')

describe('log settings', () => {
  it('shows what each log does and changes the level of the file', async () => {
    const { broker, screen, user, path } = await renderApp('/log')
    const console = await screen.findByRole('switch', { name: /Log to the console/ })
    expect(console.getAttribute('aria-checked')).toBe('false')
    await user.click(screen.getByRole('tab', { name: 'File' }))
    expect(path()).toBe('/log?tab=file')
    await user.selectOptions(await screen.findByLabelText(/^Level/), 'info')
    await user.click(screen.getAllByRole('button', { name: 'Apply 1 change' })[0] ?? document.body)
    expect(await screen.findByText('Changes are in effect')).toBeDefined()
    expect(readLog(broker)).toMatchObject({
      file: { default: { level: 'info', rotation_count: 10 } },
      console: { enable: false },
    })
    await broker.ask('DELETE', '/alarms')
    expect(broker.context.log.recent().join('\n')).toContain('path: /api/v5/alarms')
  })

  it('names the limits that this version of the API lacks, and where they are set', async () => {
    const { screen } = await renderApp('/log?tab=throttling')
    const words = /no limits on the length of a line \(chars_limit, at least 100\).* Set them in emqx\.conf/
    expect(await screen.findByText(words)).toBeDefined()
  })

  it('says what a talkative level costs before it is applied', async () => {
    const { screen, user } = await renderApp('/log?tab=file')
    await user.selectOptions(await screen.findByLabelText(/^Level/), 'debug')
    expect(await screen.findByText(/the disk fills up/)).toBeDefined()
  })

  it('checks numbers here and shows at the field what only the broker knows', async () => {
    const { broker, screen, user } = await renderApp('/log?tab=file')
    const count = await screen.findByLabelText(/^Files kept/)
    await user.clear(count)
    await user.type(count, '500')
    await user.tab()
    expect((await screen.findAllByText(/Input error: the number range is 1 - 128/)).length).toBeGreaterThan(0)
    await user.clear(count)
    await user.type(count, '10')
    const name = screen.getByLabelText(/^File name/)
    await user.clear(name)
    await user.type(name, '/etc/passwd')
    await user.click(screen.getAllByRole('button', { name: 'Apply 1 change' })[0] ?? document.body)
    expect((await screen.findAllByText(/writes its log below/)).length).toBeGreaterThan(0)
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
    expect(JSON.stringify(readLog(broker))).not.toContain('passwd')
  })

  it('says once, at the field, what is no time zone, and takes level and format back by one undo', async () => {
    const { broker, screen, user } = await renderApp('/log')
    await user.click(await screen.findByRole('switch', { name: /Log to the console/ }))
    await user.selectOptions(await screen.findByLabelText(/^Level/), 'info')
    await user.selectOptions(await screen.findByLabelText(/^Format/), 'json')
    await user.click(screen.getByText('Advanced'))
    const zone = await screen.findByRole('textbox', { name: /^Time zone/ })
    await user.clear(zone)
    await user.type(zone, 'moon')
    await user.click(screen.getAllByRole('button', { name: 'Apply 4 changes' })[0] ?? document.body)
    expect(await screen.findByText('1 field needs a look')).toBeDefined()
    expect(readLog(broker)).toMatchObject({ console: { level: 'warning' } })
    await user.clear(zone)
    await user.type(zone, '+08:00')
    await user.click(screen.getAllByRole('button', { name: 'Apply 4 changes' })[0] ?? document.body)
    await waitFor(() =>
      expect(readLog(broker)).toMatchObject({ console: { enable: true, formatter: 'json' } }),
    )
    await user.click(await screen.findByRole('button', { name: 'Undo the last apply' }))
    await user.click(screen.getAllByRole('button', { name: 'Apply 4 changes' })[0] ?? document.body)
    await waitFor(() =>
      expect(readLog(broker)).toMatchObject({
        console: { enable: false, level: 'warning', formatter: 'text', time_offset: 'system' },
      }),
    )
  })

  it('has the audit log where the broker has one', async () => {
    const { broker, screen, user } = await renderApp('/log?tab=audit', { edition: 'enterprise' })
    await user.click(await screen.findByRole('switch', { name: /Audit log/ }))
    await user.click(screen.getAllByRole('button', { name: 'Apply 1 change' })[0] ?? document.body)
    await waitFor(() => expect(readLog(broker)).toMatchObject({ audit: { enable: true } }))
  })

  it('says why nothing can be read', async () => {
    const { screen } = await renderApp('/log', { arrange: (_broker, network) => network.cut(true) })
    expect((await screen.findAllByText(/Network Error/)).length).toBeGreaterThan(0)
    expect(screen.queryByRole('tab', { name: 'Audit' })).toBeNull()
  })

  it('speaks Chinese', async () => {
    const { screen, user } = await renderApp('/log?tab=throttling', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '日志' })).toBeDefined()
    expect(await screen.findByRole('textbox', { name: /^时间窗口/ })).toBeDefined()
    // The list would lack a level that has no translation.
    await user.click(screen.getByRole('tab', { name: '控制台' }))
    await user.click(await screen.findByRole('switch', { name: /控制台/ }))
    const level = within(await screen.findByRole('combobox', { name: /^级别/ }))
    expect(level.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      ...logLevels.slice(0, -1),
      '全部',
    ])
  })
})
