import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it, test } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

/** Returns the first button with the name, which is above the form on a phone, and beside the form elsewhere. */
const button = (name: string) => {
  const [first] = within(document.body).getAllByRole('button', { name })
  if (first === undefined) throw new Error('There is no such button')
  return first
}

const open = (type: string) => renderApp(`/connector/create?type=${type}`, { edition: 'enterprise' })

describe('what no broker takes is marked at its field, and nothing is created', () => {
  test.each([
    ['mysql', 'Server', 'host:99999', /Ports are from 1 to 65535/],
    ['kafka_producer', 'Bootstrap servers', 'a b,,c:xx', /A host has no spaces/],
    ['mqtt', 'Server', 'mqtt://host:1883', /Please enter the host alone/],
    ['snowflake', 'Account', 'acc', /ORGID-ACCOUNTNAME/],
  ])('%s: %s %s', async (type, label, typed, message) => {
    const { screen, user, broker, path } = await open(type)
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'x')
    const box = screen.getByRole('textbox', { name: label })
    await user.clear(box)
    await user.type(box, typed)
    await user.tab()
    await screen.findByRole('textbox', { name: label, description: message })
    await user.click(button('Create connector'))
    expect(path()).toBe(`/connector/create?type=${type}`)
    expect(await broker.ask('GET', '/connectors')).toMatchObject({ body: [] })
  })
})

describe('what the broker takes and cannot connect with is said, and is no obstacle', () => {
  it('OpenTSDB without a scheme', async () => {
    const { screen, user, path } = await open('opents')
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'x')
    await user.type(screen.getByRole('textbox', { name: 'OpenTSDB URL' }), 'host:4242')
    expect(await screen.findByText(/unless this begins with http/)).toBeDefined()
    await user.click(button('Create connector'))
    await waitFor(() => expect(path()).toBe('/connector/opents%3Ax'))
  })

  it('S3 with one', async () => {
    const { screen, user } = await open('s3')
    await user.type(await screen.findByRole('textbox', { name: 'Host' }), 'https://s3.example')
    expect(await screen.findByText(/TLS is a switch of its own/)).toBeDefined()
  })

  it('several addresses where one is taken', async () => {
    const { screen, user } = await open('mysql')
    await user.type(await screen.findByRole('textbox', { name: 'Server' }), 'a:1,b:2')
    expect(await screen.findByText(/takes one address here/)).toBeDefined()
  })
})

it('asks for the SID or the service name of Oracle at the field', async () => {
  const { screen, user, path } = await open('oracle')
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'x')
  await user.type(screen.getByRole('textbox', { name: 'Server' }), 'db')
  await user.type(screen.getByRole('textbox', { name: 'Username' }), 'u')
  await user.click(button('Create connector'))
  await screen.findByRole('textbox', { name: /^SID/, description: /Enter the SID or the service name/ })
  await user.type(screen.getByRole('textbox', { name: /^Service name/ }), 'orcl')
  await user.click(button('Create connector'))
  await waitFor(() => expect(path()).toBe('/connector/oracle%3Ax'))
})

it('sets durations with a unit, says each default once, and how clients are named', async () => {
  const { screen, user, broker, path } = await open('mqtt')
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'far')
  await user.type(screen.getByRole('textbox', { name: 'Server' }), '127.0.0.1:9')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Unit of Keep alive' }), 'm')
  const keepAlive = screen.getByRole('textbox', { name: /^Keep alive/, description: /160 s\.$/ })
  await user.clear(keepAlive)
  await user.type(keepAlive, '2')
  expect(screen.getByText(/pm2bd61c44:1/)).toBeDefined()
  await user.click(button('Create connector'))
  await waitFor(() => expect(path()).toBe('/connector/mqtt%3Afar'))
  expect((await broker.ask('GET', '/connectors/mqtt:far')).body).toMatchObject({ keepalive: '2m' })
})

it('shows of S3 whether the data travel encrypted, before anything is unfolded', async () => {
  const { screen } = await open('s3')
  await screen.findByRole('textbox', { name: 'Host' })
  expect(screen.getByRole('switch', { name: /^Use TLS/ })).toBeDefined()
  expect(screen.queryByRole('textbox', { name: /^Connection pool size/ })).toBeNull()
})
