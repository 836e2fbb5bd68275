import { ssoApi } from '@brokerdeck/embedded-broker/system/sso/sso-api.ts'
import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { enabledLdap, storedLdap } from '#features/system/sso/testing/stored-ldap.ts'
import { confirmSave } from '#testing/confirm-save.ts'
import { renderApp } from '#testing/render-app.ts'

const review = () => within(screen.getByRole('region', { name: 'Review changes' }))

describe('a way to sign in', () => {
  it('changes settings, keeps the secret, and shows why the broker refuses them', async () => {
    const { user, broker } = await renderApp('/sso/ldap', storedLdap)
    const base = await screen.findByLabelText('Base DN')
    await user.clear(base)
    await user.type(base, 'ou=staff')
    await user.click(review().getByRole('button', { name: /^Apply/ }))
    expect(await screen.findByText('Single sign-on saved')).toBeDefined()
    expect(ssoApi.own(broker.context).sso.get('ldap')).toMatchObject({
      base_dn: 'ou=staff',
      password: '******',
    })
    await user.click(screen.getByRole('switch', { name: 'Enabled' }))
    await user.click(review().getByRole('button', { name: /^Apply/ }))
    expect((await screen.findAllByText(/^No connection to the server is open/)).length).toBeGreaterThan(0)
    expect(screen.getAllByText(/has stored these settings all the same/).length).toBeGreaterThan(0)
    expect(ssoApi.own(broker.context).sso.get('ldap')).toMatchObject({ enable: true })
  })

  it('asks before nobody can sign in this way any more, and saves all else at once', async () => {
    const app = await renderApp('/sso/ldap', { ...enabledLdap, config: { role: 'production' } })
    const { user, broker } = app
    const stored = () => ssoApi.own(broker.context).sso.get('ldap')
    await user.click(await screen.findByRole('switch', { name: 'Enabled' }))
    await user.click(review().getByRole('button', { name: /^Apply/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Apply these changes?' }))
    expect(question.getByText(/^Nobody can sign in this way any more/)).toBeDefined()
    // No client is disconnected, so the name of the cluster need not be typed.
    expect(question.queryByRole('textbox')).toBeNull()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect((await screen.findAllByText('Nothing was changed.')).length).toBeGreaterThan(0)
    expect(stored()).toMatchObject({ enable: true })
    await user.click(review().getByRole('button', { name: /^Apply/ }))
    await confirmSave(app)
    expect(await screen.findByText('Single sign-on saved')).toBeDefined()
    expect(stored()).toMatchObject({ enable: false })
  })

  it('sets up what was not, and says what to enter at the provider', async () => {
    const { user, broker, path } = await renderApp('/sso/oidc', { edition: 'enterprise' })
    expect(await screen.findByText(/\/api\/v5\/sso\/oidc\/callback$/)).toBeDefined()
    await user.type(screen.getByLabelText('Issuer'), 'https://id.example.org')
    await user.type(screen.getByLabelText('Client ID'), 'deck')
    await user.click(review().getByRole('button', { name: 'Save' }))
    expect((await screen.findAllByText('Client secret is required')).length).toBeGreaterThan(0)
    await user.type(screen.getByLabelText('Client secret', { selector: 'input' }), 'shh')
    await user.click(review().getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Running')).toBeDefined()
    expect(path()).toBe('/sso')
    expect(ssoApi.own(broker.context).sso.get('oidc')).toMatchObject({
      issuer: 'https://id.example.org',
      enable: true,
    })
  })

  it('removes a way to sign in after asking', async () => {
    const { user, broker } = await renderApp('/sso/ldap', storedLdap)
    await user.click(await screen.findByRole('button', { name: 'Remove' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove LDAP?' }))
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.getAllByText('Not set up')).toHaveLength(3))
    expect(ssoApi.own(broker.context).sso.list()).toEqual([])
  })

  it('knows no other way', async () => {
    await renderApp('/sso/github', { edition: 'enterprise' })
    expect(await screen.findByText('This page could not be found')).toBeDefined()
  })

  it('speaks Chinese', async () => {
    await renderApp('/sso/ldap', { locale: 'zh', ...storedLdap })
    expect(await screen.findByRole('textbox', { name: '绑定 DN' })).toBeDefined()
  })
})
