import { readJson, recordedExchanges, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { describe, expect } from 'vitest'
import { differencesOf } from '#kit/form/differences.ts'
import { documentToForm } from '#kit/form/document.ts'
import type { Field } from '#kit/form/field.ts'
import { isPlainObject } from '#kit/form/plain-object.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { valueAt, withoutValueAt, withValueAt } from '#kit/form/values-at.ts'
import { activeFields } from '#kit/form/visibility.ts'
import { renderBesideOtherPage } from '#testing/render-beside-other-page.tsx'
import { cleanup } from '#testing/render-element.ts'
import { type BridgeType, maskPaths, newSettings } from './bridge-document.ts'
import { BridgeForm } from './bridge-form.tsx'
import { bridgeSections } from './bridge-sections.ts'
import { fieldElement, fillForm, openFolds } from './testing/fill-fields.ts'

interface Recorded extends BridgeType {
  readonly title: string
  /** What was sent to create a valid one. */
  readonly body: ApiDocument
  /** What the broker answered: all settings, with its defaults and masks. */
  readonly answer: ApiDocument
  /** Told of it, and no setting: its state, who it is and who uses it. */
  readonly states: readonly string[]
}

const kinds = { '/connectors': 'connector', '/actions': 'action', '/sources': 'source' } as const
const told = ['status', 'status_reason', 'node_status', 'error', 'created_at', 'last_modified_at']
const users = { connector: ['actions', 'sources'], action: ['rules'], source: ['rules'] } as const

/** The valid example of each type, as a real broker took it. */
function recordedExamples(): readonly Recorded[] {
  const created = recordedExchanges().filter(
    ({ file, method, status }) =>
      file === 'enterprise/connector-types.json' && method === 'POST' && status === 201,
  )
  return created.flatMap(({ title, path, body, answer }) => {
    const kind = Object.entries(kinds).find(([place]) => place === path)?.[1]
    const type = valueAt(body, 'type')
    if (kind === undefined || typeof type !== 'string' || !isPlainObject(body) || !isPlainObject(answer))
      return []
    return { title, kind, type, schema: schemaOf(kind), body, answer, states: [...told, ...users[kind]] }
  })
}

const schemaOf = (kind: BridgeType['kind']) =>
  readJson(`contract/schemas-enterprise-${kind === 'connector' ? 'connectors' : 'actions'}.json`)

/** All settings of what the broker made of the recorded body, but what is hidden because it is without effect. */
function expectedOf({ answer, body, states }: Recorded): ApiDocument {
  const settings = without(answer, states)
  const clear = maskPaths(settings).reduce(
    (next: ApiDocument, path) => withValueAt(next, path, valueAt(body, path) ?? ''),
    settings,
  )
  const off = ['ssl', 'transport_options.ssl'].filter((path) => valueAt(clear, `${path}.enable`) === false)
  const shown = off.reduce((next: ApiDocument, path) => withValueAt(next, path, { enable: false }), clear)
  const isDirect = valueAt(shown, 'parameters.mode') === 'direct'
  return isDirect ? without(shown, ['resource_opts.batch_size', 'resource_opts.batch_time']) : shown
}

const without = (document: ApiDocument, paths: readonly string[]) =>
  paths.reduce((next: ApiDocument, path) => withoutValueAt(next, path), document)

interface Shown {
  readonly stored?: ApiDocument
  readonly isCopy?: boolean
}

/** The form on a page, with what it sends. */
async function show({ kind, type, schema }: BridgeType, given: Shown = {}) {
  cleanup()
  const sent: ApiDocument[] = []
  renderBesideOtherPage(() => (
    <BridgeForm
      {...{ kind, type, schema, ...given }}
      createLabel="Create it"
      appliedMessage="Done"
      write={{
        plan: () => undefined,
        apply: async (document) => {
          sent.push(document)
          return { kind: 'applied' }
        },
      }}
    />
  ))
  const user = userEvent.setup({ delay: null })
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull())
  await openFolds(user)
  const press = async (name: string) => {
    // By hand: to find one by its role among so many controls takes longer than all the rest.
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    if (button === undefined) throw new Error(`no button ${name}`)
    await user.click(button)
  }
  return { user, sent, press }
}

const sectionsOf = (of: BridgeType, purpose: 'post' | 'put', stored: ApiDocument) =>
  bridgeSections(of, { purpose, stored, knowledge: { wordsOf: () => undefined, order: [], folded: [] } })

/** What is said at the controls. */
const said = () =>
  [...document.querySelectorAll('[aria-invalid="true"]')].map(
    (control) => control.closest('[data-field]')?.getAttribute('data-field') ?? '',
  )

/** Of every example, what is not as it has to be. */
async function wrongOf(check: (one: Recorded) => Promise<unknown>) {
  const examples = recordedExamples()
  expect(new Set(examples.map(({ type }) => type)).size).toBe(38)
  const wrong: Record<string, unknown> = {}
  for (const one of examples) {
    const found = await check(one)
    if (found !== undefined) wrong[one.title] = found
  }
  return wrong
}

describe('each of the 38 types, as the schemas of the broker describe it', () => {
  recordedTest('filled with the recorded example, sends it with the defaults of the broker', async () => {
    const wrong = await wrongOf(async (one) => {
      const { user, sent, press } = await show(one)
      const start = newSettings(one)
      await fillForm(sectionsOf(one, 'post', start), user, one.body, start)
      await press('Create it')
      await waitFor(() => expect([one.title, said(), sent.length]).toEqual([one.title, [], 1]))
      const differences = differencesOf(expectedOf(one), sent[0] ?? {}, [])
      return differences.length === 0 ? undefined : differences
    })
    expect(wrong).toEqual({})
  })

  recordedTest('opened with the recorded object, sends back what was not touched as it was', async () => {
    const wrong = await wrongOf(async (one) => {
      const { user, sent, press } = await show(one, { stored: one.answer })
      const changed = { description: 'another' }
      await fillForm(sectionsOf(one, 'put', one.answer), user, changed, {})
      await press('Apply 1 change')
      await waitFor(() => expect([one.title, said(), sent.length]).toEqual([one.title, [], 1]))
      const kept = without(one.answer, [...one.states, 'type', 'name'])
      const isSame = JSON.stringify(sent[0]) === JSON.stringify({ ...kept, ...changed })
      return isSame ? undefined : sent[0]
    })
    expect(wrong).toEqual({})
  })

  recordedTest('says at each required field that is empty that it is needed, and sends nothing', async () => {
    const refused = new Map(recordedExchanges().map(({ title, answer }) => [title, JSON.stringify(answer)]))
    const wrong = await wrongOf(async (one) => {
      const { sent, press } = await show(one)
      await press('Create it')
      const start = newSettings(one)
      const sections = sectionsOf(one, 'post', start)
      const needed = activeFields(sections, documentToForm(sections, start)).filter(isNeeded)
      const silent = needed.filter(({ path }) => !/Please enter|is required/.test(textAt(path)))
      // What the broker itself asked for when it was given nothing but a name.
      const minimal =
        refused.get(one.title.replace(/-(create|minimal-missing)$/, '-connector-minimal-missing')) ?? ''
      const asked = [...minimal.matchAll(/required_field[^{}]*?root\.([\w.]+)/g)].map(([, path = '']) => path)
      const unasked = asked.filter((path) => !said().some((at) => at === path || at.startsWith(`${path}.`)))
      const isRight = sent.length === 0 && silent.length === 0 && unasked.length === 0 && needed.length > 0
      return isRight ? undefined : { silent: silent.map(({ path }) => path), unasked, sent }
    })
    expect(wrong).toEqual({})
  })
})

const isNeeded = (field: Field) =>
  field.isRequired === true &&
  field.default === undefined &&
  !['object', 'union', 'toggle'].includes(field.kind)

const textAt = (path: string) => fieldElement(path).textContent
