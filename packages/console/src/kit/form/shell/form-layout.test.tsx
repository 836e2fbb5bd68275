import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { useSyncExternalStore } from 'react'
import { describe, expect, it, test } from 'vitest'
import type { Field, Section } from '#kit/form/field.ts'
import { renderBesideOtherPage } from '#testing/render-beside-other-page.tsx'
import { FormLayout } from './form-layout.tsx'
import type { ApiDocument, FormOutcome } from './form-spec.ts'

const sections: readonly Section[] = [
  {
    id: 'limits',
    title: 'Limits',
    fields: [
      { kind: 'number', path: 'max_inflight', label: 'Max inflight', min: 1, max: 65_535, default: 32 },
      { kind: 'duration', path: 'retry_interval', label: 'Retry interval', default: '30s' },
      { kind: 'secret', path: 'auth.password', label: 'Password' },
      { kind: 'text', path: 'note', label: 'Note', isAdvanced: true, default: '' },
    ],
  },
  {
    id: 'detection',
    title: 'Detection',
    switch: 'detection',
    fields: [
      { kind: 'toggle', path: 'detection', label: 'Detection', default: false },
      { kind: 'duration', path: 'ban_time', label: 'Ban time', default: '5m' },
    ],
  },
]

const stored: ApiDocument = {
  max_inflight: 32,
  retry_interval: '30s',
  auth: { password: '******', user: 'kept' },
  note: '',
  detection: true,
  ban_time: '5m',
  unknown_to_us: [1, 2],
}

/** A broker with one document: the document, what it was sent, and its responses. */
class OneDocument {
  readonly sent: ApiDocument[] = []
  readonly answers: FormOutcome[] = []
  readonly faults: Error[] = []
  #document = stored
  #tell: () => void = () => undefined

  readonly current = () => this.#document
  readonly subscribe = (tell: () => void) => {
    this.#tell = tell
    return () => undefined
  }

  become(document: ApiDocument): void {
    this.#document = document
    this.#tell()
  }

  take(document: ApiDocument): FormOutcome {
    const fault = this.faults.shift()
    if (fault !== undefined) throw fault
    this.sent.push(document)
    const answer = this.answers.shift() ?? { kind: 'applied' }
    if (answer.kind === 'applied') this.become(document)
    return answer
  }
}

function FormPage({ broker }: { readonly broker: OneDocument }) {
  const document = useSyncExternalStore(broker.subscribe, broker.current)
  return (
    <FormLayout
      hasDefaults
      plan={{
        sections,
        document,
        isConfiguration: true,
        plan: (body) => ({ method: 'PUT', path: '/configs/demo', body }),
        impact: (next, before) =>
          next['max_inflight'] === before['max_inflight'] ? undefined : 'Sessions start anew.',
        apply: async (next) => broker.take(next),
      }}
    />
  )
}

async function openForm() {
  const broker = new OneDocument()
  renderBesideOtherPage(() => <FormPage broker={broker} />)
  const number = await screen.findByRole('textbox', { name: /Max inflight/ })
  const review = within(screen.getByRole('region', { name: 'Review changes' }))
  const retype = async (text: string) => {
    await user.clear(number)
    await user.type(number, text)
  }
  const user = userEvent.setup()
  return { broker, user, number, review, retype }
}

test('a key in one field draws no other one anew', async () => {
  let drawn = 0
  const language = {
    highlight: () => [],
    fault: () => undefined,
    Summary() {
      drawn += 1
      return null
    },
  }
  const fields: readonly Field[] = [
    { kind: 'text', path: 'name', label: 'Name' },
    { kind: 'lines', path: 'rules', label: 'Rules', language },
    {
      kind: 'union',
      path: 'shape',
      label: 'Shape',
      variants: [{ id: 'one', label: 'One', fields: [], matches: () => true }],
    },
  ]
  renderBesideOtherPage(() => (
    <FormLayout
      plan={{
        sections: [{ id: 'all', title: 'All', fields }],
        document: { name: 'a', rules: 'b' },
        plan: () => undefined,
        apply: async () => ({ kind: 'applied' }),
      }}
    />
  ))
  const name = await screen.findByRole('textbox', { name: /Name/ })
  const before = drawn
  await userEvent.setup().type(name, 'nother')
  expect(await screen.findByText('"another"')).toBeDefined()
  expect(before).toBeGreaterThan(0)
  expect(drawn).toBe(before)
})

describe('a form page', () => {
  it('shows what changes, says what happens, and sends the whole object', async () => {
    const { user, review, retype, broker } = await openForm()
    expect(review.getByText('Nothing is changed yet.')).toBeDefined()
    await retype('64')
    expect(await review.findByText('Sessions start anew.')).toBeDefined()
    expect(review.getByText('max_inflight')).toBeDefined()
    expect(review.getByText('32')).toBeDefined()
    expect(await review.findByText('64')).toBeDefined()
    expect(review.getByText(/emqx\.conf/)).toBeDefined()
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() => expect(broker.sent).toEqual([{ ...stored, max_inflight: 64 }]))
    expect(await review.findByText('Nothing is changed yet.')).toBeDefined()
  })

  it('never shows a secret, neither in the difference nor in the curl command', async () => {
    const { user, review, broker } = await openForm()
    await user.click(screen.getByRole('button', { name: 'Replace' }))
    await user.type(screen.getByLabelText(/new value/i, { selector: 'input' }), 'geheim-42')
    expect(await review.findByText('auth.password')).toBeDefined()
    expect(document.body.textContent).not.toContain('geheim-42')
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() =>
      expect(broker.sent[0]).toEqual({ ...stored, auth: { password: 'geheim-42', user: 'kept' } }),
    )
  })

  it('sends nothing that is wrong, and leads to it', async () => {
    const { user, number, review, retype, broker } = await openForm()
    await retype('70000')
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('1 field needs a look')).toBeDefined()
    await user.click(
      within(alert).getByRole('button', { name: 'Max inflight: Input error: the number range is 1 - 65535' }),
    )
    expect(document.activeElement).toBe(number)
    expect(broker.sent).toEqual([])
  })

  it('puts a refusal of the broker at the field, and keeps what was typed', async () => {
    const { user, number, review, retype, broker } = await openForm()
    broker.answers.push({
      kind: 'refused',
      title: 'Operation failed',
      fields: [{ path: 'max_inflight', message: 'expected 1..20' }],
    })
    await retype('64')
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    expect(await screen.findByRole('button', { name: 'Max inflight: expected 1..20' })).toBeDefined()
    expect(number).toHaveProperty('value', '64')
    expect(number.getAttribute('aria-invalid')).toBe('true')
    await retype('10')
    await waitFor(() => expect(number.getAttribute('aria-invalid')).not.toBe('true'))
  })

  it('says what went wrong where nobody expected it, and can be applied again', async () => {
    const { user, review, retype, broker } = await openForm()
    broker.faults.push(new Error('the file has been moved'))
    await retype('64')
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText(/the file has been moved/)).toBeDefined()
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() => expect(broker.sent).toEqual([{ ...stored, max_inflight: 64 }]))
  })

  it('takes the last apply back, and fills in the defaults', async () => {
    const { user, number, review, retype, broker } = await openForm()
    await retype('64')
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    await user.click(await review.findByRole('button', { name: 'Undo the last apply' }))
    expect(number).toHaveProperty('value', '32')
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    // The form is locked until the change is applied.
    expect(await review.findByText('Nothing is changed yet.')).toBeDefined()
    expect(broker.sent.at(-1)).toEqual(stored)
    await retype('7')
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    await user.click(await review.findByRole('button', { name: 'Reset to defaults' }))
    expect(number).toHaveProperty('value', '32')
  })

  it('does not write over what somebody else changed meanwhile', async () => {
    const { user, number, retype, review, broker } = await openForm()
    await retype('64')
    broker.become({ ...stored, note: 'theirs', auth: { password: 'not masked', user: 'kept' } })
    const notice = within(await screen.findByRole('alert'))
    expect(notice.getByText('note')).toBeDefined()
    expect(notice.getByText('"theirs"')).toBeDefined()
    expect(notice.queryByText('max_inflight')).toBeNull()
    expect(notice.queryByText(/not masked/)).toBeNull()
    broker.become({ ...stored, note: 'theirs' })
    await user.click(await screen.findByRole('button', { name: 'Keep my changes on top' }))
    expect(number).toHaveProperty('value', '64')
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() => expect(broker.sent).toEqual([{ ...stored, note: 'theirs', max_inflight: 64 }]))
  })

  it('sends nothing before it is decided what becomes of the changes of somebody else', async () => {
    const { user, number, retype, review, broker } = await openForm()
    await retype('64')
    broker.become({ ...stored, note: 'theirs' })
    await screen.findByRole('button', { name: 'Keep my changes on top' })
    await user.click(review.getByRole('button', { name: /^Apply/ }))
    await user.type(number, '{Control>}{Enter}{/Control}')
    expect(broker.sent).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Load theirs, drop mine' }))
    expect(number).toHaveProperty('value', '32')
    expect(broker.sent).toEqual([])
  })

  it('takes back what is hidden by then, and keeps it beside the changes of somebody else', async () => {
    const { user, review, broker } = await openForm()
    const ban = screen.getByRole('textbox', { name: 'Ban time' })
    const detection = screen.getByRole('switch', { name: 'Detection' })
    await user.clear(ban)
    await user.type(ban, '9')
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    await user.click(await review.findByRole('button', { name: 'Reset to defaults' }))
    // Detection is off by default, and hides the ban time, whose current value differs from its default.
    expect(screen.queryByRole('textbox', { name: 'Ban time' })).toBeNull()
    await user.click(review.getByRole('button', { name: 'Apply 2 changes' }))
    await waitFor(() => expect(broker.sent.at(-1)).toMatchObject({ detection: false, ban_time: '5m' }))
    await user.click(await review.findByRole('button', { name: 'Undo the last apply' }))
    await user.click(review.getByRole('button', { name: 'Apply 2 changes' }))
    await waitFor(() => expect(broker.sent.at(-1)).toMatchObject({ detection: true, ban_time: '9m' }))
    await user.click(detection)
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() => expect(broker.sent.at(-1)).toMatchObject({ detection: false, ban_time: '9m' }))
    await user.click(await review.findByRole('button', { name: 'Reset to defaults' }))
    broker.become({ ...broker.current(), note: 'theirs' })
    await user.click(await screen.findByRole('button', { name: 'Keep my changes on top' }))
    await user.click(review.getByRole('button', { name: 'Apply 1 change' }))
    await waitFor(() => expect(broker.sent.at(-1)).toMatchObject({ note: 'theirs', ban_time: '5m' }))
  })

  it('goes from field to field by Enter, and applies by Ctrl and Enter', async () => {
    const { user, number, review, retype, broker } = await openForm()
    await retype('64')
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Retry interval/ }))
    expect(broker.sent).toEqual([])
    expect(review.getByText(/applies from any field/)).toBeDefined()
    number.focus()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(broker.sent).toEqual([{ ...stored, max_inflight: 64 }]))
  })

  it('asks before unsaved changes are left behind', async () => {
    const { user, retype } = await openForm()
    await retype('64')
    await user.click(screen.getByRole('link', { name: 'Other page' }))
    expect(await screen.findByText('Changes that you made may not be saved')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { name: 'Other' })).toBeDefined()
  })
})
