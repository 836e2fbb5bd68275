import { waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const apply = (name: string) => ({ name: new RegExp(`^${name}$`) })

describe('alarm settings', () => {
  it('changes a threshold of the machine and keeps the rest', async () => {
    const { broker, screen, user } = await renderApp('/monitoring/alarm-settings')
    const high = await screen.findByLabelText(/^Memory of the machine/)
    await user.clear(high)
    await user.type(high, '90')
    await user.click(screen.getAllByRole('button', apply('Apply 1 change'))[0] ?? document.body)
    expect(await screen.findByText('Changes are in effect')).toBeDefined()
    expect(broker.context.config.document('sysmon')).toMatchObject({
      os: { sysmem_high_watermark: '90%', cpu_high_watermark: '80%' },
      vm: { long_schedule: '240ms' },
    })
  })

  it('refuses marks under which an alarm would never end', async () => {
    const { broker, screen, user } = await renderApp('/monitoring/alarm-settings')
    const low = await screen.findByLabelText(/^Over below/)
    await user.clear(low)
    await user.type(low, '95')
    await user.click(screen.getAllByRole('button', { name: /^Apply/ })[0] ?? document.body)
    expect((await screen.findAllByText(/must be below the upper one/)).length).toBeGreaterThan(0)
    expect(broker.context.config.document('sysmon')).toMatchObject({ os: { cpu_low_watermark: '60%' } })
  })

  it('switches a report of the virtual machine off', async () => {
    const { broker, screen, user } = await renderApp('/monitoring/alarm-settings?tab=vm')
    await screen.findByRole('textbox', { name: /^Worker pool/ })
    const [, longRun] = screen.getAllByRole('switch', { name: /Not reported/ })
    await user.click(longRun ?? document.body)
    await user.click(screen.getAllByRole('button', { name: 'Apply 1 change' })[0] ?? document.body)
    await waitFor(() =>
      expect(broker.context.config.document('sysmon')).toMatchObject({ vm: { long_schedule: 'disabled' } }),
    )
  })

  it('changes what happens with alarms', async () => {
    const { broker, screen, user } = await renderApp('/monitoring/alarm-settings?tab=alarms')
    const limit = await screen.findByLabelText(/^Keep at most/)
    await user.clear(limit)
    await user.type(limit, '5000')
    await user.tab()
    expect((await screen.findAllByText(/the number range is 1 - 3000/)).length).toBeGreaterThan(0)
    await user.clear(limit)
    await user.type(limit, '50')
    await user.click(screen.getAllByRole('button', { name: 'Apply 1 change' })[0] ?? document.body)
    await waitFor(() => expect(broker.context.config.document('alarm')).toMatchObject({ size_limit: 50 }))
    expect(broker.context.config.document('alarm')).toMatchObject({ actions: ['log', 'publish'] })
  })

  it('may only be looked at by a viewer', async () => {
    const { screen, user } = await renderApp('/monitoring/alarm-settings', {
      edition: 'enterprise',
      username: 'guest',
      arrange: async ({ ask }) => {
        const guest = { username: 'guest', password: 'Guest_1234', role: 'viewer', description: '' }
        expect((await ask('POST', '/users', guest)).status).toBe(200)
      },
    })
    expect(await screen.findByRole('textbox', { name: /^Memory of the machine/ })).toHaveProperty(
      'readOnly',
      true,
    )
    await user.hover(screen.getAllByRole('button', { name: 'Apply' })[0] ?? document.body)
    expect(await screen.findByText(/Your role is viewer/)).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/monitoring/alarm-settings', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '告警设置' })).toBeDefined()
    expect(await screen.findByLabelText(/^主机内存/)).toBeDefined()
  })
})
