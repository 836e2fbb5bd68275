import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const enterprise = { edition: 'enterprise' } as const

describe('the license', () => {
  it('tells how much of it is in use', async () => {
    const { screen } = await renderApp('/license', enterprise)
    expect(await screen.findByText('0 of 25')).toBeDefined()
    expect(screen.getByText(/the evaluation license/)).toBeDefined()
    expect(screen.getByText('2029-04-17')).toBeDefined()
  })

  it('takes other watermarks, the low one below the high one', async () => {
    const { screen, user, broker } = await renderApp('/license', enterprise)
    const review = () => within(screen.getByRole('region', { name: 'Review changes' }))
    const low = await screen.findByLabelText('Low watermark')
    await user.clear(low)
    await user.type(low, '90')
    await user.click(review().getByRole('button', { name: /^Apply/ }))
    expect((await screen.findAllByText(/has to be below the high one/)).length).toBeGreaterThan(0)
    await user.clear(low)
    await user.type(low, '60')
    await user.click(review().getByRole('button', { name: /^Apply/ }))
    expect(await screen.findByText('Changes are in effect')).toBeDefined()
    expect(broker.context.license.setting).toEqual({
      connection_high_watermark: '80%',
      connection_low_watermark: '60%',
    })
  })

  it('shows that the broker refuses a key', async () => {
    const { screen, user } = await renderApp('/license', enterprise)
    await user.click(await screen.findByRole('button', { name: 'Update license' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Update license' }))
    await user.type(dialog.getByLabelText('License key', { selector: 'input' }), 'garbage')
    await user.click(dialog.getByRole('button', { name: 'Update' }))
    expect((await dialog.findAllByText(/Bad license key/)).length).toBeGreaterThan(0)
  })

  it('is reset after its name was typed', async () => {
    const { screen, user, network } = await renderApp('/license', enterprise)
    await user.click(await screen.findByRole('button', { name: 'Reset license' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reset to the default license?' }))
    await user.type(dialog.getByRole('textbox'), 'default')
    await user.click(dialog.getByRole('button', { name: 'Reset license' }))
    expect(await screen.findByText('The license is reset')).toBeDefined()
    expect(network.asked).toContain('POST /api/v5/license')
  })

  it('says in one line that Community has none', async () => {
    const { screen } = await renderApp('/license')
    expect(await screen.findByText(/The license belongs to EMQX Enterprise/)).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/license', { locale: 'zh', ...enterprise })
    expect(await screen.findByRole('heading', { name: '许可证' })).toBeDefined()
    expect(await screen.findByLabelText('低水位线')).toBeDefined()
  })
})
