import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { renderFields } from '#kit/form/testing/render-fields.tsx'

test('texts of every sort become what was typed', async () => {
  const { user, values, box } = renderFields([
    { kind: 'text', path: 'name', label: 'Name' },
    { kind: 'lines', path: 'note', label: 'Note' },
    { kind: 'host-port', path: 'server', label: 'Server', defaultPort: 5432 },
    { kind: 'url', path: 'url', label: 'URL' },
    { kind: 'topic', path: 'topic', label: 'Topic', isFilter: true },
    { kind: 'percent', path: 'high', label: 'High', default: '80%' },
    { kind: 'json', path: 'json', label: 'Template' },
  ])
  await user.type(box('Name'), 'plc-1')
  await user.type(box('Note'), 'one{Enter}two')
  await user.type(box('Server'), 'pg.lan:5432')
  await user.type(box('URL'), 'https://a.example')
  await user.type(box('Topic'), 'plant/+/#')
  expect(box('High').getAttribute('placeholder')).toBe('80')
  await user.type(box('High'), '75.5')
  await user.type(box('Template'), '{{"a":1}')
  await user.click(screen.getByRole('button', { name: 'Format' }))
  expect(values()).toEqual({
    name: 'plc-1',
    note: 'one\ntwo',
    server: 'pg.lan:5432',
    url: 'https://a.example',
    topic: 'plant/+/#',
    high: '75.5',
    json: '{\n  "a": 1\n}',
  })
})

test('numbers take what is typed and count with the arrow keys within their limits', async () => {
  const { user, values, box } = renderFields([
    { kind: 'number', path: 'pool', label: 'Pool', min: 1, max: 12, default: 8, unit: 'connections' },
  ])
  expect(screen.getByText('Default 8 connections.')).toBeTruthy()
  await user.type(box('Pool'), '{ArrowUp}')
  expect(values()).toEqual({ pool: '9' })
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
  expect(values()).toEqual({ pool: '12' })
  await user.clear(box('Pool'))
  await user.type(box('Pool'), '1x')
  expect(values()).toEqual({ pool: '1x' })
})

test('a default that the help names is not said again', () => {
  renderFields([
    { kind: 'number', path: 'pool', label: 'Pool', default: 8, help: 'Per node. Default: 8.' },
    { kind: 'text', path: 'host', label: 'Host', default: 'a:1', help: 'A host. Default port: 1.' },
  ])
  expect(screen.getByText('Per node. Default: 8.')).toBeTruthy()
  expect(screen.getByText('A host. Default port: 1. Default: a:1.')).toBeTruthy()
})

test('a switch says once that it is at its default', () => {
  renderFields(
    [
      { kind: 'toggle', path: 'said', label: 'Said', default: true, help: 'Restarts it. Default: on.' },
      { kind: 'toggle', path: 'bare', label: 'Bare', default: false, help: 'Restarts it.' },
    ],
    { said: true, bare: false },
  )
  const findNote = (name: string) => screen.getByRole('switch', { name }).nextElementSibling?.textContent
  expect([findNote('Said'), findNote('Bare')]).toEqual(['On', 'Off (default)'])
  expect(screen.getByText('Restarts it. Default: on.')).toBeTruthy()
})

test('amounts join a number and a unit, and leave several units to who types them', async () => {
  const { user, values, box } = renderFields(
    [
      { kind: 'duration', path: 'timeout', label: 'Timeout', default: '15s' },
      { kind: 'byte-size', path: 'size', label: 'Size' },
      { kind: 'rate', path: 'rate', label: 'Rate', of: 'bytes' },
    ],
    { size: '1MB', rate: '10MB/5m' },
  )
  expect(screen.getByText('Default 15 s.')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Unit of Timeout' })).toHaveProperty('value', 's')
  await user.type(box('Timeout'), '45')
  expect(values()).toMatchObject({ timeout: '45s' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Unit of Timeout' }), 'm')
  expect(values()).toMatchObject({ timeout: '45m' })
  await user.clear(box('Timeout'))
  expect(values()).toMatchObject({ timeout: '' })
  await user.type(box('Timeout'), '1h30m')
  expect(values()).toMatchObject({ timeout: '1h30m' })
  expect(box('Size')).toHaveProperty('value', '1')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Unit of Size' }), 'GB')
  expect(box('Rate')).toHaveProperty('value', '10MB/5m')
  await user.clear(box('Rate'))
  await user.type(box('Rate'), '5')
  expect(values()).toEqual({ timeout: '1h30m', size: '1GB', rate: '5KB/s' })
})

test('switches, choices and words beside a value', async () => {
  const options = [
    { value: 'ram', label: 'Memory' },
    { value: 'disc', label: 'Disk' },
  ]
  const { user, values, box } = renderFields(
    [
      { kind: 'toggle', path: 'enable', label: 'Enable', note: 'Runs on all nodes' },
      { kind: 'select', path: 'storage', label: 'Storage', options },
      { kind: 'multi-select', path: 'actions', label: 'Actions', options },
      {
        kind: 'one-of',
        path: 'limit',
        label: 'Limit',
        word: 'infinity',
        wordLabel: 'Unlimited',
        inner: { kind: 'number', path: 'limit', label: 'Limit' },
      },
      { kind: 'moment', path: 'until', label: 'Until', never: 'infinity' },
    ],
    { enable: false, storage: 'flash', actions: ['odd'], limit: 'infinity' },
  )
  await user.tab()
  await user.keyboard(' ')
  expect(screen.getByRole('switch', { name: 'Enable' })).toBe(document.activeElement)
  // The value of the broker is not among the options.
  expect(screen.getByRole('combobox', { name: 'Storage' })).toHaveProperty('value', 'flash')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Storage' }), 'Disk')
  await user.click(screen.getByRole('checkbox', { name: 'Disk' }))
  await user.click(screen.getByRole('checkbox', { name: 'odd' }))
  expect(screen.queryByRole('textbox', { name: 'Limit' })).toBeNull()
  await user.click(screen.getByRole('switch', { name: 'Limit: Unlimited' }))
  await user.type(box('Limit'), '500')
  await user.click(screen.getByRole('switch', { name: 'Until: Never' }))
  const until = screen.getByLabelText('Until')
  await user.type(until, '2031-05-06T07:08:00')
  expect(values()).toEqual({
    enable: true,
    storage: 'disc',
    actions: ['disc'],
    limit: { isWord: false, value: '500' },
    until: { isNever: false, text: '2031-05-06T07:08' },
  })
})

test('a choice of one is text, unless something else stands there or it can be left out', async () => {
  const options = [{ value: 'timeseries', label: 'Time series' }]
  const { user, values } = renderFields(
    [
      { kind: 'select', path: 'model', label: 'Model', options, default: 'timeseries', readOnly: 'Fixed' },
      { kind: 'select', path: 'old', label: 'Old', options },
      { kind: 'select', path: 'extra', label: 'Extra', options, isOmittedEmpty: true },
      {
        kind: 'union',
        path: 'place',
        label: 'Place',
        variants: [{ id: 'disk', label: 'Disk', fields: [], matches: () => true }],
      },
    ],
    { old: 'rows', place: {} },
  )
  expect(screen.getByRole('group', { name: 'Model' }).textContent).toBe('Time series')
  expect(screen.getByRole('group', { name: 'Place' }).textContent).toBe('Disk')
  expect(screen.queryByText(/Fixed|Default/)).toBeNull()
  expect(screen.getAllByRole('combobox')).toHaveLength(2)
  expect(screen.queryByRole('button')).toBeNull()
  expect(values()).toMatchObject({ model: 'timeseries', old: 'rows', extra: '' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Old' }), 'Time series')
  expect(screen.getByRole('group', { name: 'Old' }).textContent).toBe('Time series')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Extra' }), 'Time series')
  expect(values()).toMatchObject({ old: 'timeseries', extra: 'timeseries' })
})

test('where the broker has no secret there is none to keep or to clear', async () => {
  const { user, values } = renderFields([{ kind: 'secret', path: 'password', label: 'Password' }], {})
  expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  await user.type(screen.getByLabelText('Password', { selector: 'input' }), 's3cret')
  expect(values()).toEqual({ password: { choice: 'give', text: 's3cret' } })
})

test('a secret is never shown, and kept, replaced or cleared', async () => {
  const { user, values } = renderFields([{ kind: 'secret', path: 'password', label: 'Password' }], {
    password: '******',
  })
  const group = within(screen.getByRole('group', { name: 'Password' }))
  expect(document.body.innerHTML).not.toContain('******')
  await user.click(group.getByRole('button', { name: 'Replace' }))
  const typed = screen.getByLabelText('New value of Password')
  await user.type(typed, 's3cret')
  expect(typed.getAttribute('type')).toBe('password')
  expect(values()).toEqual({ password: { choice: 'replace', text: 's3cret' } })
  await user.click(group.getByRole('button', { name: 'Show New value of Password' }))
  expect(typed.getAttribute('type')).toBe('text')
  await user.click(group.getByRole('button', { name: 'Clear' }))
  expect(values()).toEqual({ password: { choice: 'clear', text: '' } })
})
