import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

async function openDialog({ screen, user }: RenderedApp, title: string) {
  await screen.findAllByRole('navigation')
  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByRole('button', { name: title }))
  return within(await screen.findByRole('dialog', { name: title }))
}

test.each([
  ['4294966', undefined, undefined],
  ['4294967', /From 4,294,967 on .* Unix time in seconds, here 1970-02-19/, /从 4,294,967 起.*1970-02-19/],
  ['1000000000', /here 2001-09-0\d.*\. Sent at once/, /2001-09-0\d.*。立即发布/],
  [String(Math.floor(Date.now() / 1000) + 3600), /Unix time in seconds, here 20\d\d-[^.]*\.$/, /Unix 时间/],
])(
  'says of the number %s before it is sent that it is no delay but a moment',
  async (number, english, chinese) => {
    for (const [locale, label, words] of [
      ['en', 'Topic', english],
      ['zh', '主题', chinese],
    ] as const) {
      const app = await renderApp('/clients', { locale })
      const dialog = await openDialog(app, locale === 'zh' ? '发布消息' : 'Publish a message')
      await app.user.type(dialog.getByLabelText(label), `$delayed/${number}/door`)
      if (words === undefined) expect(dialog.queryByText(/Unix/)).toBeNull()
      else expect(dialog.getByText(words)).toBeDefined()
    }
  },
)
