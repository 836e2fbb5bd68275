import { screen, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { renderFields } from '#kit/form/testing/render-fields.tsx'

test('rows are added, filled, pasted and removed, and the focus stays where the work is', async () => {
  const { user, values, form, box } = renderFields(
    [
      { kind: 'list', path: 'servers', label: 'Servers', itemLabel: 'server', of: 'host-port' },
      { kind: 'map', path: 'headers', label: 'Headers', keyLabel: 'Name', valueLabel: 'Value' },
      {
        kind: 'rows',
        path: 'topics',
        label: 'Topics',
        addLabel: 'Add topic',
        columns: [
          { kind: 'topic', path: 'topic', label: 'Filter', isFilter: true },
          { kind: 'toggle', path: 'rap', label: 'Keep', default: true },
          { kind: 'text', path: 'why', label: 'Why', when: [{ path: 'rap', is: [false] }] },
        ],
      },
    ],
    { headers: { a: '1', b: '2' }, topics: [{ topic: 'x/#', rap: true }] },
  )
  await user.click(screen.getByRole('button', { name: 'Add server' }))
  expect(box('server 1')).toBe(document.activeElement)
  await user.paste('a:1\nb:2\n')
  expect(values()['servers']).toEqual(['a:1', 'b:2'])
  await user.type(box('server 2'), '{Enter}')
  expect(box('server 3')).toBe(document.activeElement)
  await user.keyboard('c:3{Shift>}{Tab}{/Shift}{Enter}')
  expect(values()['servers']).toEqual(['a:1', 'c:3'])

  const headers = within(screen.getByRole('group', { name: 'Headers' }))
  await user.click(headers.getByRole('button', { name: 'Remove row 1' }))
  expect(headers.getByRole('button', { name: 'Remove row 1' })).toBe(document.activeElement)
  await user.type(headers.getByRole('textbox', { name: 'Value 1' }), '3')
  expect(values()['headers']).toEqual([{ key: 'b', value: '23' }])

  await user.click(screen.getByRole('button', { name: 'Add topic' }))
  expect(box('Filter 2')).toBe(document.activeElement)
  await user.type(box('Filter 2'), 'y/+')
  expect(screen.queryByRole('textbox', { name: 'Why 2' })).toBeNull()
  await user.click(screen.getByRole('switch', { name: 'Keep 2' }))
  await user.type(box('Why 2'), 'saves')
  const topics = within(screen.getByRole('group', { name: 'Topics' }))
  await user.click(topics.getByRole('button', { name: 'Remove row 1' }))
  expect(box('Filter 1')).toHaveProperty('value', 'y/+')
  expect(values()['topics']).toEqual([{ topic: 'y/+', rap: false, why: 'saves' }])

  // A value that is set as a whole (an undo, the defaults) is shown at once.
  form.change('topics', [{ topic: 'z', rap: true }])
  expect(await screen.findByDisplayValue('z')).toBe(box('Filter 1'))
})

test('groups draw their fields, a union those of the chosen variant', async () => {
  const { user, values, box } = renderFields([
    {
      kind: 'object',
      path: 'tcp',
      label: 'TCP',
      fields: [{ kind: 'number', path: 'tcp.backlog', label: 'Backlog' }],
    },
    {
      kind: 'union',
      path: 'auth',
      label: 'Authentication',
      discriminator: 'type',
      variants: [
        { id: 'none', label: 'None', fields: [], matches: () => false },
        {
          id: 'basic',
          label: 'Basic',
          fields: [{ kind: 'text', path: 'auth.username', label: 'Username' }],
          matches: () => false,
        },
      ],
    },
  ])
  await user.type(within(screen.getByRole('group', { name: 'TCP' })).getByRole('textbox'), '10')
  expect(screen.queryByRole('textbox', { name: 'Username' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Basic' }))
  await user.type(box('Username'), 'mq')
  expect(values()).toMatchObject({ tcp: { backlog: '10' }, auth: { $variant: 'basic', username: 'mq' } })
})

test('a file is taken and given back', async () => {
  const { user, values } = renderFields([
    { kind: 'file', path: 'backup', label: 'Backup', extensions: ['.tar.gz'] },
  ])
  const file = new File(['x'.repeat(2048)], 'night.tar.gz')
  await user.upload(screen.getByLabelText('Backup', { selector: 'input' }), file)
  expect(values()['backup']).toBe(file)
  expect(screen.getByText('2 KiB')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(values()['backup']).toBeUndefined()
})

test('a key is never shown, replacing it begins empty and can be called off', async () => {
  const stored = '-----BEGIN PRIVATE KEY-----\nc3RvcmVk\n-----END PRIVATE KEY-----'
  const { user, values, box } = renderFields(
    [
      { kind: 'certificate', path: 'keyfile', label: 'Key', of: 'key' },
      { kind: 'certificate', path: 'cacertfile', label: 'CA', of: 'ca' },
    ],
    { keyfile: stored, cacertfile: 'etc/certs/ca.pem' },
  )
  const key = within(screen.getByRole('group', { name: 'Key' }))
  expect(await key.findByText('cannot be read')).toBeTruthy()
  expect(await screen.findByText('etc/certs/ca.pem')).toBeTruthy()
  expect(document.body.innerHTML).not.toContain('c3RvcmVk')
  await user.click(key.getByRole('button', { name: 'Replace' }))
  expect(values()['keyfile']).toBe(stored)
  await user.type(box('Key'), 'x')
  expect(values()['keyfile']).toBe('x')
  await user.click(key.getByRole('button', { name: 'Keep what is there' }))
  expect(values()['keyfile']).toBe(stored)
  await user.click(key.getByRole('button', { name: 'Replace' }))
  await user.click(box('Key'))
  await user.paste(stored.replace('c3RvcmVk', 'bmV3'))
  expect(screen.queryByRole('textbox', { name: 'Key' })).toBeNull()
  expect(values()['keyfile']).toContain('bmV3')
  const ca = within(screen.getByRole('group', { name: 'CA' }))
  await user.click(ca.getByRole('button', { name: 'Remove' }))
  expect(values()['cacertfile']).toBe('')
  expect(box('CA')).toBeTruthy()
})

test('faults, changes and reasons are said at the control', async () => {
  const { box, form } = renderFields(
    [
      {
        kind: 'text',
        path: 'name',
        label: 'Name',
        isRequired: true,
        requiredMessage: 'Name is required',
        help: 'Must be unique.',
      },
      { kind: 'map', path: 'headers', label: 'Headers', keyLabel: 'Header', valueLabel: 'Value' },
      {
        kind: 'one-of',
        path: 'seeds',
        label: 'Seeds',
        word: 'auto',
        wordLabel: 'Automatic',
        inner: { kind: 'list', path: 'seeds', label: 'Seeds', itemLabel: 'Seed', of: 'host-port' },
      },
      { kind: 'toggle', path: 'on', label: 'On', readOnly: 'Set in emqx.conf.' },
      { kind: 'text', path: 'memo', label: 'Memo', isOmittedEmpty: true },
      { kind: 'text', path: 'note', label: 'Note', isOptional: true },
      { kind: 'text', path: 'level', label: 'Level', isOptional: true, default: 'low' },
    ],
    { name: 'one', headers: { a: '1' }, seeds: ['a'] },
    () => [
      { path: 'headers.0.key', message: 'Duplicated Attribute' },
      { path: 'seeds.0', message: 'A port is missing' },
    ],
  )
  form.change('name', '')
  await form.submit()
  const name = box('Name')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(name.getAttribute('aria-required')).toBe('true')
  expect(describes(name)).toEqual(['Name is required', 'Must be unique.', 'Changed'])
  expect(describes(box('Header 1'))).toEqual(['Duplicated Attribute'])
  expect(describes(box('Seed 1'))).toEqual(['A port is missing'])
  const locked = screen.getByRole('switch', { name: 'On' })
  expect(locked.getAttribute('aria-disabled')).toBe('true')
  expect(describes(locked)).toEqual(['Set in emqx.conf.'])
  expect(screen.getAllByText('optional')).toHaveLength(2)
})

function describes(element: HTMLElement): readonly (string | null | undefined)[] {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent)
}

test('rows whose order means something are moved, and the focus goes along', async () => {
  const { user, values } = renderFields(
    [
      {
        kind: 'rows',
        path: 'rules',
        label: 'Rules',
        addLabel: 'Add rule',
        isOrdered: true,
        columns: [{ kind: 'text', path: 'topic', label: 'Topic' }],
      },
    ],
    { rules: [{ topic: 'a' }, { topic: 'b' }, { topic: 'c' }] },
  )
  const topics = () => screen.getAllByRole('textbox').map((box) => box.getAttribute('value'))
  await user.click(screen.getByRole('button', { name: 'Move row 3 up' }))
  expect(topics()).toEqual(['a', 'c', 'b'])
  expect(screen.getByRole('button', { name: 'Move row 2 up' })).toBe(document.activeElement)
  await user.keyboard('{Enter}{Enter}')
  expect(topics()).toEqual(['c', 'a', 'b'])
  await user.click(screen.getByRole('button', { name: 'Move row 1 down' }))
  expect(values()['rules']).toMatchObject([{ topic: 'a' }, { topic: 'c' }, { topic: 'b' }])
})
