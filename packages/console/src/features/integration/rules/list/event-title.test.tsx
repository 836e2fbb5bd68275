import { ruleEvents } from '@brokerdeck/languages/rule-sql/rule-events.ts'
import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const hasChinese = (text: string) => /\p{Script=Han}/u.test(text)

const readChoices = (choice: HTMLElement) =>
  within(choice)
    .getAllByRole<HTMLOptionElement>('option')
    .filter(({ value }) => value !== '')
    .map(({ value, textContent }) => ({ value, label: textContent }))

describe('the events of the broker in Chinese', () => {
  it('have a title each in the choice of an input', async () => {
    const { screen, user } = await renderApp('/rule/rules/create', { locale: 'zh', edition: 'enterprise' })
    await user.click(await screen.findByRole('button', { name: '添加输入' }))
    const dialog = within(await screen.findByRole('dialog', { name: '添加输入' }))
    await user.selectOptions(await dialog.findByRole('combobox', { name: '类型' }), 'event')
    const topics = ruleEvents
      .map(({ topic }) => topic)
      .filter((topic) => topic.startsWith('$events/') && topic !== '$events/message_publish')
    await dialog.findByRole('option', { name: '告警已激活' })
    const labels = readChoices(dialog.getByRole('combobox', { name: '事件' }))
    expect(labels.map(({ value }) => value).toSorted()).toEqual(topics.toSorted())
    expect(labels.filter(({ label }) => !hasChinese(label))).toEqual([])
  })

  it('have a title each in the message of the test', async () => {
    const { screen } = await renderApp('/rule/rules/hot?tab=test', {
      locale: 'zh',
      edition: 'enterprise',
      arrange: async ({ ask }) => {
        await ask('POST', '/rules', { id: 'hot', sql: 'SELECT * FROM "$events/sys/alarm_activated"' })
      },
    })
    const choice = await screen.findByRole('combobox', { name: '事件' })
    const labels = readChoices(choice)
    expect(labels).toContainEqual({ value: 'alarm_deactivated', label: 'alarm_deactivated（告警已解除）' })
    expect(labels.filter(({ label }) => !hasChinese(label))).toEqual([])
  })
})
