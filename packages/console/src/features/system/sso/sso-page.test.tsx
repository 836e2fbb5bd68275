import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { storedLdap } from '#features/system/sso/testing/stored-ldap.ts'
import { renderApp } from '#testing/render-app.ts'

describe('single sign-on', () => {
  it('shows each way to sign in and how it is doing', async () => {
    const { user, path } = await renderApp('/sso', storedLdap)
    const card = within(await screen.findByRole('region', { name: 'LDAP' }))
    expect(card.getByText('Disabled')).toBeDefined()
    expect(screen.getAllByText('Not set up')).toHaveLength(2)
    await user.click(card.getByRole('link', { name: 'Edit LDAP' }))
    expect(await screen.findByDisplayValue('ou=people')).toBeDefined()
    expect(path()).toBe('/sso/ldap')
  })

  it('says in one line that Community does not have it', async () => {
    await renderApp('/sso')
    expect(await screen.findByText(/Single sign-on belongs to EMQX Enterprise/)).toBeDefined()
  })

  it('speaks Chinese', async () => {
    await renderApp('/sso', { locale: 'zh', ...storedLdap })
    expect(await screen.findByRole('heading', { name: '单点登录' })).toBeDefined()
    expect(await screen.findByText('已禁用')).toBeDefined()
  })
})
