import { recordedExchanges, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { describe, expect } from 'vitest'
import { fieldElement, fillForm, openFolds } from '#features/integration/bridges/form/testing/fill-fields.ts'
import {
  type Recorded,
  recordedExamples,
} from '#features/integration/bridges/form/testing/recorded-examples.ts'
import { listDifferences } from '#kit/form/differences.ts'
import { documentToForm } from '#kit/form/document.ts'
import type { Field } from '#kit/form/field.ts'
import { valueAt, withoutValueAt, withValueAt } from '#kit/form/form-value.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument, FormSpec } from '#kit/form/shell/form-spec.ts'
import { activeFields } from '#kit/form/visibility.ts'
import { renderBesideOtherPage } from '#testing/render-beside-other-page.tsx'
import { cleanup } from '#testing/render-element.ts'
import { type BridgeType, maskPaths, newSettings, pickStoredSettings } from './bridge-document.ts'
import { BridgeForm } from './bridge-form.tsx'
import { bridgeSections } from './bridge-sections.ts'

/**
 * Returns all settings that the broker made of the recorded body, except those for which the form has better initial
 * values.
 */
function expectedOf({ answer, body, states, ...of }: Recorded): ApiDocument {
  const settings = without(answer, states)
  const clear = maskPaths(settings).reduce(
    (next: ApiDocument, path) => withValueAt(next, path, valueAt(body, path) ?? ''),
    settings,
  )
  const off = ['ssl', 'transport_options.ssl'].filter((path) => valueAt(clear, `${path}.enable`) === false)
  const shown = off.reduce((next: ApiDocument, path) => withValueAt(next, path, { enable: false }), clear)
  if (of.kind === 'connector' && of.type === 'http')
    return { ...shown, headers: { 'content-type': 'application/json' } }
  // A direct upload writes one object for each message.
  return valueAt(shown, 'parameters.mode') === 'direct'
    ? withValueAt(without(shown, ['resource_opts.batch_time']), 'resource_opts.batch_size', 1)
    : shown
}

const without = (document: ApiDocument, paths: readonly string[]) =>
  paths.reduce((next: ApiDocument, path) => withoutValueAt(next, path), document)

interface Shown {
  readonly stored?: ApiDocument
  readonly copied?: ApiDocument
}

/** Renders the form on a page, with stored settings or for a new object, and records what the form sends. */
async function show(of: BridgeType, { stored, copied }: Shown = {}) {
  cleanup()
  const sent: ApiDocument[] = []
  const write: Pick<FormSpec, 'plan' | 'apply'> = {
    plan: () => undefined,
    apply: async (document) => {
      sent.push(document)
      return { kind: 'applied' }
    },
  }
  renderBesideOtherPage(() =>
    stored === undefined ? (
      <BridgeForm {...of} copied={copied} createLabel="Create it" appliedMessage="Done" write={write} />
    ) : (
      <FormLayout
        plan={{
          ...write,
          sections: sectionsOf(of, 'put', stored),
          document: pickStoredSettings(of, stored),
          isConfiguration: true,
        }}
      />
    ),
  )
  const user = userEvent.setup({ delay: null })
  await waitFor(() => expect(document.querySelector('form')).not.toBeNull())
  await openFolds(user)
  const press = async (name: string) => {
    // The button is found by hand: a query by role takes longer than the rest of the test among so many controls.
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    if (button === undefined) throw new Error(`no button ${name}`)
    await user.click(button)
  }
  return { user, sent, press }
}

const sectionsOf = (of: BridgeType, purpose: 'post' | 'put', stored: ApiDocument) =>
  bridgeSections(of, { purpose, stored })

/** Returns the fields whose controls show an error. */
const said = () =>
  [...document.querySelectorAll('[aria-invalid="true"]')].map(
    (control) => control.closest('[data-field]')?.getAttribute('data-field') ?? '',
  )

const examples = recordedExamples()
const types = [...new Set(examples.map(({ type }) => type))]

/** Returns the results of a check that failed, for the connector, the actions and the sources of a type. */
async function wrongOf(type: string, check: (one: Recorded) => Promise<unknown>) {
  const wrong: Record<string, unknown> = {}
  for (const one of examples.filter((each) => each.type === type)) {
    const found = await check(one)
    if (found !== undefined) wrong[one.title] = found
  }
  return wrong
}

recordedTest('there is an example of each of the 38 types, and of all that can be made of it', () => {
  expect(types).toHaveLength(38)
  expect(examples.length).toBeGreaterThan(76)
})

/** Without recordings one skipped test shows that the tests did not run. */
const each = recordedTest.each(types.length === 0 ? ['no type'] : types)

describe('as the schemas of the broker describe it', () => {
  each('%s, filled with the recorded example, sends it with the defaults of the broker', async (type) => {
    const wrong = await wrongOf(type, async (one) => {
      const { user, sent, press } = await show(one)
      const start = newSettings(one)
      await fillForm(sectionsOf(one, 'post', start), user, one.body, start)
      await press('Create it')
      await waitFor(() => expect([one.title, said(), sent.length]).toEqual([one.title, [], 1]))
      const differences = listDifferences(expectedOf(one), sent[0] ?? {}, [])
      return differences.length === 0 ? undefined : differences
    })
    expect(wrong).toEqual({})
  })

  each('%s, opened with the recorded object, sends back what was not touched as it was', async (type) => {
    const wrong = await wrongOf(type, async (one) => {
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

  each('%s says at each required field that is empty that it is needed, and sends nothing', async (type) => {
    const wrong = await wrongOf(type, async (one) => {
      const { sent, press } = await show(one)
      await press('Create it')
      const start = newSettings(one)
      const sections = sectionsOf(one, 'post', start)
      const needed = activeFields(sections, documentToForm(sections, start)).filter(isNeeded)
      const silent = needed.filter(({ path }) => !/Please enter|is required/.test(textAt(path)))
      const unasked = askedOf(one).filter(
        (path) =>
          valueAt(start, path) === undefined &&
          !needed.some((field) => field.path === path || field.path.startsWith(`${path}.`)),
      )
      const isRight = sent.length === 0 && silent.length === 0 && unasked.length === 0 && needed.length > 0
      return isRight ? undefined : { silent: silent.map(({ path }) => path), unasked, sent }
    })
    expect(wrong).toEqual({})
  })

  each('%s, copied, has no mask, and says where the original has a secret', async (type) => {
    const wrong = await wrongOf(type, async (one) => {
      const masked = maskPaths(without(one.answer, one.states))
      if (masked.length === 0) return undefined
      const { sent, press } = await show(one, { copied: one.answer })
      await press('Create it')
      const silent = masked.filter((path) => !/Enter it again|Please enter|is required/.test(textAt(path)))
      return silent.length === 0 && sent.length === 0 ? undefined : { silent, sent }
    })
    expect(wrong).toEqual({})
  })

  recordedTest('a mask that is typed into a copy is refused', async () => {
    const one = examples.find(({ kind, type }) => kind === 'connector' && type === 'redis')
    if (one === undefined) throw new Error('no example')
    const { user, sent, press } = await show(one, { copied: one.answer })
    const start = { parameters: { redis_type: 'single' } }
    const target = { name: 'copy', parameters: { redis_type: 'single', password: '******' } }
    await fillForm(sectionsOf(one, 'post', start), user, target, start)
    await press('Create it')
    expect(textAt('parameters.password')).toContain('would be stored as the secret')
    expect(sent).toEqual([])
    await fillForm(
      sectionsOf(one, 'post', start),
      user,
      { parameters: { redis_type: 'single', password: 'own' } },
      start,
    )
    await press('Create it')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ type: 'redis', name: 'copy', parameters: { password: 'own' } })
  })
})

/** Returns the fields that the broker itself required when it received nothing but a name. */
function askedOf({ kind, title }: Recorded): readonly string[] {
  const minimal = kind === 'connector' ? '-connector-minimal-missing' : `-${kind}-missing-parameters`
  const asking = title.replace(/-(connector|action|source)-(create|minimal-missing)$/, minimal)
  const answer = recordedExchanges().find((one) => one.title === asking && one.status === 400)?.answer
  const faults = JSON.stringify(answer ?? '').matchAll(/required_field[^{}]*?root\.([\w.]+)/g)
  return [...faults].map(([, path = '']) => path)
}

const isNeeded = (field: Field) =>
  field.isRequired === true &&
  field.default === undefined &&
  !['object', 'union', 'toggle'].includes(field.kind)

const textAt = (path: string) => fieldElement(path).textContent
