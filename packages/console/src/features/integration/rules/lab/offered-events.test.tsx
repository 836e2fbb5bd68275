import { waitFor, within } from '@testing-library/dom'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

it.each([
  ['enterprise', 2],
  ['community', 0],
] as const)('messages are of the events that the broker has: %s', async (edition, more) => {
  const { screen, user, broker } = await renderApp('/rule/rules/create', { edition })
  await user.click(await screen.findByRole('tab', { name: /^Messages/ }))
  const { body } = await broker.ask('GET', '/rule_events')
  const told = v.parse(v.array(v.object({ event: v.string() })), body)
  const choice = within(await screen.findByRole('combobox', { name: 'Event' }))
  const offered = () => choice.getAllByRole('option').map(({ textContent }) => textContent)
  await waitFor(() => expect(offered()).toHaveLength(told.length))
  const ofEnterprise = /^(schema_validation_failed|message_transformation_failed) /
  expect(offered().filter((one) => ofEnterprise.test(one))).toHaveLength(more)
})
