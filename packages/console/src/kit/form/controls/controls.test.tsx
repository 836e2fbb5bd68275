import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { afterEach, expect, test } from 'vitest'
import { documentToForm } from '../document.ts'
import type { Field, FormValues } from '../field.ts'
import { FormField } from '../form-field.tsx'
import { type FormMeta, FormMetaContext } from '../form-meta.ts'

const plain: FormMeta = {
  isChanged: () => false,
  faults: new Map(),
  isLocked: false,
  isNew: false,
  leave: () => undefined,
}

afterEach(cleanup)

interface PageProps {
  readonly fields: readonly Field[]
  readonly document: Record<string, unknown>
  readonly meta: Partial<FormMeta>
  readonly onForm: (form: UseFormReturn<FormValues>) => void
}

/** A form with these fields and what the broker has, as any page would show it. */
function Page({ fields, document, meta, onForm }: PageProps) {
  const form = useForm<FormValues>({
    defaultValues: documentToForm([{ id: 'all', title: 'All', fields }], document),
  })
  onForm(form)
  return (
    <FormProvider {...form}>
      <FormMetaContext value={{ ...plain, ...meta }}>
        {fields.map((field) => (
          <FormField key={field.path} field={field} name={field.path} />
        ))}
      </FormMetaContext>
    </FormProvider>
  )
}

function open(
  fields: readonly Field[],
  document: Record<string, unknown> = {},
  meta: Partial<FormMeta> = {},
) {
  const forms: UseFormReturn<FormValues>[] = []
  render(<Page fields={fields} document={document} meta={meta} onForm={(form) => forms.push(form)} />)
  const [form] = forms
  if (form === undefined) throw new Error('nothing was rendered')
  return { user: userEvent.setup(), values: () => form.getValues(), form }
}

const box = (name: string) => screen.getByRole('textbox', { name })

test('texts of every sort become what was typed', async () => {
  const { user, values } = open([
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
  const { user, values } = open([
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

test('amounts join a number and a unit, and leave several units to who types them', async () => {
  const { user, values } = open(
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
  const { user, values } = open(
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
  // The broker has a value that nobody offers.
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

test('a secret is never shown, and kept, replaced or cleared', async () => {
  const { user, values } = open([{ kind: 'secret', path: 'password', label: 'Password' }], {
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

test('rows are added, filled, pasted and removed, and the focus stays where the work is', async () => {
  const { user, values, form } = open(
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

  // What is set as a whole (an undo, the defaults) is shown at once.
  form.setValue('topics', [{ topic: 'z', rap: true }])
  expect(await screen.findByDisplayValue('z')).toBe(box('Filter 1'))
})

test('groups draw their fields, a union those of the chosen variant', async () => {
  const { user, values } = open([
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
  const { user, values } = open([{ kind: 'file', path: 'backup', label: 'Backup', extensions: ['.tar.gz'] }])
  const file = new File(['x'.repeat(2048)], 'night.tar.gz')
  await user.upload(screen.getByLabelText('Backup', { selector: 'input' }), file)
  expect(values()['backup']).toBe(file)
  expect(screen.getByText('2 KiB')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  expect(values()['backup']).toBeUndefined()
})

test('faults, changes and reasons are said at the control', () => {
  open(
    [
      { kind: 'text', path: 'name', label: 'Name', isRequired: true, help: 'Must be unique.' },
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
    ],
    { headers: { a: '1' }, seeds: ['a'] },
    {
      faults: new Map([
        ['name', 'Name is required'],
        ['headers.0.key', 'Duplicated Attribute'],
        ['seeds.0', 'A port is missing'],
      ]),
      isChanged: (path) => path === 'name',
    },
  )
  const name = box('Name')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  expect(name.getAttribute('aria-required')).toBe('true')
  expect(describes(name)).toEqual(['Name is required', 'Must be unique.', 'Changed'])
  expect(describes(box('Header 1'))).toEqual(['Duplicated Attribute'])
  expect(describes(box('Seed 1'))).toEqual(['A port is missing'])
  const locked = screen.getByRole('switch', { name: 'On' })
  expect(locked.getAttribute('aria-disabled')).toBe('true')
  expect(describes(locked)).toEqual(['Set in emqx.conf.'])
  expect(screen.getAllByText('optional')).toHaveLength(1)
})

function describes(element: HTMLElement): readonly (string | null | undefined)[] {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent)
}
